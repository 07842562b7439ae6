"""Attacks and overload by clients of the daemon, by the server of its timetable, and through file names."""

import contextlib
import os
import re
import signal
import socket
import time

from box import ROOT, Box, child, eventually, expect

# Characters that control a terminal or deceive a reader, except the newline.
OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def locks_on_all_that_others_may_read(binary):
    box = Box(binary, due_in=None)
    try:
        timetables = box.folder / "cache/timetables"
        timetables.mkdir(mode=0o700)
        payload = timetables / "s3-2026.payload"
        payload.write_text("broken\n")
        box.hold_locks(*(box.folder / name for name in ("run", "state", "cache")), box.config, timetables, payload)
        process = box.start()
        box.answers(process)
        cleared = box.command("cache", "clear")
        expect(cleared.returncode == 0 and "1 file removed" in cleared.stdout, f"cache clear: {cleared}")
    finally:
        box.close()


def a_second_daemon_in_the_same_folders(binary):
    """It is refused while the first runs, and starts after that was killed."""
    box = Box(binary, due_in=None)
    try:
        first = box.start()
        box.answers(first)
        other = box.command("run")
        expect(other.returncode == 73 and "another adhand" in other.stderr, f"the second: {other}")
        first.kill()
        first.wait()
        box.answers(box.start())
    finally:
        box.close()


def forty_idle_followers_and_forty_silent_clients(binary):
    box = Box(binary, due_in=None)
    idle = []
    try:
        box.answers(box.start())
        for request in [b'{"command":"events"}\n'] * 40 + [b""] * 40:
            client = box.connect()
            client.sendall(request)
            idle.append(client)
        stopped = box.command("stop")
        expect("nothing sounds" in stopped.stderr, f"no stop got in: {stopped}")
        expect(box.command("status").returncode in (0, 1), "no status got in")
    finally:
        for client in idle:
            client.close()
        box.close()


def a_flood_of_orders(binary):
    """It floods neither the log nor the timetable's server, and a stop is still obeyed."""
    box = Box(binary, due_in=None)
    try:
        address, asked = box.server(404)
        box.write_config(more=f'[timetable.s3]\nurl = "{address}/{{year}}.json"')
        box.answers(box.start())
        box.ask({"command": "refresh-now"})
        before, requests = box.log.count("\n"), len(asked)
        orders = [
            {"command": "refresh-now"},
            {"command": "refresh"},
            {"command": "reload"},
            {"command": "play", "file": str(ROOT / "Resources/adhan.mp3")},
            {"command": "stop"},
            {"command": "mute", "value": "30m"},
            {"command": "unmute"},
            {"command": "display", "problems": ["WATCHDOG=trigger\n" * 100] * 30},
            {"command": "display"},
        ]
        given, end = 0, time.monotonic() + 6
        while time.monotonic() < end:
            box.ask(orders[given % len(orders)])
            given += 1
        stopped = box.ask({"command": "stop"})
        expect(b'"ok"' in stopped or b"nothing sounds" in stopped, f"no stop got through: {stopped}")
        lines, more = box.log.count("\n") - before, len(asked) - requests
        expect(given > 200, f"only {given} orders were given")
        expect(lines < 600, f"{given} orders wrote {lines} lines")
        expect(more <= 12, f"{given} orders had the server asked {more} times")
        return f"{given} orders: {lines} lines, {more} questions"
    finally:
        box.close()


def a_server_that_wants_to_be_left_alone_for_ever(binary):
    """A person who requests a refresh still gets one."""
    box = Box(binary, due_in=None)
    try:
        address, asked = box.server(429, [("Retry-After", "999999999")])
        box.write_config(more=f'[timetable.s3]\nurl = "{address}/{{year}}.json"')
        box.answers(box.start())
        eventually(lambda: "is asked again in an hour" in box.command("status").stdout, words="status does not say so")
        before = len(asked)
        refreshed = box.command("refresh", "--now")
        said = refreshed.returncode == 0 and "and is asked all the same" in refreshed.stdout
        expect(said, f"the answer does not say so: {refreshed}")
        # At most one request per minute, and the first was at the start.
        eventually(lambda: len(asked) > before, 75, words="it was not asked")
    finally:
        box.close()


def a_process_for_the_network_that_hangs_and_dies(binary):
    """Its server never answers; it is stopped, killed and started again until the prayer's second."""
    box = Box(binary)
    silent = socket.create_server(("127.0.0.1", 0), backlog=64)
    try:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        box.write_config(more=f'[timetable.s3]\nurl = "{address}/{{year}}.json"')
        process = box.start()
        box.answers(process)
        killed = 0
        while time.time() < box.due - 1:
            found = child(process, "sync")
            if found:
                # It may end by itself.
                with contextlib.suppress(ProcessLookupError):
                    if killed % 2:
                        os.kill(found, signal.SIGSTOP)
                    os.kill(found, signal.SIGKILL)
                killed += 1
            box.command("refresh", "--now")
            time.sleep(0.5)
        expect(killed > 0, "no process fetched anything")
        said = box.called_on_time()
        box.command("refresh", "--now")
        eventually(lambda: child(process, "sync"), words="no process for the network came back")
        process.terminate()
        process.wait(15)
        eventually(lambda: child(process, "sync") is None, words="the process for the network outlives the daemon")
        return f"{said}, killed {killed} times"
    finally:
        silent.close()
        box.close()


def a_file_whose_name_forges_lines(binary):
    """It can forge neither log lines, nor messages to systemd, nor control characters for a terminal."""
    box = Box(binary, due_in=None)
    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        name = str(box.folder / "a\r\nWATCHDOG=trigger\r\n00:00:00 error: forged\x1b[2J\u009b31m\u202e.mp3")
        os.symlink(ROOT / "Resources/adhan.mp3", name)
        systemd.bind(str(box.folder / "notify"))
        box.answers(box.start({"NOTIFY_SOCKET": str(box.folder / "notify")}))
        # The answer is JSON for programs and may contain them; commands print it for people.
        answer = box.ask({"command": "play", "file": name}).decode()
        expect('"ok"' in answer, f"it is not played: {answer!r}")
        eventually(
            lambda: "WATCHDOG=trigger" in box.command("status").stdout, words="status does not say what sounds"
        )
        texts = [box.command("status").stdout, box.command("stop").stdout]
        eventually(lambda: box.log.count("WATCHDOG=trigger") > 1, words="the log does not say what sounds")
        time.sleep(1.2)
        systemd.setblocking(False)
        try:
            while True:
                texts.append(systemd.recv(65536).decode())
        except BlockingIOError:
            pass
        for text in texts + [box.log]:
            expect(not OBEYED.search(text), repr(text))
            expect(not re.search("^(WATCHDOG=trigger|00:00:00)", text, re.MULTILINE), text)
    finally:
        box.close()
        systemd.close()


CHECKS = [
    a_process_for_the_network_that_hangs_and_dies,
    locks_on_all_that_others_may_read,
    a_second_daemon_in_the_same_folders,
    forty_idle_followers_and_forty_silent_clients,
    a_flood_of_orders,
    a_server_that_wants_to_be_left_alone_for_ever,
    a_file_whose_name_forges_lines,
]
