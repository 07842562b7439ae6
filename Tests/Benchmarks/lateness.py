#!/usr/bin/env python3
"""How late the first sample of adhand and its peers is, measured in one recording of a PulseAudio null sink.

    lateness.py ADHAND REFERENCE_CLICK FOLDER [STARTS]

Each round of four seconds has a start of adhand (a rehearsal, armed ten seconds before like a prayer), of the reference (a PCM that is open
and filled, started by a single call), of MPD (paused at the beginning, resumed with `pause 0` over an open socket) and of APScheduler
(which starts mpg123). The first four seconds of each minute belong to cron, which also starts mpg123. The lateness of a start is its delay
after its own second minus the delay of the reference in its round, or in the next one. Prints one line per figure, in milliseconds, and
the number of starts by cron.

cron needs root, for a mount namespace: the machine's own crontabs are neither read nor changed. If that is not allowed, cron is left out
and a line on stderr says why. cron sleeps whole seconds until the minute has passed, so it is late by one second plus the fraction of a
second at which it was started. It is restarted for each minute, with evenly distributed fractions.
"""

import array
import pathlib
import socket
import statistics
import subprocess
import sys
import threading
import time
import wave
from datetime import datetime, timezone

from apscheduler.schedulers.background import BackgroundScheduler
from sound_server import RATE, SoundServer

adhand, reference, folder = sys.argv[1:4]
starts = int(sys.argv[4]) if len(sys.argv) > 4 else 60
folder = pathlib.Path(folder)

# For each: the due second, counted from the beginning of a round, and the maximum lateness.
SOUNDS = {"adhand": (0, 0.5), "mpd": (2, 0.5), "apscheduler": (3, 0.5), "cron": (-4, 3.5)}
REFERENCE = 1


def until(moment):
    time.sleep(max(0, moment - time.time()))


def make_click(server):
    server.make_mp3("click", "synth", 0.1, "sine", 1000, "vol", 0.5, "pad", 0, 0.3)
    server.make_mp3("silence", "trim", 0, 5)
    server.run("mpg123", "-q", "-s", "-w", folder / "decoded.wav", folder / "click.mp3")
    server.run("sox", folder / "decoded.wav", "-t", "raw", "-e", "signed", "-b", 16, folder / "click.raw")


class MPD:
    """An MPD that is paused at the beginning of the click before each start."""

    def __init__(self, server):
        # It must not close the connection during the first minute.
        (folder / "mpd.conf").write_text(
            f'music_directory "{folder}"\nbind_to_address "{folder}/mpd"\nlog_file "{folder}/mpd.log"\nconnection_timeout "180"\n'
            'audio_output {\n  type "alsa"\n  name "card"\n  device "default"\n  mixer_type "none"\n}\n'
        )
        server.start("mpd", "--no-daemon", folder / "mpd.conf")
        server.await_file(folder / "mpd", "MPD")
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(f"{folder}/mpd")
        self.lines = self.socket.makefile("r")
        self.lines.readline()
        for name in ("silence.mp3", "click.mp3"):
            self.ask(f'add "file://{folder}/{name}"')

    def ask(self, command):
        self.socket.sendall((command + "\n").encode())
        for line in self.lines:
            if line.startswith("ACK"):
                sys.exit(f"lateness.py: MPD: {command}: {line}")
            if line == "OK\n":
                return

    def be_ready(self):
        self.ask("play 0")
        self.ask("pause 1")
        self.ask("seek 1 0")
        self.ask("pause 1")

    def play(self):
        self.ask("pause 0")


class Cron:
    """Debian's cron, which sees only the click's crontab. In a PID namespace, so its jobs end with it."""

    apart = ("unshare", "--mount", "--pid", "--kill-child", "sh", "-c")
    mounts = (
        f'mount --bind "{folder}/crontab" /etc/crontab'
        " && for hidden in /etc/cron.d /var/spool/cron /run; do mount -t tmpfs none $hidden || exit; done"
    )

    def __init__(self, server):
        self.server = server
        crontab = folder / "crontab"
        crontab.write_text(
            "".join(f"{name}={server.environment[name]}\n" for name in ("HOME", "PATH", "PULSE_SERVER", "XDG_RUNTIME_DIR"))
            + f'MAILTO=""\n* * * * * root mpg123 -q -o alsa "{folder}/click.mp3"\n'
        )
        # cron ignores a crontab that others may write.
        crontab.chmod(0o600)

    def is_allowed(self):
        try:
            self.server.run(*self.apart, self.mounts)
            return True
        except subprocess.CalledProcessError as error:
            print("lateness.py: cron is left out:", *error.stderr.decode().split(), file=sys.stderr)
            return False

    def play(self, minute, fraction):
        until(minute - 8 + fraction)
        # unshare ignores SIGTERM; this ends it even if this script has died.
        self.server.start(*self.apart, f"{self.mounts} && exec timeout --signal=KILL 12 cron -f")


