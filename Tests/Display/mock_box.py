"""A stand-in for the server: it sends any plan, also one that the real one would never send, and misbehaves as the test says."""

import json
import os
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

PAGE = Path(os.environ.get("DISPLAY_PAGE") or Path(__file__).resolve().parents[2] / "Resources" / "display")
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".json": "application/json", ".woff2": "font/woff2", ".svg": "image/svg+xml", ".png": "image/png"}
FAULTS = Path(__file__).resolve().parents[2] / "Resources" / "faults"
CSP = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'"


class MockBox:
    """`plan` is sent to each that connects. `state`: "well", "refusing" (503), or "silent" (open, sends nothing). `version` is written
    into the page, as the real server does."""

    def __init__(self):
        self.plan, self.daemon, self.state = None, {"state": "here", "since": 0}, "well"
        self.pages, self.version = 0, None
        # The answer to a page's beat; None for the usual one.
        self.invitation = None
        self._queues, self._lock = set(), threading.Lock()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"box": self}))
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # a browser that closes its connection
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"

    def push(self, event, data):
        if self.state != "well":
            return
        with self._lock:
            for each in self._queues:
                each.put((event, data))

    def tell(self, now): self.push("clock", {"now": now})

    def show(self, plan):
        self.plan = plan
        self.push("plan", plan)

    def disconnect(self):
        """Closes all event streams, as a server that ends does."""
        with self._lock:
            for each in self._queues:
                each.put(None)

    def events(self):
        """A queue of (event, data); None ends it."""
        mine = queue.Queue()
        with self._lock:
            self._queues.add(mine)
        return mine

    def leave(self, mine):
        with self._lock:
            self._queues.discard(mine)

    def close(self):
        self.disconnect()
        self.server.shutdown()
        self.server.server_close()


class Handler(BaseHTTPRequestHandler):
    box = None
    protocol_version = "HTTP/1.1"

    def log_message(self, *_): pass

    def do_GET(self):
        url = urlsplit(self.path)
        if url.path == "/api/display/events":
            return self.send_events()
        if url.path == "/api/display/heartbeat":
            invitation = self.box.invitation
            return self.answer(200 if invitation else 204, json.dumps(invitation).encode() if invitation else b"", "application/json")
        if self.box.state == "refusing":
            return self.answer(503, b"", "text/plain")
        self.box.pages += url.path == "/"
        path = PAGE / (url.path.lstrip("/") or "index.html")
        # As the display has it: the sentences of faults lie beside the page's own files.
        if url.path.startswith("/texts/faults/"):
            path = FAULTS / path.name
        if not path.is_file() or not {PAGE, FAULTS} & set(path.resolve().parents):
            return self.answer(404, b"", "text/plain")
        body = path.read_bytes()
        if path.name == "index.html" and self.box.version:
            body = body.replace(b"<html ", f'<html data-version="{self.box.version}" '.encode(), 1)
        self.answer(200, body, TYPES.get(path.suffix, "text/html; charset=utf-8"))

    def answer(self, status, body, kind):
        self.send_response(status)
        for name, value in {"content-type": kind, "content-length": len(body), "content-security-policy": CSP,
                            "cache-control": "no-cache"}.items():
            if status != 204 or name != "content-length":
                self.send_header(name, str(value))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass

    def send_events(self):
        if self.box.state == "refusing":
            return self.answer(503, b"", "text/plain")
        mine = self.box.events()
        try:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("cache-control", "no-store")
            self.send_header("connection", "close")
            self.end_headers()
            self.close_connection = True
            if self.box.state == "well" and self.box.plan:
                self.send_event("plan", self.box.plan)
                self.send_event("daemon", self.box.daemon)
            while (item := mine.get()) is not None:
                self.send_event(*item)
        except OSError:
            pass
        finally:
            self.box.leave(mine)

    def send_event(self, event, data):
        self.wfile.write(f"event: {event}\ndata: {json.dumps(data)}\n\n".encode())
        self.wfile.flush()
