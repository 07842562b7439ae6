"""The display dies, hangs and is flooded while a prayer is due: the daemon does not notice."""

import http.client
import random
import re
import signal
import socket
import subprocess
import threading

from box import Box, eventually, expect


def start_display(box):
    """Starts it on a port that the kernel chooses. Returns the process and the port."""
    log = box.folder / "display.log"
    log.write_bytes(b"")

    process = subprocess.Popen(
        box.arguments("display"),
        env=box.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=open(log, "ab"),
    )
    box.processes.append(process)
    found = eventually(lambda: re.search(r"http://127\.0\.0\.1:(\d+)/", log.read_text()), words="the display did not listen")
    return process, int(found[1])


def get(port, path):
    """The status and the body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except OSError:
        return 0, b""
    finally:
        connection.close()


def serves(port):
    return get(port, "/")[0] == 200 and b'"state":"here"' in get(port, "/api/status")[1]


def silent_clients(port, count):
    """Connections that say nothing; those beyond the server's limit are closed by it."""
    clients = []
    for _ in range(count):
        client = socket.socket()
        client.settimeout(1)
        try:
            client.connect(("127.0.0.1", port))
        except OSError:
            client.close()
            continue
        clients.append(client)
    return clients


def a_display_that_hangs_and_dies(binary):
    box = Box(binary, due_in=22)
    idle = []
    try:
        box.write_config(more='[display]\nlisten = "127.0.0.1:0"')
        box.answers(box.start())
        process, port = start_display(box)
        eventually(lambda: serves(port), words="the display did not serve")
        box.wait_until(-9)
        process.send_signal(signal.SIGSTOP)
        idle = silent_clients(port, 1000)
        late = box.called_on_time()
        process.kill()
        process.wait()
        _, port = start_display(box)
        eventually(lambda: serves(port), words="the display did not come back")
        return f"{late}, with {len(idle)} silent clients"
    finally:
        for client in idle:
            client.close()
        box.close()


def a_flooded_display(binary):
    """Silent clients, followers that read nothing, and requests without a pause: it goes on, and its memory stays."""
    box = Box(binary, due_in=30)
    idle, ends = [], threading.Event()
    asked = [0]
    try:
        box.write_config(more='[display]\nlisten = "127.0.0.1:0"')
        box.answers(box.start())
        process, port = start_display(box)
        eventually(lambda: serves(port), words="the display did not serve")

        def memory():
            status = open(f"/proc/{process.pid}/status").read()
            return int(re.search(r"VmRSS:\s+(\d+)", status)[1])

        before = memory()
        for _ in range(60):
            client = socket.create_connection(("127.0.0.1", port), timeout=10)
            client.sendall(b"GET /api/display/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            idle.append(client)

        def flood(seed):
            chance = random.Random(seed)
            good = b"GET /api/times?date=2026-11-21&days=3 HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n"
            while not ends.is_set():
                request = bytearray(good)
                for _ in range(chance.randint(0, 4)):
                    request[chance.randrange(len(request))] = chance.randrange(256)
                if chance.random() < 0.05:
                    request = request[: chance.randrange(len(request))] + b"x" * chance.choice((10, 70_000))
                try:
                    with socket.create_connection(("127.0.0.1", port), timeout=0.2) as client:
                        client.sendall(request)
                        client.recv(4096)
                except OSError:
                    pass
                asked[0] += 1

        floods = [threading.Thread(target=flood, args=(seed,)) for seed in range(3)]
        for thread in floods:
            thread.start()
        idle += silent_clients(port, 200)
        late = box.called_on_time()
        ends.set()
        for thread in floods:
            thread.join()
        eventually(lambda: serves(port), words="the display did not serve after the flood")
        expect(process.poll() is None, "the display ended")
        grown = memory() - before
        expect(grown < 15_000, f"the display has grown by {grown} kB")
        return f"{late}; {asked[0]} requests, {grown} kB more"
    finally:
        ends.set()
        for client in idle:
            client.close()
        box.close()


CHECKS = [a_display_that_hangs_and_dies, a_flooded_display]
