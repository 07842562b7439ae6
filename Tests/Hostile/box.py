"""A daemon in its own folders, with a prayer due in a few seconds or none near."""

import csv
import datetime
import http.server
import io
import json
import math
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Zones near the equator without summer time, from twelve hours behind UTC to twelve ahead.
ZONES = (
    "Pacific/Tarawa Pacific/Pago_Pago Pacific/Tahiti Pacific/Gambier Pacific/Pitcairn America/Hermosillo "
    "America/Costa_Rica America/Bogota America/Manaus America/Cayenne America/Noronha Atlantic/Cape_Verde "
    "Africa/Abidjan Africa/Lagos Africa/Maputo Africa/Nairobi Asia/Dubai Indian/Maldives Asia/Dhaka Asia/Bangkok "
    "Asia/Singapore Pacific/Palau Pacific/Port_Moresby Pacific/Guadalcanal Pacific/Tarawa"
).split()


class Failed(Exception):
    """The broken promise, as a sentence."""


def expect(condition, words):
    if not condition:
        raise Failed(words)


def eventually(condition, within=20.0, words="it did not happen"):
    end = time.monotonic() + within
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise Failed(f"{words} within {within:g} s")


def child(daemon, command):
    """The process of that command that the daemon has started; None while there is none."""
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            try:
                words = open(f"/proc/{entry.name}/cmdline", "rb").read()
            except OSError:
                continue
            if f'"{command}"'.encode() in words and f'"parent":{daemon.pid}}}'.encode() in words:
                return int(entry.name)
    return None


