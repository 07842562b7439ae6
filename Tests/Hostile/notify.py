"""adhand-notify, which runs the programs of [hooks] and tells the receivers of [[notify]], killed around an adhan."""

import collections
import concurrent.futures
import contextlib
import http.server
import json
import os
import signal
import sqlite3
import subprocess
import threading
import time

from box import Box, child, eventually, expect

# How long the recording is, in seconds.
LENGTH = 5
# When it is killed in each of three boxes, in seconds after the adhan's second. The announcement is ten seconds ahead, the program
# after the adhan runs for half a second. A killed process is back after somewhat more than two seconds. The third box's kills are in
# the midst of a delivery.
MOMENTS = ((-12, -9.3, -5, 0, 3.5, 7), (-13, -10, -6, -1, 2, 5), (-4, 0.3, 5.3))


def kill_teller(daemon):
    """Kills the process, as soon as there is one."""
    os.kill(eventually(lambda: child(daemon, "notify"), words="there was no adhand-notify to kill"), signal.SIGKILL)


class Receiver:
    """A webhook receiver, which takes its time. It answers 500 to the first try of each message, except for those of the adhan itself."""

    def __init__(self, box):
        # Each request as the time of its answer, its status, the key in the header and the message.
        self.answers, lock, tried = [], threading.Lock(), set()

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(handler):
                message = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))["message"]
                key = handler.headers["Idempotency-Key"]
                time.sleep(0.6)
                with lock:
                    status = 204 if key in tried or message["kind"] == "adhan" else 500
                    tried.add(key)
                    self.answers.append((status, key, message))
                # The sender may be dead by now.
                try:
                    handler.send_response(status)
                    handler.send_header("Content-Length", "0")
                    handler.end_headers()
                except OSError:
                    handler.close_connection = True

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        box.servers.append(server)
        self.address = f"http://127.0.0.1:{server.server_port}/"

    def accepted(self):
        """The keys of accepted messages, each once, in the order in which they came first."""
        return list(dict.fromkeys(key for status, key, _ in self.answers if status == 204))


def house(binary, due_in=18):
    """A box with programs that write down what they do, and a receiver."""
    box = Box(binary, due_in=due_in)
    sound = box.folder / "adhan.mp3"
    subprocess.run(["sox", "-n", "-r", "44100", "-c", "1", sound, "synth", str(LENGTH), "sine", "440"], check=True)
    hook = box.folder / "hook"
    hook.write_text(
        f'#!/bin/sh\necho "$1 $ADHAN_OCCASION begins" >>{box.folder}/hooks\n'
        f'[ "$1" != after ] || sleep 0.5\necho "$1 $ADHAN_OCCASION ends $ADHAN_STATE" >>{box.folder}/hooks\n'
    )
    hook.chmod(0o755)
    receiver = Receiver(box)
    kinds = "\n".join(f'{kind} = ["{hook}", "{kind}"]' for kind in ("before", "at", "after"))
    box.write_config(
        audio=f'adhan = "{sound}"', more=f'[hooks]\n{kinds}\n[[notify]]\nto = "webhook:{receiver.address}"'
    )
    return box, receiver


class Queue:
    """The queue of a box, watched while it lives."""

    def __init__(self, box):
        self.file = box.folder / "state/notify/queue.sqlite"
        # The keys that it has accepted, in their order.
        self.accepted, self.is_over = {}, threading.Event()
        threading.Thread(target=self.watch, daemon=True).start()

    def watch(self):
        # The receiver needs half a second for each message.
        while not self.is_over.wait(0.05):
            self.waiting()

    def waiting(self):
        if not self.file.exists():
            return []
        with contextlib.closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=10)) as connection:
            try:
                keys = [key for (key,) in connection.execute("SELECT key FROM message ORDER BY id")]
            except sqlite3.OperationalError as fault:
                # It is being made.
                expect("no such table" in str(fault), f"the queue cannot be read: {fault}")
                return []
        self.accepted.update(dict.fromkeys(keys))
        return keys


def ran(box, kind):
    """How often a program of the adhan began and ended."""
    lines = (box.folder / "hooks").read_text().split("\n") if (box.folder / "hooks").exists() else []
    return [sum(line.startswith(f"{kind} adhan-dhuhr {word}") for line in lines) for word in ("begins", "ends")]


