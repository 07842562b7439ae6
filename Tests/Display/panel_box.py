"""Daemon, display and panel as they are built, in folders of their own, on the machine's clock. The panel has a certificate that no
authority vouches for."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("ADHAND") or ROOT / ".build-release/release/adhand")
CONFIG = """
[place]
name = "Rochdale"
latitude = 53.6097
longitude = -2.1561
timezone = "Europe/London"
[clock]
trust = "always"
[timetable]
sources = []
[audio]
devices = ["silent"]
[iqama]
fajr = "+18m"
dhuhr = "+20m"
asr = "+12m"
maghrib = "+5m"
isha = "+20m"
[display]
listen = "127.0.0.1:0"
[panel]
listen = "127.0.0.1:0"
"""


# The package's config, with the lines that a test needs.
EMPTY = CONFIG[CONFIG.index("[clock]"):]


class PanelBox:
    def __init__(self, config=CONFIG):
        self.folder = Path(tempfile.mkdtemp(prefix="adhand-panel-"))
        for name in ("state", "cache", "run", "etc"):
            (self.folder / name).mkdir(mode=0o700)
        (self.folder / "etc/config.toml").write_text(config)
        secrets = self.folder / "state/panel/private"
        secrets.mkdir(parents=True, mode=0o700)
        words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 2 -subj /CN=adhand"
        subprocess.run([*words.split(), "-keyout", secrets / "key.pem", "-out", secrets / "certificate.pem"], check=True, capture_output=True)
        places = {f"{name}_DIRECTORY": str(self.folder / folder) for name, folder in
                  (("STATE", "state"), ("CACHE", "cache"), ("RUNTIME", "run"), ("CONFIGURATION", "etc"))}
        self.environment = os.environ | places | {"HOME": str(self.folder)}
        self.processes = []
        self.start("run")
        self.until(lambda: self.command("status").returncode in (0, 1), "the daemon does not answer")
        self.display = self.address(self.start("display"), r"http://127\.0\.0\.1:\d+/")
        self.panel = self.address(self.start("panel", STATE_DIRECTORY=str(secrets.parent)), r"https://127\.0\.0\.1:\d+/")

    def start(self, name, **environment):
        """Starts one of the processes; returns its log."""
        log = self.folder / f"{name}.log"
        with open(log, "ab") as output:
            self.processes.append(subprocess.Popen(
                [BINARY, name, "--resources", ROOT / "Resources"], env=self.environment | environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=output))
        return log

    def address(self, log, pattern):
        self.until(lambda: re.search(pattern, log.read_text()), f"{log.name}: it does not listen")
        return re.search(pattern, log.read_text())[0]

    def command(self, *words):
        return subprocess.run([BINARY, *words], env=self.environment, capture_output=True, text=True, timeout=60)

    def setup_code(self):
        """The code of `sudo adhand panel reset`; a box without systemd has no other way to it."""
        ended = self.command("panel", "reset", "--resources", str(ROOT / "Resources"))
        found = re.search(r"Setup code: (\S+)", ended.stdout)
        if not found:
            raise AssertionError(ended.stdout + ended.stderr)
        return found[1]

    def status(self): return json.loads(self.command("status", "--format", "json").stdout)

    def plan(self):
        """What the screen in the hall is told."""
        with urllib.request.urlopen(self.display + "api/display/events", timeout=10) as events:
            return json.loads(next(line for line in events if line.startswith(b"data: ")).removeprefix(b"data: "))

    def until(self, condition, words, seconds=30):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                if condition():
                    return
            except (OSError, StopIteration):
                pass
            time.sleep(0.05)
        logs = "\n".join(log.read_text()[-1000:] for log in self.folder.glob("*.log"))
        raise AssertionError(f"{words}\n{logs}")

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder)
