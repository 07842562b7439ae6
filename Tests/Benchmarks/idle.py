#!/usr/bin/env python3
"""CPU time of an idle daemon, compared with the loop of most adhan scripts in Python: it wakes each second, reads the clock and compares it
with the day's times. Both are measured at the same time, after the daemon's first self-test.

    idle.py ADHAND FOLDER [SECONDS]
"""

import os
import pathlib
import subprocess
import sys
import time

from processor import seconds_of

PEER = """
import datetime, time
times = ["05:00", "12:10", "15:30", "18:10", "19:25"]
while True:
    if datetime.datetime.now().strftime("%H:%M:%S") in [f"{at}:00" for at in times]:
        pass
    time.sleep(1)
"""

adhand, folder = sys.argv[1], pathlib.Path(sys.argv[2])
length = int(sys.argv[3]) if len(sys.argv) > 3 else 60
(folder / "config.toml").write_text(
    """
[place]
name = "Bench"
latitude = 0.0
longitude = 0.0
timezone = "Africa/Abidjan"
[clock]
trust = "always"
[audio]
devices = ["silent"]
"""
)
places = {f"{kind}_DIRECTORY": str(folder) for kind in ("STATE", "CACHE", "RUNTIME")}
quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
daemon = subprocess.Popen(
    [adhand, "run", "--config", str(folder / "config.toml")], env=os.environ | places, **quiet
)
peer = subprocess.Popen([sys.executable, "-c", PEER], **quiet)
try:
    time.sleep(10)
    before = seconds_of(daemon.pid), seconds_of(peer.pid)
    time.sleep(length)
    own, other = (seconds_of(process.pid) - start for process, start in zip((daemon, peer), before))
finally:
    for process in (daemon, peer):
        process.terminate()
        process.wait()
# Per five minutes, whatever the measured time: the cost of a tick is too small for a figure per second.
own, other = (cost * 1000 * 300 / length for cost in (own, other))
print(f"idle-cpu {own:.1f} ms/300s {own / other:.2f}x python")
