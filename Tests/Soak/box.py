"""A box for the soak: its processes, sound server, small disk and network."""

import datetime
import fcntl
import http.server
import os
import pathlib
import socket
import struct
import subprocess
import threading
import time
import urllib.request

from noon import zone_at_noon
from samples import kilobytes, sample
from sound_server import SoundServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A day has five minutes; the rest of it passes at once.
NIGHT_SECONDS = 86_400 - 300
HOOK = """#!/bin/sh
echo "$ADHAN_DATE/$ADHAN_OCCASION" >>"$(dirname "$0")/begun"
"""


class SoakBox:
    def __init__(self, binary, folder, minutes):
        self.binary, self.folder = binary, folder
        self.ahead, self.manner = 0, "404"
        self.children, self.clients = {}, []
        self.sound = None
        # Reading the daemon's log.
        self.may_read = threading.Event()
        self.may_read.set()
        self.lines = []
        self.hours, self.zone = zone_at_noon(time.time() + 60)
        self.first = int(time.time()) + 60
        begin = datetime.datetime.fromtimestamp(self.first, datetime.timezone.utc) + datetime.timedelta(hours=self.hours)
        self.days = [begin.date() + datetime.timedelta(days=day) for day in range(minutes // 5 + 32)]
        self.times = [(begin + datetime.timedelta(seconds=second)).strftime("%H:%M:%S") for second in (0, 30, 60, 120, 180, 240)]

    # ------------------------------------------------------------------------------------------------ its parts

    def begin(self):
        for each in ("state", "run", "cache", "etc"):
            (self.folder / each).mkdir(mode=0o700)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", self.folder / "state"], check=True)
        (self.folder / "nights").write_bytes(bytes(8))
        library = self.folder / "nights.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, ROOT / "Tests/Shims/nights.c", "-ldl"], check=True)
        (self.folder / "hook").write_text(HOOK)
        (self.folder / "hook").chmod(0o755)
        self.sound = SoundServer(self.folder)
        self.server = self.sound.children[0]
        self.sound.make_mp3("adhan", "synth", 20, "sine", 440, "vol", 0.3)
        self.environment = self.sound.environment | {
            "LD_PRELOAD": str(library),
            "ADHAND_NIGHTS": str(self.folder / "nights"),
            "PULSE_RUNTIME_PATH": str(self.folder / "pulse"),
            "STATE_DIRECTORY": str(self.folder / "state"),
            "RUNTIME_DIRECTORY": str(self.folder / "run"),
            "CACHE_DIRECTORY": str(self.folder / "cache"),
            "CONFIGURATION_DIRECTORY": str(self.folder / "etc"),
        }
        self.write_config()
        reading, self.writing = os.pipe()
        fcntl.fcntl(self.writing, fcntl.F_SETPIPE_SZ, 4096)
        threading.Thread(target=self.read, args=(reading,), daemon=True).start()
        self.daemon = self.start("daemon", "run", "--as-service", stderr=self.writing)
        self.start("sync", "sync")
        # Its unit's folder.
        (self.folder / "state/notify").mkdir(mode=0o700)
        self.start("notify", "notify", environment={"STATE_DIRECTORY": str(self.folder / "state/notify")})
        self.start("display", "display")
        self.expect_page(20)

    def write_config(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.network = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.network.daemon_threads = True
        threading.Thread(target=self.network.serve_forever, daemon=True).start()
        self.table = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n" + "".join(
            f"{day},{','.join(self.times)}\n" for day in self.days
        )
        (self.folder / "times.csv").write_text(self.table)
        (self.folder / "config.toml").write_text(
            f'[place]\nname = "Soak"\nlatitude = 0.0\nlongitude = {self.hours * 15}.0\ntimezone = "{self.zone}"\n'
            f'[clock]\ntrust = "always"\n[audio]\ndevices = ["default"]\nadhan = "{self.folder}/adhan.mp3"\nself_test = "off"\n'
            f'[timetable]\nfile = "times.csv"\ncheck = "off"\n'
            f'[timetable.s3]\nurl = "http://127.0.0.1:{self.network.server_port}/{{year}}.csv"\nallow_http = true\n'
            f'[hooks]\nbefore = ["{self.folder}/hook"]\n[display]\nlisten = "127.0.0.1:{self.port}"\n'
        )

    def handler(self):
        box = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if box.manner == "hang":
                    # Until the client gives up.
                    self.connection.recv(1)
                    return
                body = box.table.encode() if box.manner == "200" else b""
                self.send_response(int(box.manner))
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments):
                pass

        return Handler

    def arguments(self, *words):
        return [self.binary, *words, "--config", str(self.folder / "config.toml"), "--resources", str(ROOT / "Resources")]

    def start(self, name, *words, stderr=None, environment={}):
        errors = stderr if stderr is not None else open(self.folder / f"{name}.log", "ab")
        self.children[name] = subprocess.Popen(
            self.arguments(*words),
            env=self.environment | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        return self.children[name]

    def command(self, *words):
        return subprocess.run(
            self.arguments(*words), env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30
        )

    def read(self, reading):
        while self.may_read.wait() and (text := os.read(reading, 65_536)):
            self.lines.append(text)

    @property
    def log(self):
        return b"".join(self.lines).decode(errors="replace")

    def close(self):
        self.may_read.set()
        for process in self.children.values():
            process.terminate()
        for process in self.children.values():
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
        self.drop_clients()
        if self.sound:
            self.sound.stop()
            subprocess.run(["umount", "--lazy", self.folder / "state"], check=False)

    # ------------------------------------------------------------------------------------------------ its minutes

    def pass_night(self):
        self.ahead += NIGHT_SECONDS
        with open(self.folder / "nights", "r+b", buffering=0) as file:
            file.write(struct.pack("=q", self.ahead))
        # A question wakes the daemon, whose timer goes by the kernel's clock.
        self.command("status")

    def sample(self):
        found = {
            (name, figure): value for name, process in self.children.items() for figure, value in sample(process.pid).items()
        }
        found["state", "disk kB"] = kilobytes(self.folder / "state")
        found["cache and run", "disk kB"] = kilobytes(self.folder / "cache") + kilobytes(self.folder / "run")
        return found

    def ended(self):
        """Sentences about processes that should not have ended, and a page that is not served."""
        words = [f"{name} ended with {process.returncode}" for name, process in self.children.items() if process.poll() is not None]
        try:
            self.expect_page(10)
        except OSError as error:
            words.append(f"the display's page was not served: {error}")
        return words

    def expect_page(self, within):
        end = time.monotonic() + within
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/status", timeout=5) as answer:
                    return answer.read()
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)

    # ------------------------------------------------------------------------------------------------ its faults

    def kill_sound(self):
        self.server.kill()
        self.server.wait()

    def restore_sound(self):
        self.server = self.sound.start_server()

    def answer(self, manner):
        self.manner = manner

    def refresh(self):
        # It waits for the network, which may hang.
        threading.Thread(target=self.command, args=("refresh", "--now"), daemon=True).start()

    def fill_disk(self):
        with open(self.folder / "state/filler", "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass

    def free_disk(self):
        (self.folder / "state/filler").unlink()

    def hang_clients(self):
        for index in range(40):
            client = socket.create_connection(("127.0.0.1", self.port), timeout=5, source_address=(f"127.0.1.{1 + index}", 0))
            if index % 2:
                client.sendall(b"GET /api/display/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.clients.append(client)

    def drop_clients(self):
        while self.clients:
            self.clients.pop().close()

    def block_log(self):
        self.may_read.clear()
        # The reader may still wait for one more line.
        os.set_blocking(self.writing, False)
        for _ in range(4):
            try:
                os.write(self.writing, b"x" * 4095 + b"\n")
            except BlockingIOError:
                break
        os.set_blocking(self.writing, True)

    def read_log(self):
        self.may_read.set()

    def kill_display_and_sync(self):
        for name in ("display", "sync"):
            self.children[name].kill()
            self.children[name].wait()
            self.start(name, name)
