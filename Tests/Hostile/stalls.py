"""Readers, disks and devices of the daemon that hang, are full, or disappear while a prayer is due."""

import fcntl
import os
import resource
import signal
import socket
import subprocess
import threading
import time

from box import ROOT, Box, eventually, expect


def a_log_that_nobody_reads(binary):
    """stderr is a full pipe, the daemon logs a lot, and libpulse has something to say while the device is opened."""
    box = Box(binary)
    box.environment["PULSE_RUNTIME_PATH"] = "/proc/nope/pulse"
    try:
        reading, writing = os.pipe()
        fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, 4096)
        os.set_blocking(writing, False)
        os.write(writing, b"x" * 4096)
        os.set_blocking(writing, True)
        process = box.start(stderr=writing)
        box.answers(process)
        while time.time() < box.due - 12:
            process.send_signal(signal.SIGHUP)
            time.sleep(0.2)
        return box.called_on_time()
    finally:
        box.close()
        os.close(reading)
        os.close(writing)


def a_systemd_that_does_not_read(binary):
    """The notification socket's queue is full after a few watchdog messages."""
    box = Box(binary)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        path = str(box.folder / "notify")
        listener.bind(path)
        process = box.start({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "200000"})
        box.answers(process)
        return box.called_on_time()
    finally:
        box.close()
        listener.close()


def a_full_disk_and_reloads(binary):
    """Neither the ledger nor a mark file can be written, and the config is reloaded again and again."""
    box = Box(binary)
    lines = []
    try:
        process = box.start(stderr=subprocess.PIPE)
        threading.Thread(target=lambda: lines.extend(process.stderr), daemon=True).start()
        box.answers(process)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        box.wait_until(2)
        expect(box.command("stop").returncode == 0, "nothing sounded")
        for _ in range(4):
            box.command("reload")
            time.sleep(3)
        began = [line for line in list(lines) if b" began on " in line]
        expect(len(began) == 1, f"it began {len(began)} times")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        eventually(lambda: (row := box.row()) and row["state"] == "stopped", 70, "its row was not written")
        return "called once, and its row is written"
    finally:
        box.close()


def a_ledger_that_is_removed(binary):
    """The file is removed some seconds before the prayer."""
    box = Box(binary)
    try:
        process = box.start()
        box.answers(process)
        box.wait_until(-4)
        (box.folder / "state/ledger.sqlite").unlink()
        words = box.called_on_time()
        expect("was removed; a new one is created" in box.log, "the log does not say what happened")
        return words
    finally:
        box.close()


def a_second_daemon_on_the_ledger(binary):
    """It has its own runtime folder, and would treat the current adhan as one interrupted by a crash."""
    box = Box(binary)
    try:
        process = box.start()
        box.answers(process)
        box.wait_until(1)
        other = subprocess.run(
            box.arguments("run"),
            env={**box.environment, "RUNTIME_DIRECTORY": str(box.folder / "other")},
            capture_output=True,
            text=True,
            timeout=30,
        )
        expect(other.returncode == 73, f"the second daemon ended with {other.returncode}")
        return box.called_on_time(2500)
    finally:
        box.close()


def hanging_files(box):
    """The environment in which files below the folder "served" never answer."""
    library = box.folder / "hang.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, ROOT / "Tests/Shims/hanging-files.c", "-ldl"], check=True)
    (box.folder / "served").mkdir()
    return {"LD_PRELOAD": str(library), "ADHAND_HANGING": str(box.folder / "served")}


def files_that_never_answer(binary):
    """The timetable, a recording and everything that the daemon writes are on a hung server from the start. The prayer is due by calculation."""
    box = Box(binary, due_in=60)
    try:
        environment = hanging_files(box)
        box.calculate_due()
        box.timetable = box.timetable.rename(box.folder / "served/timetable.csv")
        recording = f'[audio.files]\nfajr = "{box.folder}/served/fajr.mp3"'
        box.write_config(trust="auto", more=f"{box.exact}\n{recording}")
        process = box.start({**environment, "STATE_DIRECTORY": f"{box.folder}/served"})
        # The start waits for each of its files, one after another.
        box.answers(process, 40)
        eventually(lambda: box.status()["clock"]["state"] != "unknown", words="nobody looked at the clock")
        confirmed = box.command("clock", "confirm")
        expect(confirmed.returncode == 0, f"the clock could not be confirmed: {confirmed}")
        eventually(lambda: box.status().get("next"), words="there is no next prayer")
        expect(box.status()["next"]["source"] == "calculation", "the hanging timetable is said to be the source")
        expect("has not answered within" in box.log, "the log does not say what hangs")
        return box.began_on_time()
    finally:
        box.close()


