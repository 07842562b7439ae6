"""The daemon, the display and nginx, as the display's benchmark starts them."""

import csv
import io
import os
import pathlib
import re
import socket
import subprocess
import sys
import time
import urllib.request

from noon import zone_at_noon

RESOURCES = pathlib.Path(__file__).resolve().parents[2] / "Resources"


def await_true(condition, what):
    for _ in range(400):
        if condition():
            return
        time.sleep(0.05)
    sys.exit(f"display.py: {what}")


class Server:
    """A process, with its log in the folder."""

    def __init__(self, folder, name, *command, **environment):
        self.log = folder / f"{name}.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                command, env=os.environ | environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=log
            )

    def stop(self):
        self.process.terminate()
        self.process.wait(20)


class Daemon(Server):
    """Its five adhans begin after `delay` seconds, four seconds apart, in a zone where it is noon now."""

    def __init__(self, adhand, folder, name, delay):
        self.home = folder / name
        self.home.mkdir()
        first = int(time.time()) + delay
        ahead, zone = zone_at_noon(first)
        walls = [time.gmtime(first + after + ahead * 3600) for after in (0, 1, 4, 8, 12, 16)]
        clocks = ",".join(time.strftime("%H:%M:%S", wall) for wall in walls)
        (self.home / "day.csv").write_text(
            f"date,fajr,sunrise,dhuhr,asr,maghrib,isha\n{time.strftime('%Y-%m-%d', walls[0])},{clocks}\n"
        )
        self.arguments = ["--config", self.home / "config.toml", "--resources", RESOURCES]
        (self.home / "config.toml").write_text(
            f"""
[place]
name = "Bench"
latitude = 0.0
longitude = {ahead * 15}.0
timezone = "{zone}"
[clock]
trust = "always"
[timetable]
file = "{self.home}/day.csv"
check = "off"
[audio]
devices = ["null"]
adhan = "{folder}/click.mp3"
[display]
listen = "127.0.0.1:0"
"""
        )
        self.environment = {f"{kind}_DIRECTORY": str(self.home) for kind in ("STATE", "CACHE")} | {"RUNTIME_DIRECTORY": str(folder)}
        self.adhand, self.socket = adhand, folder / "adhand.sock"
        super().__init__(folder, name, adhand, "run", *self.arguments, **self.environment)
        await_true(lambda: self.log.read_text().count(" next is "), "the daemon did not load its times")

    def lateness(self):
        """Of its five adhans the worst, in milliseconds. The daemon has ended."""
        history = subprocess.run(
            [self.adhand, "history", "--format", "csv", *self.arguments], env=os.environ | self.environment, capture_output=True, text=True
        )
        rows = [row for row in csv.DictReader(io.StringIO(history.stdout)) if row["state"] == "completed"]
        if len(rows) != 5:
            sys.exit(f"display.py: {len(rows)} of 5 adhans were called")
        return max(abs(int(row["lateness_ms"])) for row in rows)


class Display(Server):
    """It listens on a port that the kernel chooses, and follows whatever daemon has its socket in the folder."""

    def __init__(self, adhand, folder, daemon):
        super().__init__(folder, "display", adhand, "display", *daemon.arguments, **daemon.environment)
        await_true(lambda: re.search(r"http://127\.0\.0\.1:\d+/", self.log.read_text()), "the display did not listen")
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)/", self.log.read_text())[1])

    def get(self, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
            return answer.read()


class Nginx(Server):
    """With one worker, like the display, for the same files."""

    def __init__(self, folder):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self.port = taken.getsockname()[1]
        temporary = "".join(f"{kind}_temp_path {folder}/t; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        (folder / "nginx.conf").write_text(
            f"""
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    include /etc/nginx/mime.types; access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; {temporary}
    server {{ listen 127.0.0.1:{self.port}; root {RESOURCES}/display; }}
}}
"""
        )
        super().__init__(folder, "nginx", "/usr/sbin/nginx", "-c", folder / "nginx.conf")
        await_true(lambda: (folder / "nginx.pid").exists(), "nginx did not come up")