def killed_at(binary, moments):
    """Kills it at each of the moments. Returns how late the adhan was, and the keys that were accepted, with repetitions."""
    box, receiver = house(binary)
    queue = Queue(box)
    try:
        daemon = box.start()
        box.answers(daemon)
        for moment in moments:
            box.wait_until(moment)
            kill_teller(daemon)
        row = eventually(lambda: (row := box.row()) and row["state"] == "completed" and row, words="it was not completed")
        late = int(row["lateness_ms"])
        expect(abs(late) <= 1000, f"the adhan began {late} ms after its second")
        expect(box.log.count(" began on ") == 1, f"it began {box.log.count(' began on ')} times")
        expect(daemon.poll() is None, "the daemon has ended")
        for kind in ("before", "after"):
            eventually(lambda: ran(box, kind)[1], words=f"{kind} did not run to its end: {row} {box.log[-2000:]}")
        # After a kill it would say what is not so any more; the log says that its end is unknown.
        lost = "[hooks] at of" in box.log and "its supervisor was killed" in box.log
        expect(ran(box, "at")[1] or lost, f"at did not run, and nobody says so: {box.log[-2000:]}")
        # An event of the moment in which it was dead is told when it is back.
        kinds = lambda: {key.split("/")[1] for key in receiver.accepted()}  # noqa: E731
        eventually(lambda: {"adhan", "adhan-after"} <= kinds(), words="adhan or adhan-after was never told")
        told = lambda: not queue.waiting() and receiver.accepted() == list(queue.accepted)  # noqa: E731
        words = f"the queue accepted {list(queue.accepted)}, the receiver got {receiver.accepted()}; it did not end"
        eventually(told, words=words)
        wrong = [(key, message) for _, key, message in receiver.answers if message["key"] != key]
        expect(not wrong, f"keys differ: {wrong}")
        # No message comes under two keys.
        names = collections.defaultdict(set)
        for _, key, message in receiver.answers:
            names[json.dumps([message.get(part) for part in ("kind", "occasion", "date", "fault", "words")])].add(key)
        doubled = [each for each in names.values() if len(each) > 1]
        expect(not doubled, f"one message under several keys: {doubled}")
        return late, [key for status, key, _ in receiver.answers if status == 204]
    finally:
        queue.is_over.set()
        box.close()


def absent_before(binary):
    """In a busy box a process may take `before` up between two kills; it has run in time then, and another box is tried."""
    for _ in range(3):
        if is_told_as_absent(binary):
            return
    expect(False, "in three boxes a process was quicker than the kills")


def is_told_as_absent(binary):
    """Kills each of its processes until one second before the adhan: nobody takes `before` up in time."""
    box, _ = house(binary)
    try:
        daemon = box.start()
        box.answers(daemon)
        while time.time() < box.due - 1:
            found = child(daemon, "notify")
            if found:
                os.kill(found, signal.SIGKILL)
            time.sleep(0.005)
        status = " ".join(box.command("status").stdout.split())
        if "its before of [hooks] was not begun five seconds ahead" not in status:
            eventually(lambda: ran(box, "before")[1], words=f"status does not tell, and before did not run: {status}")
            return False
        row = eventually(lambda: (row := box.row()) and row["state"] == "completed" and row, words="it was not completed")
        expect(abs(int(row["lateness_ms"])) <= 1000, f"the adhan began {row['lateness_ms']} ms after its second")
        said = "which runs it, has not taken it up"
        expect(said in json.dumps(row), f"the ledger's row does not tell: {row}")
        for kind in ("before", "after"):
            eventually(lambda: ran(box, kind)[1], words=f"{kind} did not run later: {box.log[-2000:]}")
        return True
    finally:
        box.close()


def the_teller_killed_around_an_adhan(binary):
    """At 15 moments in three boxes; in a fourth one it is killed again and again until a second before."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        absent = pool.submit(absent_before, binary)
        ends = list(pool.map(lambda moments: killed_at(binary, moments), MOMENTS))
        absent.result()
    keys = [key for _, told in ends for key in told]
    again = sum(len(told) - len(set(told)) for _, told in ends)
    return f"{', '.join(str(late) for late, _ in ends)} ms late, {len(keys) - again} messages, {again} of them twice"


CHECKS = [the_teller_killed_around_an_adhan]
