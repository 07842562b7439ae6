"""A box as it is installed: the service's folders, in a mount namespace of its own, and a card that keeps what it is given. Its clock is
where the walk sets it."""

import datetime
import json
import math
import os
import pathlib
import re
import ssl
import struct
import subprocess
import time
import urllib.error
import urllib.request
import zoneinfo

ROOT = pathlib.Path(__file__).resolve().parents[2]
ZONE = zoneinfo.ZoneInfo("Europe/London")
CONFIG = pathlib.Path("/etc/adhand/config.toml")
STATE = pathlib.Path("/var/lib/adhand")
# What systemd gives the services; a person's commands have none of it.
FOLDERS = {
    "STATE_DIRECTORY": "/var/lib/adhand", "CACHE_DIRECTORY": "/var/cache/adhand", "RUNTIME_DIRECTORY": "/run/adhand",
    "CONFIGURATION_DIRECTORY": "/etc/adhand",
}  # fmt: skip
SECRET = "correct horse battery"


def isolate(folder):
    """Gives this process folders in memory in the places of the service's."""
    for name in ("etc", "var"):
        upper, work = folder / f"{name}-upper", folder / f"{name}-work"
        upper.mkdir()
        work.mkdir()
        options = f"lowerdir=/{name},upperdir={upper},workdir={work}"
        subprocess.run(["mount", "-t", "overlay", "-o", options, "overlay", f"/{name}"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    for path in ("/etc/adhand", "/var/lib/adhand", "/var/cache/adhand"):
        subprocess.run(["rm", "-rf", path], check=True)
    for path in FOLDERS.values():
        os.makedirs(path, mode=0o750)


class Box:
    def __init__(self, binary, folder, config):
        self.binary, self.folder, self.processes = binary, folder, []
        isolate(folder)
        self.heard = folder / "heard"
        self.heard.mkdir()
        pathlib.Path("/etc/asound.conf").write_text(
            f'pcm.heard {{ type file slave.pcm null file "{self.heard}/card.wav" format wav truncate false }}\n'
            "pcm.!default { type plug slave.pcm heard }\n"
        )
        self.nights = folder / "nights"
        self.nights.write_bytes(bytes(8))
        self.environment = {
            "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "HOME": "/root", "ADHAND_NIGHTS": str(self.nights),
            "LD_PRELOAD": str(folder.parent / "nights.so"),
        }  # fmt: skip
        CONFIG.write_text(config)

    # ------------------------------------------------------------------------------------------------ its clock

    @property
    def now(self):
        return time.time() + struct.unpack("<q", self.nights.read_bytes())[0]

    def sleep_until(self, moment, lead=0):
        """Lets the time until then pass at once."""
        ahead = int(moment - lead - time.time())
        with open(self.nights, "r+b") as file:
            file.write(struct.pack("<q", ahead))

    def pass_time(self, seconds):
        self.sleep_until(self.now + seconds)

    # ------------------------------------------------------------------------------------------------ its processes

    def start(self):
        self.spawn("run")
        self.until(lambda: self.command("status", codes=(0, 1)), "the daemon does not answer")
        secrets = STATE / "panel/private"
        secrets.mkdir(parents=True)
        words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 2 -subj /CN=adhand"
        subprocess.run(
            [*words.split(), "-keyout", secrets / "key.pem", "-out", secrets / "certificate.pem"], check=True, capture_output=True
        )
        self.display = self.address(self.spawn("display"), r"http://127\.0\.0\.1:\d+/")
        self.panel = self.address(self.spawn("panel", STATE_DIRECTORY=str(secrets.parent)), r"https://127\.0\.0\.1:\d+/")
        self.phone = Phone(self, self.command("panel", "reset"))

    def spawn(self, name, **more):
        log = self.folder / f"{name}.log"
        with open(log, "ab") as output:
            self.processes.append(subprocess.Popen(
                [self.binary, name], env=self.environment | FOLDERS | more, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=output))  # fmt: skip
        return log

    def address(self, log, pattern):
        self.until(lambda: re.search(pattern, log.read_text()), f"{log.name}: it does not listen")
        return re.search(pattern, log.read_text())[0]

    def command(self, *words, codes=(0,)):
        """What a person reads who types it."""
        ended = subprocess.run(
            [self.binary, *words], env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=90
        )
        assert ended.returncode in codes, f"adhand {' '.join(words)}: {ended.returncode}\n{ended.stdout}{ended.stderr}"
        return ended.stdout

    def until(self, condition, words, seconds=30):
        end, fault = time.monotonic() + seconds, ""
        while time.monotonic() < end:
            try:
                if found := condition():
                    return found
            except (AssertionError, OSError, StopIteration) as error:
                fault = f": {error}"
            time.sleep(0.05)
        logs = "\n".join(log.read_text()[-1000:] for log in self.folder.glob("*.log"))
        raise AssertionError(f"{words}{fault}\n{logs}")

    def end(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()


class Phone:
    """The caretaker's phone at the panel."""

    def __init__(self, box, said):
        self.box, self.origin, self.cookie, self.token = box, box.panel.rstrip("/"), "", ""
        code = re.search(r"Setup code: (\S+)", said)[1]
        self.ask("/api/setup", {"code": code, "name": "Amina", "password": SECRET})
        self.log_in()

    def log_in(self):
        self.token = self.ask("/api/login", {"name": "Amina", "secret": SECRET})["token"]

    def ask(self, path, body=None):
        """Bytes are uploaded, another body is sent as JSON."""
        is_file = isinstance(body, bytes)
        headers = {"Content-Type": "application/octet-stream" if is_file else "application/json", "Origin": self.origin}
        headers |= {"Sec-Fetch-Site": "same-origin", "Cookie": self.cookie, "X-Adhand-Token": self.token}
        data = body if is_file or body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.origin + path, data, headers)
        try:
            with urllib.request.urlopen(request, context=ssl._create_unverified_context(), timeout=30) as answer:
                self.cookie = answer.headers.get("Set-Cookie", "").partition(";")[0] or self.cookie
                return json.load(answer)
        except urllib.error.HTTPError as error:
            said = error.read().decode()
            if error.code == 429:
                # So many questions a minute are answered: the box's time passes at once.
                self.box.pass_time(1 + int(re.search(r"in (\d+) s", said)[1]))
            elif error.code == 401 and path != "/api/login":
                # A session ends after a day.
                self.log_in()
            else:
                raise AssertionError(f"{path}: {error.code} {said}") from None
            return self.ask(path, body)


# ------------------------------------------------------------------------------------------------------------ what is heard


def samples(file):
    """The rate, and the first channel of a WAV file of 16 or 32 bits, from -1 to 1. Its header may lack the length."""
    data = file.read_bytes()
    if len(data) <= 44:
        return 1, []
    channels, rate, bits = struct.unpack_from("<HI6xH", data, 22)
    width = bits // 8
    frames = (len(data) - 44) // (width * channels)
    values = struct.unpack(f"<{frames * channels}{'h' if width == 2 else 'i'}", data[44 : 44 + frames * width * channels])
    return rate, [value / (1 << (bits - 1)) for value in values[::channels]]


def power(part, rate, pitch):
    """How much of a pitch is in a part of a sound, by Goertzel."""
    factor = 2 * math.cos(2 * math.pi * pitch / rate)
    one = two = 0.0
    for value in part:
        one, two = value + factor * one - two, one
    return one * one + two * two - factor * one * two
