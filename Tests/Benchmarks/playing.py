#!/usr/bin/env python3
"""The cost of playing: the daemon's CPU time per second of sound and its resident memory, compared with `mpg123 -o alsa` for the same file;
and the CPU time of a daemon whose sound card is missing while an adhan is due.

    playing.py ADHAND FOLDER
"""

import pathlib
import sys
import time

from noon import zone_at_noon
from processor import memory, seconds_of
from sound_server import SoundServer

adhand, folder = sys.argv[1], pathlib.Path(sys.argv[2])
SECONDS = 60


def over(process, seconds):
    """CPU per second over that time."""
    before, began = seconds_of(process), time.time()
    time.sleep(seconds)
    return (seconds_of(process) - before) / (time.time() - began)


def daemon(server, name, config):
    home = folder / name
    home.mkdir()
    (home / "config.toml").write_text(config)
    places = {f"{kind}_DIRECTORY": str(home) for kind in ("STATE", "CACHE", "RUNTIME")}
    process = server.start(adhand, "run", "--config", home / "config.toml", environment=places)
    server.await_file(home / "adhand.sock", "the daemon")
    return process, home, places


def playing(server):
    server.make_mp3("minute", "synth", SECONDS, "pinknoise", "vol", 0.3)
    config = f"""
[place]
name = "Bench"
latitude = 0.0
longitude = 0.0
timezone = "Africa/Abidjan"
[clock]
trust = "always"
[audio]
devices = ["default"]
adhan = "{folder}/minute.mp3"
"""
    process, home, places = daemon(server, "playing", config)
    time.sleep(8)  # the start decodes the recordings
    idle = over(process.pid, 10)
    asked = server.start(adhand, "play", "--config", home / "config.toml", environment=places)
    peer = server.start("mpg123", "-q", "-o", "alsa", folder / "minute.mp3")
    time.sleep(5)
    own, other = seconds_of(process.pid), seconds_of(peer.pid)
    time.sleep(SECONDS - 15)
    own, other = (seconds_of(process.pid) - own) / (SECONDS - 15) - idle, (seconds_of(peer.pid) - other) / (SECONDS - 15)
    own_memory, other_memory = memory(process.pid), memory(peer.pid)
    asked.wait()
    print(f"play-cpu {own * 1000:.2f} ms/s {own / other:.2f}x mpg123")
    print(f"play-memory {own_memory:.1f} MB {own_memory / other_memory:.1f}x mpg123")


def missing(server):
    """In a zone where it is noon now, with Dhuhr in a quarter of a minute."""
    due = int(time.time()) + 15
    ahead, zone = zone_at_noon(due)
    wall = time.gmtime(due + ahead * 3600)
    date, dhuhr = time.strftime("%Y-%m-%d", wall), time.strftime("%H:%M:%S", wall)
    (folder / "day.csv").write_text(
        f"date,fajr,sunrise,dhuhr,asr,maghrib,isha\n{date},05:00,06:30,{dhuhr},15:30,18:00,19:30\n"
    )
    config = f"""
[place]
name = "Bench"
latitude = 0.0
longitude = {ahead * 15}.0
timezone = "{zone}"
[clock]
trust = "always"
[timetable]
file = "{folder}/day.csv"
check = "off"
[audio]
devices = ["plughw:CARD=Missing"]
"""
    process, _, _ = daemon(server, "missing", config)
    time.sleep(max(0, due + 2 - time.time()))
    print(f"missing-card-cpu {over(process.pid, 40) * 100:.3f} %")


server = SoundServer(folder)
try:
    playing(server)
    missing(server)
finally:
    server.stop()
