#!/usr/bin/env python3
"""An S3 server for the tests of adhand-sync: moto with authentication, behind a proxy that checks each signature itself.

It prints a line of JSON: its port, that of moto itself, and its sets of keys, "right", "lent", "brief", "renewed" and "fleeting" (with a session token), "barred" (which
no policy allows to read) and "writing" (which may also put objects). It ends when its input is closed, with the test.

Then it reads orders, one line of JSON each, and answers each with a line. Each has a "bucket", which is made where there is none:

    {"put": {KEY: TEXT}, "base64": {KEY: BASE64}, "sizes": {KEY: N}, "etags": {KEY: ETAG}, "kms": true}   objects; of N bytes derived from key and N; with another ETag than their MD5; encrypted by KMS
    {"delete": [KEY, ...]}
    {"objects": true}                                       {KEY: [MD5, size, content type]}
    {"cut": [[PART OF A PATH, BYTES], ...]}                 the next answer to such a path ends after so many bytes; in this order
    {"refuse": [[PART OF A PATH, STATUS, CODE], ...]}       the next answer to such a path is this error
    {"deny": [PART OF A PATH, ...]}                         from now on all answers to such paths are 403; an empty list ends it
    {"range": [[PART OF A PATH, TEXT], ...]}                the next answer to such a path has this Content-Range
    {"damage": [PART OF A PATH, ...]}                       the next answer to such a path with a part of the object (206) has other bytes
    {"endless": PART OF A PATH}                             answers to such paths are an error without an end from now on
    {"hold": PART OF A PATH}                                answers to such paths are held back from now on; an empty one ends it
    {"expire": NAME}                                        these keys have expired
    {"asked": true}                                         the requests since the last time: [METHOD, PATH, RANGE, STATUS, BYTES]

The proxy recomputes SigV4 with botocore from the bytes of the request as received, and so accepts exactly what S3 would. moto's own check
uses the path as decoded by its web framework and rejects correct signatures of unusual keys; the proxy forwards such requests without a
signature after checking it.
"""

import base64
import hashlib
import http.client
import http.server
import json
import logging
import os
import re
import sys
import threading
import urllib.parse

os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "1000000000"
for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
    os.environ.pop(name, None)

import boto3
import botocore.auth
import botocore.awsrequest
import botocore.credentials
from moto.s3.models import s3_backends
from moto.server import ThreadedMotoServer

REGION = "eu-west-2"
ASSUME = {"Effect": "Allow", "Principal": {"AWS": "*"}, "Action": "sts:AssumeRole"}
WRITE = {"Effect": "Allow", "Action": ["s3:GetObject", "s3:ListBucket", "s3:PutObject"], "Resource": "*"}
READ = {"Effect": "Allow", "Action": ["s3:GetObject", "s3:ListBucket"], "Resource": "*"}


def policy(statement):
    return json.dumps({"Version": "2012-10-17", "Statement": [statement]})


def prepare(moto, order):
    """Creates the users, the bucket and its objects; returns the keys."""
    def client(service):
        return boto3.client(
            service, endpoint_url=moto, region_name=REGION, aws_access_key_id="root", aws_secret_access_key="root"
        )

    iam, s3 = client("iam"), client("s3")
    keys = {}
    for name, allowed in (("right", READ), ("barred", None), ("writing", WRITE)):
        iam.create_user(UserName=name)
        if allowed:
            iam.put_user_policy(UserName=name, PolicyName="read", PolicyDocument=policy(allowed))
        key = iam.create_access_key(UserName=name)["AccessKey"]
        keys[name] = [key["AccessKeyId"], key["SecretAccessKey"], None]
    role = iam.create_role(RoleName="mosque", AssumeRolePolicyDocument=policy(ASSUME))["Role"]
    iam.put_role_policy(RoleName="mosque", PolicyName="read", PolicyDocument=policy(READ))
    for name in ("lent", "brief", "renewed", "fleeting"):
        lent = client("sts").assume_role(RoleArn=role["Arn"], RoleSessionName=name)["Credentials"]
        keys[name] = [lent["AccessKeyId"], lent["SecretAccessKey"], lent["SessionToken"]]
    s3.create_bucket(Bucket="mosque", CreateBucketConfiguration={"LocationConstraint": REGION})
    for name, body in order["objects"].items():
        s3.put_object(Bucket="mosque", Key=name, Body=body.encode())
    return keys


