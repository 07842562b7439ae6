#!/usr/bin/env python3
"""How late the first sample is after its second, of adhand and of its peers, in one recording of a PulseAudio null sink.

    lateness.py ADHAND REFERENCE_CLICK FOLDER [STARTS]

Each round of four seconds has a start of adhand (a rehearsal: armed ten seconds before, as a prayer is), the reference (a PCM that is
open, filled and waiting, started by one call), MPD (paused at the beginning, told `pause 0` over an open socket) and APScheduler
(which starts mpg123). A start's lateness is how much later after its own second it is heard than the reference of its round
after that one's. Prints a line a figure, in milliseconds.
"""

import array
import pathlib
import socket
import statistics
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


def until(moment):
    time.sleep(max(0, moment - time.time()))


def make_click(server):
    server.make_mp3("click", "synth", 0.1, "sine", 1000, "vol", 0.5, "pad", 0, 0.3)
    server.make_mp3("silence", "trim", 0, 5)
    server.run("mpg123", "-q", "-s", "-w", folder / "decoded.wav", folder / "click.mp3")
    server.run("sox", folder / "decoded.wav", "-t", "raw", "-e", "signed", "-b", 16, folder / "click.raw")


class MPD:
    """One that is paused at the beginning of the click before each start."""

    def __init__(self, server):
        (folder / "mpd.conf").write_text(
            f'music_directory "{folder}"\nbind_to_address "{folder}/mpd"\nlog_file "{folder}/mpd.log"\n'
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


def rehearse(server, second):
    until(second - 12 + 0.05)
    server.start(adhand, "rehearse", "fajr", "--in", "11s", "--config", folder / "config.toml")


def play(server):
    make_click(server)
    server.start("parec", "-d", "speaker.monitor", "--latency-msec=5", "--file-format=wav", folder / "heard.wav")
    server.await_file(folder / "heard.wav", "the recorder", beyond=44)
    (folder / "config.toml").write_text(f'[audio]\ndevices = ["default"]\nadhan = "{folder}/click.mp3"\n')
    mpd = MPD(server)
    first = int(time.time()) + 16
    rounds = [first + 4 * index for index in range(starts)]
    references = [second + 1 for second in rounds]
    server.start(reference, folder / "click.raw", *references)
    scheduler = BackgroundScheduler()
    scheduler.start()
    for second in rounds:
        threading.Thread(target=rehearse, args=(server, second), daemon=True).start()
        scheduler.add_job(
            lambda: server.start("mpg123", "-q", "-o", "alsa", folder / "click.mp3"),
            "date",
            run_date=datetime.fromtimestamp(second + 3, timezone.utc),
        )
    for second in rounds:
        until(second + 0.8)
        mpd.be_ready()
        until(second + 2)
        mpd.play()
    until(rounds[-1] + 6)
    scheduler.shutdown()
    return rounds, references


def report(rounds, references):
    with wave.open(str(folder / "heard.wav")) as file:
        frames = array.array("h", file.readframes(file.getnframes()))[::2]
    loud = 3000

    def onset(begin, end):
        for index in range(max(0, begin), min(len(frames), end)):
            if abs(frames[index]) > loud:
                return index
        return None

    # Something sounds each second from the first on, so that the first of all is the first round's.
    begin = onset(0, len(frames))
    if begin is None:
        sys.exit("lateness.py: nothing was heard")
    lateness = {"adhand": [], "mpd": [], "apscheduler": []}
    for second, expected in zip(rounds, references):
        guess = begin + (expected - rounds[0]) * RATE
        heard = onset(guess - RATE // 3, guess + RATE // 2)
        if heard is None:
            sys.exit(f"lateness.py: the reference of {expected} was not heard")
        for name, offset in (("adhand", -1), ("mpd", 1), ("apscheduler", 2)):
            due = heard + offset * RATE
            found = onset(due - RATE // 3, due + RATE // 2)
            if found is None:
                sys.exit(f"lateness.py: {name} was not heard after {second}")
            lateness[name].append((found - due) * 1000 / RATE)

    def p95(values):
        return sorted(values)[int(len(values) * 0.95)]

    for figure, of in (("median", statistics.median), ("p95", p95)):
        own, mpd, apscheduler = (of(lateness[name]) for name in ("adhand", "mpd", "apscheduler"))
        print(f"lateness-{figure} {own:.2f} ms {own / mpd:.2f}x mpd")
        print(f"lateness-{figure}-mpd {mpd:.2f} ms")
        print(f"lateness-{figure}-apscheduler {apscheduler:.2f} ms")



server = SoundServer(folder)
try:
    times = play(server)
finally:
    server.stop()
report(*times)