def rehearse(server, second):
    until(second - 12 + 0.05)
    server.start(adhand, "rehearse", "fajr", "--in", "11s", "--config", folder / "config.toml")


def start_thread(target, *arguments):
    threading.Thread(target=target, args=arguments, daemon=True).start()


def play(server):
    """The start of the recording, the starts of the rounds, and the names of the players in them."""
    make_click(server)
    server.start("parec", "-d", "speaker.monitor", "--latency-msec=5", "--file-format=wav", folder / "heard.wav")
    server.await_file(folder / "heard.wav", "the recorder", beyond=44)
    began = time.time()
    (folder / "config.toml").write_text(f'[audio]\ndevices = ["default"]\nadhan = "{folder}/click.mp3"\n')
    mpd = MPD(server)
    cron = Cron(server)
    names = [name for name in SOUNDS if name != "cron" or cron.is_allowed()]
    first = int(time.time() + 10) // 60 * 60 + 60
    rounds = [first + index // 14 * 60 + 4 + index % 14 * 4 for index in range(starts)]
    server.start(reference, folder / "click.raw", *(second + REFERENCE for second in rounds))
    minutes = range(first, rounds[-1], 60) if "cron" in names else []
    for index, minute in enumerate(minutes):
        start_thread(cron.play, minute, (index + 0.5) / len(minutes))
    scheduler = BackgroundScheduler()
    scheduler.start()
    for second in rounds:
        start_thread(rehearse, server, second)
        scheduler.add_job(
            lambda: server.start("mpg123", "-q", "-o", "alsa", folder / "click.mp3"),
            "date",
            run_date=datetime.fromtimestamp(second + SOUNDS["apscheduler"][0], timezone.utc),
        )
    for second in rounds:
        until(second + 0.8)
        mpd.be_ready()
        until(second + SOUNDS["mpd"][0])
        mpd.play()
    until(rounds[-1] + 6)
    scheduler.shutdown()
    return began, rounds, names


def report(began, rounds, names):
    with wave.open(str(folder / "heard.wav")) as file:
        frames = array.array("h", file.readframes(file.getnframes()))[::2]
    loud = 3000

    def onset(begin, end):
        for index in range(max(0, begin), min(len(frames), end)):
            if abs(frames[index]) > loud:
                return index
        return None

    lateness = {name: [] for name in names}
    for second in rounds:
        expected = round((second + REFERENCE - began) * RATE)
        heard = onset(expected - RATE // 3, expected + RATE // 2)
        if heard is None:
            sys.exit(f"lateness.py: the reference of {second + REFERENCE} was not heard")
        # The sink's clock differs slightly from the wall clock.
        began = second + REFERENCE - heard / RATE
        for name in names:
            if name == "cron" and second % 60 != 4:
                continue
            offset, patience = SOUNDS[name]
            due = heard + (offset - REFERENCE) * RATE
            found = onset(due - RATE // 3, due + int(RATE * patience))
            if found is None:
                sys.exit(f"lateness.py: {name} was not heard after {second + offset}")
            lateness[name].append((found - due) * 1000 / RATE)

    def p95(values):
        return sorted(values)[int(len(values) * 0.95)]

    for figure, of in (("median", statistics.median), ("p95", p95)):
        late = {name: of(values) for name, values in lateness.items()}
        # Before the reference is as wrong as after it: the absolute value counts.
        ratio = abs(late["adhand"]) / max(abs(late["mpd"]), 0.01)
        print(f"lateness-{figure} {late['adhand']:.2f} ms {ratio:.2f}x mpd")
        for name in names[1:]:
            print(f"lateness-{figure}-{name} {late[name]:.2f} ms")
    if "cron" in names:
        print(f"lateness-starts-cron {len(lateness['cron'])} starts")


server = SoundServer(folder)
try:
    times = play(server)
finally:
    server.stop()
report(*times)