class Proxy(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.forward(b"")

    def do_PUT(self):
        self.forward(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def forward(self, body):
        self.cut_after = None
        hold = held.get(self.path.split("/")[1].split("?")[0])
        if hold and hold[0] in self.path:
            hold[1].wait()
        if (endless.get(self.path.split("/")[1]) or "\0") in self.path:
            return self.go_on()
        with lock:
            self.range = next((entry for entry in ranges if entry[0] in self.path), None)
            if self.range:
                ranges.remove(self.range)
            if any(part in self.path for part in denied.get(self.path.split("/")[1].split("?")[0], [])):
                return self.refuse(403, "AccessDenied", "as the test wants it")
            for script in (refusals, cuts):
                found = next((entry for entry in script if entry[0] in self.path), None)
                if found:
                    script.remove(found)
                    if script is refusals:
                        return self.refuse(found[1], found[2], "as the test wants it")
                    self.cut_after = found[1]
                    break
        fault = signature_fault(self, body)
        if fault:
            return self.refuse(400 if fault[0] == "ExpiredToken" else 403, *fault)
        path = urllib.parse.urlsplit(self.path).path
        plain = re.fullmatch(r"[A-Za-z0-9/._-]*", path)
        with lock:
            if not plain:
                set_authentication(False)
            try:
                upstream = http.client.HTTPConnection("127.0.0.1", moto_port)
                upstream.request(self.command, self.path, body or None, headers=dict(self.headers.items()))
                response = upstream.getresponse()
                status, headers, content = response.status, dict(response.getheaders()), response.read()
            finally:
                if not plain:
                    set_authentication(True)
        self.answer(status, headers, content)

    def go_on(self):
        """An error whose body ends only when the client goes."""
        self.close_connection = True
        self.send_response(500)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        try:
            while True:
                self.wfile.write(b"10000\r\n" + b"a" * 0x10000 + b"\r\n")
        except OSError:
            pass

    def refuse(self, status, code, message):
        body = f"<?xml version=\"1.0\"?>\n<Error><Code>{code}</Code><Message>{message}</Message></Error>"
        self.answer(status, {"Content-Type": "application/xml"}, body.encode())

    def answer(self, status, headers, body):
        with lock:
            damage = next((part for part in damages if status == 206 and part in self.path), None)
            if damage:
                damages.remove(damage)
                body = bytes(byte ^ 1 for byte in body)
        sent = body if self.cut_after is None else body[: self.cut_after]
        with lock:
            asked.append([self.command, self.path, self.headers.get("Range"), status, len(sent)])
        self.send_response(status)
        if self.range:
            headers = {**{k: v for k, v in headers.items() if k.lower() != "content-range"}, "Content-Range": self.range[1]}
        for name, value in headers.items():
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "server", "date"):
                self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if status != 304:
            self.wfile.write(sent)
        if sent != body:
            self.close_connection = True


def signature_fault(request, body):
    """S3's error code and message for a wrong signature; None if it is right or moto checks it."""
    match = re.fullmatch(
        r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8}/([^/]+)/s3/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)",
        request.headers.get("Authorization", ""),
    )
    if not match:
        return "AccessDenied", "Access Denied"
    key, _, region, signed, signature = match.groups()
    if key not in secrets:
        return "InvalidAccessKeyId", f"The AWS Access Key Id you provided does not exist in our records: {key}"
    if region != REGION:
        return "AuthorizationHeaderMalformed", f"the region '{region}' is wrong; expecting '{REGION}'"
    if key in expired:
        return "ExpiredToken", "The provided token has expired."
    secret, token = secrets[key]
    names = signed.split(";")
    if token and (request.headers.get("X-Amz-Security-Token") != token or "x-amz-security-token" not in names):
        return "InvalidToken", "The provided token is malformed or otherwise invalid."
    if request.headers.get("X-Amz-Content-Sha256") != hashlib.sha256(body).hexdigest():
        return "XAmzContentSHA256Mismatch", "The provided 'x-amz-content-sha256' header does not match what was computed."
    if not {"host", "x-amz-date", "x-amz-content-sha256"} <= set(names):
        return "SignatureDoesNotMatch", "host, x-amz-date and x-amz-content-sha256 must be signed"
    ours = botocore.awsrequest.AWSRequest(
        method=request.command,
        data=body,
        url=f"http://{request.headers['Host']}{canonical(request.path)}",
        headers={name: request.headers[name] for name in names},
    )
    ours.context["timestamp"] = request.headers["X-Amz-Date"]
    auth = botocore.auth.S3SigV4Auth(botocore.credentials.Credentials(key, secret), "s3", region)
    right = auth.signature(auth.string_to_sign(ours, auth.canonical_request(ours)), ours)
    if right != signature:
        return "SignatureDoesNotMatch", f"The signature does not match the one we calculated for {key}."
    return None


