#!/usr/bin/env python3
"""A web server that answers as a test specifies, for the tests of adhand-sync and adhand-notify.

    answers.py PORT [CERTIFICATE KEY]

It prints its port, which it chooses for PORT 0. Then it reads commands, one line of JSON each, and answers each with a line:

    {"path": "/1", "answers": [ANSWER, ...]}    from now on, requests below that path get these, one after another, the last one
                                                repeatedly, unless a longer path has its own; the answer is "ok"
    {"asked": "/1"}                             the requests below that path, each [path, {header: value}, body]
    {"keys": "/1"}                              their Idempotency-Key
    {"end": true}                               the server ends, with its connections

An ANSWER has "status", "headers", "body" and, to misbehave, "manner". The server ends when its input is closed, with the test.
"""

import gzip
import http.server
import json
import os
import ssl
import sys
import threading
import time

scripts, asked, lock = {}, {}, threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_POST(self):
        self.answer(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

    def do_GET(self):
        self.answer("")

    def answer(self, sent):
        with lock:
            below = [p for p in scripts if self.path == p or self.path.startswith((p + "/", p + "?"))]
            path = max(below, key=len, default=None)
            if path is None:
                return self.send_error(404)
            asked[path].append([self.path, {k.lower(): v for k, v in self.headers.items()}, sent])
            answer = scripts[path].pop(0) if len(scripts[path]) > 1 else scripts[path][0]
        try:
            self.give(answer)
        except (ConnectionError, ssl.SSLError):
            self.close_connection = True

    def give(self, answer):
        body = answer["body"].encode()
        headers = dict(answer["headers"])
        status = answer["status"]
        manner = answer["manner"]
        known = [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")]
        if any(n in headers and headers[n] == self.headers.get(c) for n, c in known):
            status, body = 304, b""
        if manner == "hang":
            self.rfile.read(1)
            return
        if manner == "drip":
            for byte in b"HTTP/1.1 200 OK":
                self.wfile.write(bytes([byte]))
                time.sleep(1)
            return
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        getattr(self, manner)(body)

    def begin(self, length=None, **headers):
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if length is not None:
            self.send_header("Content-Length", str(length))
        else:
            self.send_header("Connection", "close")
        self.end_headers()

    def whole(self, body):
        self.begin(len(body))
        self.wfile.write(body)

    def gzipped(self, body):
        packed = gzip.compress(body)
        self.begin(len(packed), Content_Encoding="gzip")
        self.wfile.write(packed)

    def bomb(self, body):
        self.gzipped(b" " * (256 << 20))

    def cut(self, body):
        self.begin(len(body))
        self.wfile.write(body[: len(body) // 2])
        self.close_connection = True

    def flood(self, body):
        """A gigabyte without Content-Length."""
        self.begin()
        for _ in range(1 << 10):
            self.wfile.write(b" " * (1 << 20))

    def sized(self, body):
        """A gigabyte with Content-Length."""
        self.begin(1 << 30)
        for _ in range(1 << 10):
            self.wfile.write(b" " * (1 << 20))

    def dribble(self, body):
        self.begin(1 << 20)
        while True:
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.05)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def finish_request(self, request, client):
        # The handshake runs on the connection's thread, not on the accepting one.
        if context:
            try:
                request = context.wrap_socket(request, server_side=True)
            except (OSError, ssl.SSLError):
                return
        super().finish_request(request, client)

    def handle_error(self, request, client):
        pass


context = None
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2], sys.argv[3])
server = Server(("127.0.0.1", int(sys.argv[1])), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)

for line in sys.stdin:
    order = json.loads(line)
    if "end" in order:
        break
    with lock:
        if "keys" in order:
            result = [headers.get("idempotency-key") for _, headers, _ in asked.get(order["keys"], [])]
        elif "asked" in order:
            result = asked.get(order["asked"], [])
        else:
            scripts[order["path"]], asked[order["path"]] = order["answers"], []
            result = "ok"
    print(json.dumps(result), flush=True)
os._exit(0)
