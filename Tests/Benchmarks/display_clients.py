"""Who asks the display in its benchmark: pages that follow it, connections that say nothing, requests at a fixed rate."""

import csv
import selectors
import socket
import subprocess
import time
from multiprocessing import Event, Process, Queue


class Clients:
    """Connections in a process of their own, until `finish`."""

    def __init__(self, run, *arguments):
        self.ends, self.found = Event(), Queue()
        self.process = Process(target=run, args=(*arguments, self.ends, self.found), daemon=True)
        self.process.start()

    def finish(self):
        self.ends.set()
        found = self.found.get(timeout=30)
        self.process.join()
        return found


def follow(port, count, ends, found):
    """Pages that read their events, thirty from an address, which is nearly as many as it may have. Tells the fewest `clock` events that one of them got."""
    selector = selectors.DefaultSelector()
    clocks, rests = {}, {}
    for index in range(count):
        own = (f"127.0.1.{1 + index // 30}", 0)
        client = socket.create_connection(("127.0.0.1", port), timeout=20, source_address=own)
        client.sendall(b"GET /api/display/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.setblocking(False)
        selector.register(client, selectors.EVENT_READ)
        clocks[client], rests[client] = 0, b""
    while not ends.is_set():
        for key, _ in selector.select(0.2):
            client = key.fileobj
            try:
                text = client.recv(65_536)
            except OSError:
                text = b""
            if not text:
                selector.unregister(client)
                continue
            text = rests[client] + text
            clocks[client] += text.count(b"event: clock\n")
            rests[client] = text[-12:].rpartition(b"\n")[2]
    found.put(min(clocks.values()))


def say_nothing(port, count, ends, found):
    """Connections from four addresses: half of them say nothing, the others a byte of a header each second. One that the server has
    closed is replaced. Tells how many were open on average, as the server's side of them shows."""
    sockets, counts = [], []

    def connect(index):
        client = socket.socket()
        client.bind((f"127.0.0.{2 + index % 4}", 0))
        client.settimeout(2)
        try:
            client.connect(("127.0.0.1", port))
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " if index % 8 < 4 else b"")
        except OSError:
            pass
        client.setblocking(False)
        return client

    def is_open(client, index):
        try:
            if index % 8 < 4:
                client.send(b"x")
            return client.recv(4096) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    sockets = [connect(index) for index in range(count)]
    while not ends.is_set():
        open_ones = [is_open(client, index) for index, client in enumerate(sockets)]
        counts.append(sum(open_ones))
        for index, still in enumerate(open_ones):
            if not still:
                sockets[index].close()
                sockets[index] = connect(index)
        ends.wait(1)
    found.put(sum(counts) // max(1, len(counts)))


class Requests:
    """Requests at a fixed rate over some seconds, a `hey` for each path."""

    WORKERS = 5

    def __init__(self, port, paths, rate, seconds, folder):
        self.seconds, self.files = seconds, []
        each = rate // len(paths) // self.WORKERS
        self.processes = []
        for index, path in enumerate(paths):
            file = folder / f"hey-{index}.csv"
            self.files.append(file)
            self.processes.append(
                subprocess.Popen(
                    ["hey", "-z", f"{seconds}s", "-c", str(self.WORKERS), "-q", str(each), "-cpus", "1", "-o", "csv",
                     f"http://127.0.0.1:{port}{path}"],
                    stdin=subprocess.DEVNULL, stdout=open(file, "w"), stderr=subprocess.DEVNULL,
                )
            )

    def finish(self):
        """The requests a second that were answered with 200, how many were not, and the latencies in milliseconds."""
        for process in self.processes:
            process.wait()
        rows = [row for file in self.files for row in csv.DictReader(file.open())]
        good = [row for row in rows if row["status-code"] == "200"]
        return len(good) / self.seconds, len(rows) - len(good), [float(row["response-time"]) * 1000 for row in good]


def ask_status(path, ends, found):
    """How long the daemon's loop takes to answer `status`, in milliseconds, twenty times a second."""
    times = []
    while not ends.is_set():
        began = time.monotonic()
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(10)
            client.connect(str(path))
            client.sendall(b'{"command":"status"}\n')
            answer = b""
            while not answer.endswith(b"\n"):
                part = client.recv(65_536)
                if not part:
                    raise ConnectionError("the daemon hung up")
                answer += part
        times.append((time.monotonic() - began) * 1000)
        ends.wait(max(0, 0.05 - (time.monotonic() - began)))
    found.put(times)