class Box:
    """Its sound goes to ALSA's null device, which accepts everything."""

    def __init__(self, binary, due_in=18):
        """Dhuhr is due in that many seconds. With None it is between nine and ten in the morning, and no prayer is near."""
        self.binary = binary
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="adhand-hostile-"))
        self.due = int(time.time()) + (due_in or 0)
        utc = time.gmtime(self.due)
        self.ahead = 12 - utc.tm_hour if due_in else (9 - utc.tm_hour + 36) % 24 - 12
        local = time.gmtime(self.due + self.ahead * 3600)
        self.date = time.strftime("%Y-%m-%d", local)
        self.longitude = max(-179, min(self.ahead * 15, 179))
        self.timetable = self.folder / "timetable.csv" if due_in else None
        self.config = self.folder / "config.toml"
        self.write_config()
        if self.timetable:
            self.timetable.write_text(
                "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n"
                f"{self.date},04:00,06:00,{time.strftime('%H:%M:%S', local)},16:00,18:00,20:00\n"
            )
        self.environment = {
            **{name: value for name, value in os.environ.items() if name in ("PATH", "LANG", "TMPDIR")},
            "HOME": str(self.folder),
            "STATE_DIRECTORY": str(self.folder / "state"),
            "RUNTIME_DIRECTORY": str(self.folder / "run"),
            "CACHE_DIRECTORY": str(self.folder / "cache"),
            "CONFIGURATION_DIRECTORY": str(self.folder / "etc"),
            # Otherwise libpulse would leave a folder behind.
            "PULSE_RUNTIME_PATH": str(self.folder / "pulse"),
        }
        for name in ("state", "run", "cache", "etc"):
            (self.folder / name).mkdir(mode=0o700)
        self.processes = []
        self.servers = []

    def write_config(self, audio="", devices='["null"]', trust="always", more=""):
        timetable = f'[timetable]\nfile = "{self.timetable}"\ncheck = "off"' if self.timetable else ""
        self.config.write_text(
            f"""[place]
name = "Noon"
latitude = 0.0
longitude = {self.longitude:.6f}
timezone = "{ZONES[self.ahead + 12]}"
[clock]
trust = "{trust}"
[audio]
devices = {devices}
{audio}
{timetable}
{more}
"""
        )

    def calculate_due(self):
        """Makes the calculated Dhuhr due in the same second, with `exact` in the config.

        Whole minutes are an offset and the seconds a move of the place, which can stay in its zone of longitudes.
        """
        self.timetable, timetable = None, self.timetable
        minutes = 0
        for _ in range(2):
            self.exact = f'[calculation]\nmethod = "mwl"\nrounding = "none"\n[calculation.offsets]\ndhuhr = {minutes}'
            self.write_config(more=self.exact)
            found = json.loads(self.command("times", "--date", self.date, "--format", "json").stdout)
            early = self.due - datetime.datetime.fromisoformat(found["days"][0]["dhuhr"]).timestamp()
            minutes += int(early / 60)
            self.longitude -= math.fmod(early, 60) / 240
        self.timetable = timetable

    def arguments(self, *words):
        # A config that is named counts alone, without what the panel has set.
        named = [] if self.config == self.folder / "etc" / "config.toml" else ["--config", str(self.config)]
        return [self.binary, *words, *named, "--resources", str(ROOT / "Resources")]

    def start(self, environment=None, stderr=None, prefix=(), **popen):
        """Starts the daemon; its log goes to `log` unless `stderr` says otherwise."""
        process = subprocess.Popen(
            [*prefix, *self.arguments("run")],
            env={**self.environment, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr if stderr is not None else open(self.folder / "log", "ab"),
            **popen,
        )
        self.processes.append(process)
        return process

    def answers(self, process=None, within=20.0):
        """Waits until the daemon answers on its socket."""

        def look():
            if process is not None and process.poll() is not None:
                raise Failed(f"the daemon ended with {process.returncode}: {self.log[-2000:]}")
            return self.command("status", "--format", "json").returncode in (0, 1)

        eventually(look, within, words="the daemon did not answer")

    @property
    def log(self):
        file = self.folder / "log"
        return file.read_bytes().decode(errors="replace") if file.exists() else ""

    def command(self, *words, environment=None, timeout=15, prefix=()):
        ended = subprocess.run(
            [*prefix, *self.arguments(*words)],
            env={**self.environment, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
        )
        # Not text=True, which would convert \r to a newline.
        (ended.stdout, ended.stderr) = (stream.decode(errors="replace") for stream in (ended.stdout, ended.stderr))
        return ended

    def status(self):
        return json.loads(self.command("status", "--format", "json").stdout)

    def row(self):
        """The ledger's row for Dhuhr; None if there is none yet."""
        outcome = self.command("history", "--format", "csv", "--from", self.date)
        rows = csv.DictReader(io.StringIO(outcome.stdout))
        return next((row for row in rows if row["occasion"] == "adhan-dhuhr" and row["date"] == self.date), None)

    def wait_until(self, seconds_after_due):
        time.sleep(max(0.0, self.due + seconds_after_due - time.time()))

    def called_on_time(self, limit_ms=1000):
        """Stops the adhan two seconds after its second, and checks how late it began."""
        self.wait_until(2)
        outcome = self.command("stop")
        expect(outcome.returncode == 0, f"nothing sounded two seconds after the second: {outcome.stderr.strip()}")
        row = eventually(
            lambda: (row := self.row()) and row["state"] == "stopped" and row, words="the row was not written"
        )
        late = int(row["lateness_ms"])
        expect(abs(late) <= limit_ms, f"it began {late} ms after its second")
        return f"{late} ms late"

    def began_on_time(self, limit_ms=1000):
        """Like called_on_time, but by the log alone, for when no row can be written or read."""
        self.wait_until(2)
        outcome = self.command("stop")
        expect(outcome.returncode == 0, f"nothing sounded two seconds after the second: {outcome.stderr.strip()}")
        found = eventually(
            lambda: re.search(r"(?:began (\d+) ms (before|after) its second|began at its second)", self.log),
            words="the log does not say how late it began",
        )
        late = int(found[1] or 0) * (-1 if found[2] == "before" else 1)
        expect(abs(late) <= limit_ms, f"it began {late} ms after its second")
        return f"{late} ms late"

    def connect(self):
        """A connection to the daemon's control socket."""
        client = socket.socket(socket.AF_UNIX)
        # Not settimeout: with it, connect() fails at once if the backlog is full.
        limit = struct.pack("ll", 20, 0)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
        client.connect(str(self.folder / "run/adhand.sock"))
        return client

    def ask(self, request):
        """Sends one request over the socket and returns the whole answer."""
        with self.connect() as client:
            client.sendall(json.dumps(request).encode() + b"\n")
            answer = b""
            while not answer.endswith(b"\n"):
                more = client.recv(65536)
                if not more:
                    break
                answer += more
            return answer

    def hold_locks(self, *paths):
        """Runs flock -s on each, as any user who may read it can."""
        for path in paths:
            holder = subprocess.Popen(
                ["flock", "--shared", "--no-fork", str(path), "sh", "-c", "echo held; exec sleep 120"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
            )
            self.processes.append(holder)
            expect(holder.stdout.readline() == b"held\n", f"{path} could not be locked")

    def server(self, status, headers=()):
        """Starts a web server on loopback that always gives this answer. Returns its address and the requested paths."""
        asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.servers.append(server)
        return f"http://127.0.0.1:{server.server_port}", asked

    def close(self):
        for server in self.servers:
            server.shutdown()
            server.server_close()
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
