"""A daemon in folders of its own, and the day on which a prayer falls due in a few seconds."""

import csv
import io
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Near the equator, without summer time: from twelve hours behind UTC to twelve ahead.
ZONES = (
    "Pacific/Tarawa Pacific/Pago_Pago Pacific/Tahiti Pacific/Gambier Pacific/Pitcairn America/Hermosillo "
    "America/Costa_Rica America/Bogota America/Manaus America/Cayenne America/Noronha Atlantic/Cape_Verde "
    "Africa/Abidjan Africa/Lagos Africa/Maputo Africa/Nairobi Asia/Dubai Indian/Maldives Asia/Dhaka Asia/Bangkok "
    "Asia/Singapore Pacific/Palau Pacific/Port_Moresby Pacific/Guadalcanal Pacific/Tarawa"
).split()


class Failed(Exception):
    """What was promised and not kept, as a sentence."""


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


class Box:
    """Its Dhuhr is due `due_in` seconds from now, on ALSA's null device, which takes whatever it is given."""

    def __init__(self, binary, due_in=18, config=""):
        self.binary = binary
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="adhand-hostile-"))
        self.due = int(time.time()) + due_in
        utc = time.gmtime(self.due)
        self.ahead = 12 - utc.tm_hour
        local = time.gmtime(self.due + self.ahead * 3600)
        self.date = time.strftime("%Y-%m-%d", local)
        self.config = self.folder / "config.toml"
        self.write_config(config)
        (self.folder / "timetable.csv").write_text(
            "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n"
            f"{self.date},04:00,06:00,{time.strftime('%H:%M:%S', local)},16:00,18:00,20:00\n"
        )
        self.environment = {
            **{k: v for k, v in os.environ.items() if k in ("PATH", "LANG")},
            "HOME": str(self.folder),
            "STATE_DIRECTORY": str(self.folder / "state"),
            "RUNTIME_DIRECTORY": str(self.folder / "run"),
            "CACHE_DIRECTORY": str(self.folder / "cache"),
            "CONFIGURATION_DIRECTORY": str(self.folder / "etc"),
        }
        self.processes = []

    def write_config(self, more="", devices='["null"]', trust="always"):
        self.config.write_text(
            f"""
            [place]
            name = "Noon"
            latitude = 0.0
            longitude = {self.ahead * 15}.0
            timezone = "{ZONES[self.ahead + 12]}"
            [clock]
            trust = "{trust}"
            [timetable]
            file = "timetable.csv"
            check = "off"
            [audio]
            devices = {devices}
            {more}
            """
        )

    def arguments(self, *words):
        return [self.binary, *words, "--config", str(self.config), "--resources", str(ROOT / "Resources")]

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

    def answers(self, process=None):
        """Waits until the daemon answers on its socket."""

        def look():
            if process is not None and process.poll() is not None:
                raise Failed(f"the daemon ended with {process.returncode}: {self.log[-2000:]}")
            return self.command("status", "--format", "json").returncode in (0, 1)

        eventually(look, words="the daemon did not answer")

    @property
    def log(self):
        file = self.folder / "log"
        return file.read_text(errors="replace") if file.exists() else ""

    def command(self, *words, environment=None, timeout=15):
        return subprocess.run(
            self.arguments(*words),
            env={**self.environment, **(environment or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout,
        )

    def status(self):
        return json.loads(self.command("status", "--format", "json").stdout)

    def row(self):
        """The ledger's row of Dhuhr; None where there is none yet."""
        outcome = self.command("history", "--format", "csv", "--from", self.date)
        rows = csv.DictReader(io.StringIO(outcome.stdout))
        return next((row for row in rows if row["occasion"] == "adhan-dhuhr" and row["date"] == self.date), None)

    def wait_until(self, seconds_after_due):
        time.sleep(max(0.0, self.due + seconds_after_due - time.time()))

    def called_on_time(self, limit_ms=1000):
        """Stops the adhan two seconds after its second, and looks how late it began."""
        self.wait_until(2)
        outcome = self.command("stop")
        expect(outcome.returncode == 0, f"nothing sounded two seconds after the second: {outcome.stderr.strip()}")
        row = eventually(
            lambda: (row := self.row()) and row["state"] == "stopped" and row, words="the row was not written"
        )
        late = int(row["lateness_ms"])
        expect(abs(late) <= limit_ms, f"it began {late} ms after its second")
        return f"{late} ms late"

    def close(self):
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
