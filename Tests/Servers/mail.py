#!/usr/bin/env python3
"""A mail server that answers as a test specifies, for the tests of adhand-notify. It needs aiosmtpd.

    mail.py CERTIFICATE KEY

It prints its ports: one with STARTTLS, which it requires, one that is encrypted from the beginning, one without encryption, one that
says nothing, and one that greets with a gigabyte. Its user is "box", with the password "hunter2". Then it reads commands, one line of JSON each, and answers each with a
line:

    {"refuse": {"RCPT": "550 no such user", "DATA": "451 try later"}}    from now on; the answer is "ok". "RCPT a@b.org" is of one address.
    {"mails": true}                                                      the mails since the last such command
    {"ids": true}                                                        of these only the first receiver and the Message-ID

A mail has "from", "to", "tls", "user", "headers" (decoded), "id", "text" and "source".
"""

import asyncio
import email
import email.policy
import json
import os
import socket
import ssl
import sys
import threading

from aiosmtpd.smtp import SMTP, AuthResult

mails, refuse, lock = [], {}, threading.Lock()


def login(server, session, envelope, mechanism, data):
    isRight = getattr(data, "login", b"") == b"box" and getattr(data, "password", b"") == b"hunter2"
    return AuthResult(success=isRight, auth_data=data if isRight else None, handled=isRight)


class Handler:
    async def handle_MAIL(self, server, session, envelope, address, options):
        if "MAIL" in refuse:
            return refuse["MAIL"]
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        refusal = refuse.get(f"RCPT {address}", refuse.get("RCPT"))
        if refusal:
            return refusal
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if "DATA" in refuse:
            return refuse["DATA"]
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        part = next(p for p in mail.walk() if p.get_content_type() == "text/plain")
        with lock:
            mails.append(
                {
                    "from": envelope.mail_from,
                    "to": envelope.rcpt_tos,
                    "tls": server.transport.get_extra_info("cipher") is not None,
                    "user": session.auth_data.login.decode() if session.auth_data else None,
                    "headers": {k.lower(): str(v) for k, v in mail.items()},
                    "text": part.get_content(),
                    "source": envelope.content.decode("ascii"),
                }
            )
        return "250 OK"


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])


loop = asyncio.new_event_loop()


def start(ssl=None, **options):
    """Returns the port."""
    server = loop.create_server(lambda: SMTP(Handler(), loop=loop, authenticator=login, **options), "127.0.0.1", 0, ssl=ssl)
    return loop.run_until_complete(server).sockets[0].getsockname()[1]


ports = [
    start(tls_context=context, require_starttls=True),
    start(ssl=context, auth_require_tls=False),
    start(auth_require_tls=False),
]
threading.Thread(target=loop.run_forever, daemon=True).start()
silent, flood = (socket.create_server(("127.0.0.1", 0)) for _ in range(2))


def greet():
    while True:
        client, _ = flood.accept()
        try:
            for _ in range(1 << 20):
                client.sendall(b"220-" + b"x" * 1018 + b"\r\n")
        except OSError:
            pass
        client.close()


threading.Thread(target=greet, daemon=True).start()
print(*ports, silent.getsockname()[1], flood.getsockname()[1], flush=True)

for line in sys.stdin:
    order = json.loads(line)
    if "refuse" in order:
        refuse.clear()
        refuse.update(order["refuse"])
        result = "ok"
    else:
        with lock:
            result, mails[:] = list(mails), []
        if "ids" in order:
            result = [{"to": mail["to"][0], "id": mail["headers"]["message-id"]} for mail in result]
    print(json.dumps(result), flush=True)
os._exit(0)