def canonical(target):
    """The target in S3's canonical form: decoded, then encoded in the one way that is signed."""
    path, _, query = target.partition("?")
    path = urllib.parse.quote(urllib.parse.unquote_to_bytes(path), safe="/-_.~")
    pairs = [part.partition("=") for part in query.split("&") if part]
    quoted = [
        "=".join(urllib.parse.quote(urllib.parse.unquote_to_bytes(text), safe="-_.~") for text in (name, value))
        for name, _, value in pairs
    ]
    return path + ("?" + "&".join(quoted) if quoted else "")


def set_authentication(on):
    connection = http.client.HTTPConnection("127.0.0.1", moto_port)
    connection.request("POST", "/moto-api/reset-auth", body=b"0" if on else b"1000000000")
    connection.getresponse().read()


def content(key, size):
    """Bytes derived from the key and the size, that do not compress."""
    return b"".join(hashlib.sha256(f"{key} {i}".encode()).digest() for i in range(size // 32 + 1))[:size]


def obey(order):
    backend, bucket = s3_backends["123456789012"]["aws"], order["bucket"]
    with lock:
        if bucket not in backend.buckets:
            backend.create_bucket(bucket, REGION)
        bodies = {k: v.encode() for k, v in order.get("put", {}).items()}
        bodies |= {k: base64.b64decode(v) for k, v in order.get("base64", {}).items()}
        bodies |= {k: content(k, n) for k, n in order.get("sizes", {}).items()}
        for key, body in bodies.items():
            encryption = "aws:kms" if order.get("kms") else None
            backend.put_object(bucket, key, body, etag=order.get("etags", {}).get(key), encryption=encryption)
        for key in order.get("delete", []):
            backend.delete_object(bucket, key)
        cuts.extend(order.get("cut", []))
        refusals.extend(order.get("refuse", []))
        ranges.extend(order.get("range", []))
        damages.extend(order.get("damage", []))
        if "endless" in order:
            endless[bucket] = order["endless"]
        if "hold" in order:
            if bucket in held:
                held.pop(bucket)[1].set()
            if order["hold"]:
                held[bucket] = (order["hold"], threading.Event())
        if "deny" in order:
            denied[bucket] = order["deny"]
        if "expire" in order:
            expired.add(keys[order["expire"]][0])
        if "asked" in order:
            found = [one for one in asked if one[1].startswith((f"/{bucket}/", f"/{bucket}?"))]
            asked[:] = [one for one in asked if one not in found]
            return found
        if "objects" in order:
            found = backend.buckets[bucket].keys.items()
            return {k: [hashlib.md5(v.value).hexdigest(), len(v.value), v.metadata.get("Content-Type")] for k, v in found}
    return "ok"


logging.getLogger("werkzeug").disabled = True
lock = threading.RLock()
cuts, refusals, ranges, damages, denied, endless, held, expired, asked = [], [], [], [], {}, {}, {}, set(), []
moto_server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
moto_server.start()
moto_port = moto_server.get_host_and_port()[1]
keys = prepare(f"http://127.0.0.1:{moto_port}", json.loads(sys.stdin.readline()))
secrets = {key: (secret, token) for key, secret, token in keys.values()}
set_authentication(True)

proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
proxy.daemon_threads = True
threading.Thread(target=proxy.serve_forever, daemon=True).start()
print(json.dumps({"port": proxy.server_address[1], "moto": moto_port, "keys": keys}), flush=True)
for line in sys.stdin:
    print(json.dumps(obey(json.loads(line))), flush=True)
os._exit(0)
