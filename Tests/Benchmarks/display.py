#!/usr/bin/env python3
"""What the display can take, and what that costs the daemon.

    display.py ADHAND FOLDER [SECONDS]

One display serves throughout. In each phase a new daemon calls five adhans to ALSA's null device: undisturbed; then while 200 pages follow
the display and 2,000 requests a second ask it for the page, the status, a week of times and the metrics; then while 1,000 connections to
it say nothing, or a byte each second. The daemon's `tick` is how long its loop takes to answer a request for the status. Lateness is what
its ledger has of the adhans, the worst of five, by the clock of ALSA's null device, which counts in periods. The ratios are to the
undisturbed phase. At the end `wrk` asks the display and nginx for the same file by turns, five times each.

The load comes from the same machine, and takes the processor from all that is measured.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import time

from display_clients import Clients, Requests, ask_status, follow, say_nothing
from display_server import Daemon, Display, Nginx, await_true
from processor import memory

adhand, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 60
PAGES, RATE, SILENT = 200, 2000, 1000
PATHS = ("/", "/api/status", "/api/times?days=7", "/metrics")
FILE = "/page.js"
display = None


def p99(values): return sorted(values)[int(len(values) * 0.99)]


def phase(name, load):
    """What the load found; the daemon's ticks and lateness in milliseconds, and its memory in MB."""
    global display
    daemon = Daemon(adhand, folder, name, delay=seconds // 3)
    try:
        display = display or Display(adhand, folder, daemon)
        await_true(lambda: b'"state":"here"' in display.get("/api/status"), "the display did not follow the daemon")
        asker = Clients(ask_status, daemon.socket)
        found = load()
        ticks, size = asker.finish(), memory(daemon.process.pid)
    finally:
        daemon.stop()
    return found, ticks, daemon.lateness(), size


def undisturbed():
    for path in PATHS + (FILE,):
        display.get(path)
    time.sleep(seconds)
    return memory(display.process.pid)


def requests_and_pages():
    pages = Clients(follow, display.port, PAGES)
    found = Requests(display.port, PATHS, RATE, seconds, folder).finish()
    return (*found, pages.finish())


def silence():
    silent = Clients(say_nothing, display.port, SILENT)
    time.sleep(seconds)
    return silent.finish()


def static():
    """Requests a second of the display and of nginx."""
    nginx, rates = Nginx(folder), {}
    try:
        for _ in range(5):
            for port in (display.port, nginx.port):
                said = subprocess.run(
                    ["wrk", "-t1", "-c50", "-d3s", f"http://127.0.0.1:{port}{FILE}"], capture_output=True, text=True, check=True
                ).stdout
                if "Non-2xx" in said or "Socket errors" in said:
                    sys.exit(f"display.py: {said}")
                rates.setdefault(port, []).append(float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]))
    finally:
        nginx.stop()
    return statistics.median(rates[display.port]), statistics.median(rates[nginx.port])


def report(name, ticks, late):
    for figure, of in (("median", statistics.median), ("p99", p99)):
        print(f"{name}-tick-{figure} {of(ticks):.2f} ms {of(ticks) / of(quiet_ticks):.2f}x undisturbed")
    print(f"{name}-lateness {late} ms {max(late, 1) / max(quiet_late, 1):.2f}x undisturbed")


subprocess.run(["sox", "-n", "-r", "44100", "-c", "2", folder / "click.wav", "synth", "0.1", "sine", "1000", "vol", "0.5", "pad", "0", "0.4"], check=True)
subprocess.run(["lame", "--quiet", folder / "click.wav", folder / "click.mp3"], check=True)
try:
    before, quiet_ticks, quiet_late, _ = phase("undisturbed", undisturbed)
    (rate, failed, latencies, clocks), ticks, late, size = phase("load", requests_and_pages)
    most = memory(display.process.pid, "VmHWM")
    print(f"display-requests {rate:.0f} requests/s")
    print(f"display-failed {failed} requests")
    print(f"display-latency-p50 {statistics.median(latencies):.2f} ms")
    print(f"display-latency-p99 {p99(latencies):.2f} ms")
    print(f"display-clocks {clocks} events")
    print(f"display-memory {most:.1f} MB")
    print(f"display-growth {most - before:.1f} MB")
    print(f"display-daemon-memory {size:.1f} MB")
    report("display-load", ticks, late)
    held, ticks, late, _ = phase("silence", silence)
    print(f"display-silent {held} connections")
    report("display-silent", ticks, late)
    own, peer = static()
    print(f"display-static {own:.0f} requests/s {own / peer:.2f}x nginx")
finally:
    if display:
        display.stop()