def a_start_seconds_before_with_a_state_folder_that_hangs(binary):
    """The box is started some seconds before the prayer, and the disk of its ledger and settings does not answer."""
    told = []
    for seconds in (9, 5):
        box = Box(binary, due_in=seconds + 3)
        try:
            environment = hanging_files(box)
            box.wait_until(-seconds)
            box.start({**environment, "STATE_DIRECTORY": f"{box.folder}/served"})
            told.append(f"{seconds} s before: {box.began_on_time()}")
        finally:
            box.close()
    return "; ".join(told)


def a_ledger_that_hangs_in_the_seconds_before(binary):
    """The ledger hangs just before the adhan: its row cannot be written, but its mark file can."""
    box = Box(binary)
    try:
        environment = hanging_files(box)
        process = box.start(
            {**environment, "ADHAND_HANGING_FROM": str(box.due - 5), "STATE_DIRECTORY": f"{box.folder}/served"}
        )
        box.answers(process)
        words = box.began_on_time()
        marks = [file.name for file in (box.folder / "run").rglob("*.mark")]
        expect(any("adhan-dhuhr" in name for name in marks), f"it is not marked; there is {marks}")
        return words
    finally:
        box.close()


def a_restart_while_no_device_opens(binary):
    """Killed while it searches for a misspelt card; the config is corrected within the grace."""
    box = Box(binary, due_in=14)
    try:
        box.write_config(devices='["hw:CARD=Nowhere"]')
        process = box.start()
        box.answers(process)
        box.wait_until(3)
        process.kill()
        process.wait()
        box.write_config()
        box.answers(box.start())
        eventually(lambda: " began on null" in box.log, words="it was not called after the restart")
        expect(box.command("stop").returncode == 0, "nothing sounded")
        row = eventually(lambda: (row := box.row()) and row["state"] == "stopped" and row, words="there is no row")
        return f"called {int(row['lateness_ms']) / 1000:.0f} s late, within its grace"
    finally:
        box.close()


def closed_standard_streams(binary):
    """Started without stdin, stdout and stderr: their numbers must not be reused for other files."""
    box = Box(binary)
    try:
        process = box.start(prefix=["sh", "-c", 'exec "$@" <&- >&- 2>&-', "--"])
        box.answers(process)
        ends = [os.readlink(f"/proc/{process.pid}/fd/{number}") for number in range(3)]
        expect(ends == ["/dev/null"] * 3, f"they lead to {', '.join(ends)}")
        return box.called_on_time()
    finally:
        box.close()


def small_disk(box, *commands):
    """Mounts in a separate namespace. Returns the command prefix that enters it; None if mounting is not allowed."""
    script = " && ".join([*commands, "echo ready", "exec sleep 300"])
    keeper = subprocess.Popen(["unshare", "-m", "sh", "-ec", script], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    box.processes.append(keeper)
    if keeper.stdout.readline() != b"ready\n":
        return None
    return ["nsenter", "-t", str(keeper.pid), "-m", "--"]


def both_disks_full_and_a_kill(binary):
    """The ledger's disk and the runtime folder are full, the adhan begins, the daemon is killed; then there is room again."""
    box = Box(binary)
    try:
        state, run = box.folder / "state", box.folder / "run"
        inside = small_disk(
            box,
            f"truncate -s 2M {box.folder}/image && mkfs.ext4 -q {box.folder}/image && mount -o loop {box.folder}/image {state}",
            f"mount -t tmpfs -o size=128k,mode=700 none {run}",
        )
        if not inside:
            return "not tried: nothing may be mounted here"
        fill = f"for d in {state} {run}; do for i in 1 2 3; do dd if=/dev/zero of=$d/fill$i bs=512; sync -f $d; done; done"
        box.command = lambda *words, command=box.command: command(*words, prefix=inside)
        process = box.start(prefix=inside)
        box.answers(process)
        subprocess.run([*inside, "sh", "-c", fill], stderr=subprocess.DEVNULL)
        box.wait_until(2)
        expect(box.log.count(" began ") == 1, f"it did not begin: {box.log[-2000:]}")
        expect("disk is full" in box.log, f"the ledger's disk took the row: {box.log[-2000:]}")
        process.kill()
        process.wait()
        subprocess.run([*inside, "sh", "-c", f"rm {state}/fill* {run}/fill*"], check=True)
        box.answers(box.start(prefix=inside))

        def outcome():
            expect(box.log.count(" began ") == 1, "it was called twice")
            return (row := box.row()) and row["state"] != "started" and row

        row = eventually(outcome, words="its row is not ended")
        return f"called once, and booked as {row['state']}"
    finally:
        box.close()


CHECKS = [
    a_log_that_nobody_reads,
    a_systemd_that_does_not_read,
    a_full_disk_and_reloads,
    a_ledger_that_is_removed,
    a_second_daemon_on_the_ledger,
    files_that_never_answer,
    a_start_seconds_before_with_a_state_folder_that_hangs,
    a_ledger_that_hangs_in_the_seconds_before,
    a_restart_while_no_device_opens,
    closed_standard_streams,
    both_disks_full_and_a_kill,
]
