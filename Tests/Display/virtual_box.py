"""The real display beside the real daemon, at a time that the test sets. The mosque has a table of times from October to April; other
days are calculated."""

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from datetime import date, datetime, timedelta
from pathlib import Path

from plans import MESSAGE, MOSQUE, ZONE, times_of

ROOT = Path(__file__).resolve().parents[2]
OTHER_PAGE = os.environ.get("DISPLAY_PAGE")
PROGRAM = os.environ.get("DISPLAY_ON_VIRTUAL_TIME") or ROOT / ".build-release/release/display-on-virtual-time"
FIRST, LAST = date(2026, 10, 20), date(2027, 4, 10)
CONFIG = """
[place]
name = "Rochdale"
latitude = 53.6097
longitude = -2.1561
timezone = "Europe/London"
[clock]
trust = "always"
[audio]
devices = ["silent"]
[timetable]
file = "times.csv"
check = "off"
[iqama]
fajr = "+18m"
dhuhr = "+20m"
asr = "+12m"
maghrib = "+4m"
isha = "+20m"
round = "5m"
[jumuah]
times = ["13:15", "14:00"]
iqama = "25m"
[hijri]
turns = "maghrib"
"""
# Nothing listens there.
NO_NETWORK = '[timetable.aladhan]\nbase_url = "http://127.0.0.1:9"\nallow_http = true\n[refresh]\nspread = "0s"\n'


def table():
    """The mosque's file."""
    lines = ["date,fajr,sunrise,dhuhr,asr,maghrib,isha"]
    for index in range((LAST - FIRST).days + 1):
        day = FIRST + timedelta(index)
        at = times_of(day)
        clocks = [datetime.fromtimestamp(at[name], ZONE).strftime("%H:%M") for name in lines[0].split(",")[1:]]
        lines.append(",".join([day.isoformat(), *clocks]))
    return "\n".join(lines) + "\n"


class VirtualBox:
    """`more` is added to the config, `display` to its table of that name. `files` are the mosque's own, beside the config: its slides,
    adhkar and logo. With `copies_page` the page's files are its own, so that a test can change them."""

    def __init__(self, now, languages=("en",), more="", files={}, copies_page=False, **display):
        self.folder = Path(tempfile.mkdtemp(prefix="adhand-display-"))
        for name in ("state", "cache", "run"):
            (self.folder / name).mkdir(mode=0o700)
        (self.folder / "times.csv").write_text(table())
        for name, content in files.items():
            self.put(name, content, now)
        self.resources = ROOT / "Resources"
        if OTHER_PAGE or copies_page:
            self.resources = self.folder / "resources"
            shutil.copytree(OTHER_PAGE or ROOT / "Resources" / "display", self.resources / "display")
            (self.resources / "faults").symlink_to(ROOT / "Resources" / "faults")
        self.settings = {"name": MOSQUE[languages[0]] if languages[0] in MOSQUE else MOSQUE["en"], "languages": list(languages)} | display
        self.message = self.settings.pop("message", MESSAGE.get(languages[0], MESSAGE["en"]))
        self.more, self.listen, self.process = more, "127.0.0.1:0", None
        self.start(now)

    def start(self, now):
        """Starts daemon and display, at the address of before."""
        keys = "".join(f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in self.settings.items())
        message = f"[[display.messages]]\ntext = {json.dumps(self.message, ensure_ascii=False)}\n"
        (self.folder / "config.toml").write_text(f'{CONFIG}{self.more}[display]\nlisten = "{self.listen}"\n{keys}{message}')
        places = {f"{kind}_DIRECTORY": str(self.folder / name) for kind, name in (("STATE", "state"), ("CACHE", "cache"), ("RUNTIME", "run"))}
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, self.folder / "config.toml", self.resources, repr(float(now))],
                env=os.environ | places, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True)
        self.address = self.process.stdout.readline().strip()
        if not self.address.startswith("http"):
            raise AssertionError(self.address + (self.folder / "log").read_text()[-2000:])
        self.listen = self.address.removeprefix("http://").rstrip("/")
        self.until(lambda: self.ask("api/status")["daemon"]["state"] == "here", "the display does not follow the daemon")

    def put(self, name, content, now):
        """Writes one of the mosque's own files: a text, bytes, or what is in another file. By the box's clock it is a minute old, so
        that it counts at the next look."""
        if isinstance(content, Path):
            content = content.read_bytes()
        target, new = self.folder / name, self.folder / "new"
        target.parent.mkdir(exist_ok=True)
        new.write_bytes(content.encode() if isinstance(content, str) else content)
        os.utime(new, (now - 60, now - 60))
        new.rename(target)

    def plan(self):
        """What a page is told when it connects."""
        with urllib.request.urlopen(self.address + "api/display/events", timeout=10) as events:
            return json.loads(next(line for line in events if line.startswith(b"data: ")).removeprefix(b"data: "))

    def wait_for(self, condition):
        """Waits until the plan meets it: a change of the mosque's own files is seen at the next look."""
        self.until(lambda: condition(self.plan()), "the mosque's own files are not in the plan")

    def stop(self):
        """Ends both."""
        self.process.kill()
        self.process.communicate()

    def order(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().strip()
        if answer != "done":
            raise AssertionError(f"{line}: {answer}")

    def tell(self, now):
        """Lets the box's time pass until then; the pages are told."""
        self.order(f"run {now}")

    def step(self, now):
        """Sets the box's clock, and waits until the display has heard of it."""
        self.order(f"set {now}")
        heard = lambda: datetime.fromisoformat(self.ask("api/status")["status"]["now"]).timestamp() == int(now)
        self.until(heard, "the display has not heard of the clock")

    def daemon(self, state):
        """Stops or starts the daemon, and waits until the display has seen it."""
        self.order(f"daemon {state}")
        self.until(lambda: self.ask("api/status")["daemon"]["state"] == {"stop": "away", "start": "here"}[state], f"daemon {state}")

    def freeze(self): self.process.send_signal(signal.SIGSTOP)

    def thaw(self): self.process.send_signal(signal.SIGCONT)

    def read(self, path):
        with urllib.request.urlopen(self.address + path, timeout=10) as answer:
            return answer.read()

    def ask(self, path): return json.loads(self.read(path))

    def until(self, condition, words):
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                if condition():
                    return
            except urllib.error.URLError:
                pass
            time.sleep(0.01)
        raise AssertionError(words)

    def close(self):
        self.stop()
        shutil.rmtree(self.folder)
