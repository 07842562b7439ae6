"""The panel is flooded, attacked, hangs and dies: the daemon does not notice, and its people are not locked out."""

import contextlib
import datetime
import http.client
import json
import os
import re
import signal
import socket
import ssl
import subprocess
import threading
import time

from box import Box, eventually, expect
from display import silent_clients


def panel_box(binary, due_in):
    """A box whose config is where the daemon and the panel look for it: a config of a person's own has no panel."""
    box = Box(binary, due_in)
    box.config = box.folder / "etc" / "config.toml"
    box.write_config(more='[panel]\nlisten = "127.0.0.1:0"')
    return box


def first_caretaker(box, port):
    """Amina's browser, after the setup."""
    code = re.search(r"Setup code: (\S+)", box.command("panel", "reset").stdout)[1]
    amina = Browser(port)
    status, _ = amina.send("POST", "/api/setup", {"code": code, "name": "Amina", "password": SECRET})
    expect(status == 200, f"the setup code was answered with {status}")
    return amina


def start_panel(box, **environment):
    """Starts it on a port that the kernel chooses, with a certificate. Returns the process and the port."""
    folder = box.folder / "state" / "panel" / "private"
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)
        words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 2 -subj /CN=adhand"
        paths = ["-keyout", folder / "key.pem", "-out", folder / "certificate.pem"]
        subprocess.run(words.split() + paths, check=True, capture_output=True)
    log = box.folder / "panel.log"
    log.write_bytes(b"")
    process = subprocess.Popen(
        box.arguments("panel"),
        env={**box.environment, "STATE_DIRECTORY": str(folder.parent), **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=open(log, "ab"),
        # Its unit sets the same niceness.
        preexec_fn=lambda: os.nice(5),
    )
    box.processes.append(process)
    found = eventually(lambda: re.search(r"https://127\.0\.0\.1:(\d+)/", log.read_text()), words="the panel did not listen")
    return process, int(found[1])


SECRET = "correct horse battery"

# The box has made its certificate itself.
ANY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
ANY.check_hostname, ANY.verify_mode = False, ssl.CERT_NONE


class Browser:
    """A browser with its cookies and the session's token."""

    def __init__(self, port, cookies=(), address="127.0.0.1"):
        self.port, self.cookies, self.token, self.address = port, dict(cookies), "", address

    def send(self, method, path, body=None, kind="application/json", headers=()):
        """The status and the JSON; 0 where there is no answer."""
        connection = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=15, context=ANY, source_address=(self.address, 0)
        )
        data = json.dumps(body).encode() if kind == "application/json" and body is not None else body
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(
                method, path, data, {"Content-Type": kind, "Cookie": cookies, "X-Adhand-Token": self.token, **dict(headers)}
            )
            answer = connection.getresponse()
            for header in answer.headers.get_all("Set-Cookie") or []:
                name, value = header.split(";")[0].split("=", 1)
                self.cookies[name] = value
            text = answer.read()
            found = json.loads(text) if answer.headers["Content-Type"] == "application/json" else {}
            self.token = found.get("token", self.token)
            return answer.status, found
        except (OSError, http.client.HTTPException):
            return 0, {}
        finally:
            connection.close()

    def log_in(self, name, secret):
        return self.send("POST", "/api/login", {"name": name, "secret": secret})


def ask(port, method, path, body=None):
    """The status; 0 where there is no answer."""
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=ANY)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"})
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        connection.close()


def a_panel_that_is_flooded_hangs_and_dies(binary):
    box = Box(binary, due_in=30)
    idle, ends, statuses = [], threading.Event(), []
    try:
        box.write_config(more='[panel]\nlisten = "127.0.0.1:0"')
        box.answers(box.start())
        process, port = start_panel(box)
        eventually(lambda: ask(port, "GET", "/") == 200, words="the panel did not serve")

        def flood(number):
            attempt = 0
            while not ends.is_set():
                attempt += 1
                body = json.dumps({"name": f"name {number}-{attempt}", "secret": "a wrong password"})
                statuses.append(ask(port, "POST", "/api/login", body))

        floods = [threading.Thread(target=flood, args=(number,)) for number in range(4)]
        for thread in floods:
            thread.start()
        box.wait_until(-9)
        ends.set()
        process.send_signal(signal.SIGSTOP)
        idle = silent_clients(port, 1000)
        late = box.called_on_time()
        process.kill()
        process.wait()
        for thread in floods:
            thread.join()
        expect(set(statuses) <= {0, 401, 429, 503}, f"a login was answered with {set(statuses)}")
        expect(statuses.count(401) < 40, f"{statuses.count(401)} passwords were compared")
        _, port = start_panel(box)
        eventually(lambda: ask(port, "GET", "/api/session") == 200, words="the panel did not come back")
        return f"{late}; {len(statuses)} logins, {statuses.count(401)} compared, then {len(idle)} silent clients"
    finally:
        ends.set()
        for client in idle:
            client.close()
        box.close()


def guess(port, name, count):
    """How many guesses at a password were compared."""
    statuses = [Browser(port).log_in(name, f"{100_000 + number}")[0] for number in range(count)]
    expect(set(statuses) <= {401, 429}, f"a guess was answered with {set(statuses)}")
    return statuses.count(401)


def a_panel_that_is_attacked_and_killed(binary):
    box = panel_box(binary, due_in=None)
    sockets = []
    try:
        box.answers(box.start())
        # As from a unit whose specifier has no value. The setup code comes from a command that knows the boot.
        process, port = start_panel(box, ADHAND_BOOT_ID="")
        amina = first_caretaker(box, port)
        status, _ = amina.send("POST", "/api/people/add", {"name": "Zayd", "role": "volunteer", "secret": "402917"})
        expect(status == 200, f"an account was answered with {status}")

        compared = guess(port, "Zayd", 100) + guess(port, "Amina", 100)
        expect(compared <= 30, f"{compared} guesses were compared")
        lines = (box.folder / "panel.log").read_text().count("failed")
        expect(lines == 1, f"{lines} lines of the log tell of failed logins")
        device = {"__Host-adhand-device": amina.cookies["__Host-adhand-device"]}
        expect(Browser(port).log_in("Amina", SECRET)[0] == 429, "a new browser did not wait")
        expect(Browser(port, device).log_in("Amina", SECRET)[0] == 200, "guesses have locked the caretaker out")

        # A stranger announces large bodies, and sends them to nobody.
        for _ in range(20):
            stranger = ANY.wrap_socket(socket.create_connection(("127.0.0.1", port), 10))
            sockets.append(stranger)
            stranger.sendall(
                b"POST /api/sound/upload HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
                b"Content-Length: 33000000\r\n\r\n"
            )
            expect(stranger.recv(100).startswith(b"HTTP/1.1 401"), "a stranger's large body was not refused at its head")
        upload = lambda: amina.send("POST", "/api/sound/upload", b"\xff" * (2 << 20), "application/octet-stream")
        expect(upload()[0] == 422, "the caretaker could not upload")

        thief = Browser(port, amina.cookies)
        thief.token = amina.token
        other = Browser(port, device)
        other.log_in("Amina", SECRET)
        expect(amina.send("POST", "/api/logout", {})[0] == 200, "no logout")
        expect(thief.send("POST", "/api/mute", {"what": "1d"})[0] == 401, "a stolen cookie outlived the logout")

        # The panel is killed while it saves: before, within and after the change of the file.
        whole = 0.0
        for number, part in enumerate((None, 0.2, 0.5, 0.8, 1.0, 1.2)):
            revision = other.send("GET", "/api/screen")[1]["revision"]
            killer = threading.Timer(whole * (part or 0), process.kill)
            if part:
                killer.start()
            began = time.monotonic()
            texts = {"announcements": [{"text": f"Class {number}"}]}
            status, _ = other.send("POST", "/api/screen/announcements", {"base": revision, "screen": texts})
            if not part:
                whole = time.monotonic() - began
                expect(status == 200, f"a save was answered with {status}")
                continue
            killer.join()
            process.wait()
            process, other.port = start_panel(box)
        states = other.send("GET", "/api/states")[1]["states"]
        expect(not states or states[0]["isInForce"], f"the latest state is not in force: {states[:2]}")
        words = [state["what"] for state in states if state["who"]]
        told = lambda: [change for change in json.loads(box.ask({"command": "settings"}))["ok"]["changes"] if change["key"] == "panel"]
        eventually(lambda: len(told()) == len(words), words=f"the ledger has not the {len(words)} changes: {told()}")
        return f"{compared} of 200 guesses compared; {len(words)} changes in the ledger after 5 kills"
    finally:
        for each in sockets:
            each.close()
        box.close()


def a_caretaker_who_silences_the_box_is_named(binary):
    # A prayer that is near keeps the config that it began with.
    box = panel_box(binary, due_in=60)
    try:
        box.answers(box.start())
        _, port = start_panel(box)
        amina = first_caretaker(box, port)
        facts = amina.send("GET", "/api/sound")[1]
        choices = {**facts["choices"], "volumes": {**facts["choices"].get("volumes", {}), "usual": 0}}
        status, answer = amina.send("POST", "/api/sound", {"base": facts["revision"], "choices": choices})
        expect(status == 200, f"the volume was answered with {status}: {answer}")
        def is_silent():
            return any("volume is 0" in problem["what"] for problem in box.status()["problems"])

        eventually(is_silent, within=15, words="status does not say that the volume is 0")
        changes = json.loads(box.ask({"command": "settings"}))["ok"]["changes"]
        expect(changes and changes[0]["who"].endswith(" for Amina"), f"the ledger names nobody for the volume: {changes}")
        status, _ = amina.send("POST", "/api/states/restore", {"id": answer["before"], "base": answer["revision"]})
        expect(status == 200, f"the way back was answered with {status}")
        eventually(lambda: not is_silent(), within=15, words="the volume is still 0")
        status, _ = amina.send("POST", "/api/mute", {"what": "1d"})
        expect(status == 200, f"the mute was answered with {status}")
        expect(box.status()["mutedBy"].endswith(" for Amina"), "status does not say who has muted")
        row = eventually(lambda: box.row(), within=80, words="the muted prayer has no row")
        expect(row["state"] == "skipped" and row["who"].endswith(" for Amina"), f"the ledger does not say who has muted: {row}")
        return f"the ledger has: {row['reason']} by {row['who']}"
    finally:
        box.close()


PHONE = "127.0.0.9"


class Crowd:
    """A box whose panel has four people. One of them, or a stranger, attacks; two phones go on."""

    def __init__(self, binary):
        self.box, self.ends, self.attackers = panel_box(binary, due_in=None), threading.Event(), []
        self.box.answers(self.box.start())
        self.process, self.port = start_panel(self.box)
        self.amina = first_caretaker(self.box, self.port)
        for name, role in (("Bilal", "caretaker"), ("Zayd", "volunteer"), ("Maryam", "committee")):
            secret = "402917" if role == "volunteer" else SECRET
            status, _ = self.amina.send("POST", "/api/people/add", {"name": name, "role": role, "secret": secret})
            expect(status == 200, f"an account was answered with {status}")

    def attack(self, work, *arguments):
        def loop():
            while not self.ends.is_set():
                work(*arguments)

        self.attackers.append(threading.Thread(target=loop))
        self.attackers[-1].start()

    def connect(self, address, secure=True):
        plain = socket.create_connection(("127.0.0.1", self.port), 10, source_address=(address, 0))
        if not secure:
            return plain
        return ANY.wrap_socket(plain)

    def goes_on(self, seconds=12, addresses=(PHONE,)):
        """Whether phones can log in, mute and stop, each within two seconds. Returns how long the slowest took."""
        slowest, end, last = 0.0, time.monotonic() + seconds, None
        while time.monotonic() < end:
            for address in addresses:
                phone = Browser(self.port, address=address)
                for path, body in (
                    ("/api/login", {"name": "Zayd", "secret": "402917"}),
                    ("/api/mute", {"what": "1d"}),
                    ("/api/stop", {}),
                ):
                    began = time.monotonic()
                    status, answer = phone.send("POST", path, body)
                    took = time.monotonic() - began
                    slowest = max(slowest, took)
                    fine = status == 200 or answer.get("error") == "nothing-sounds"
                    expect(fine, f"{path} from {address} was answered with {status} {answer} after {took:.1f} s")
                    expect(took < 2, f"{path} from {address} took {took:.1f} s")
            # A person may give an order every three seconds.
            time.sleep(3 * len(addresses))
        return slowest

    def uploads(self):
        """Why another's file is not taken within two seconds; empty where it is."""
        began = time.monotonic()
        status, answer = self.amina.send("POST", "/api/sound/upload", b"\xff" * 100_000, "application/octet-stream")
        took = time.monotonic() - began
        # It is no recording, as the panel finds out.
        return "" if status == 422 and took < 2 else f"{status} {answer} after {took:.1f} s"

    def close(self):
        self.ends.set()
        for thread in self.attackers:
            thread.join()
        self.box.close()


def upload_head(browser, path, size):
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n"
        f"Cookie: {cookies}\r\nX-Adhand-Token: {browser.token}\r\nContent-Length: {size}\r\n\r\n"
    ).encode()


def bodies_that_drip(binary, count, size, address):
    """So many connections of one member announce a body, and send a byte of it now and then."""
    crowd = Crowd(binary)
    drips, oldest = {}, [0.0]
    try:
        bilal = Browser(crowd.port, address=address)
        expect(bilal.log_in("Bilal", SECRET)[0] == 200, "no login")
        head = upload_head(bilal, "/api/sound/upload", size)

        def drip():
            try:
                while len(drips) < count and not crowd.ends.is_set():
                    each = crowd.connect(address)
                    each.sendall(head)
                    drips[each] = time.monotonic()
            except OSError:
                pass
            for each in list(drips):
                try:
                    each.sendall(b" ")
                    oldest[0] = max(oldest[0], time.monotonic() - drips[each])
                except OSError:
                    each.close()
                    del drips[each]
            crowd.ends.wait(0.5)

        crowd.attack(drip)
        eventually(lambda: len(drips) == count, 60, "the bodies have not begun")
        faults = [crowd.uploads()]
        slowest = crowd.goes_on(24)
        faults.append(crowd.uploads())
        expect(not any(faults), f"another's upload: {faults}")
        expect(oldest[0] < 20, f"a body dripped for {oldest[0]:.0f} s")
        return f"the slowest answer took {slowest:.2f} s; no body dripped for longer than {oldest[0]:.0f} s"
    finally:
        crowd.close()
        for each in list(drips):
            each.close()


def bodies_that_drip_from_16_connections(binary):
    return bodies_that_drip(binary, 16, 1 << 20, PHONE)


def bodies_that_drip_from_256_connections(binary):
    return bodies_that_drip(binary, 256, 1 << 16, "127.0.0.2")


def a_running_upload_beside_other_uploads_and_silent_neighbours(binary):
    """The largest recording comes while a member sends tables, and while its network opens 2560 connections."""
    crowd, others = Crowd(binary), []
    try:
        maryam = Browser(crowd.port, address="127.0.0.7")
        expect(maryam.log_in("Maryam", SECRET)[0] == 200, "no login")
        part = b"\xff" * (512 << 10)
        upload = crowd.connect(PHONE)
        upload.sendall(upload_head(crowd.amina, "/api/sound/upload", 64 * len(part)))
        for number in range(64):
            upload.sendall(part)
            if number % 8 == 0:
                others.append(crowd.connect("127.0.0.7"))
                others[-1].sendall(upload_head(maryam, "/api/times/upload", 4 << 20) + b" ")
            for _ in range(40):
                others.append(crowd.connect(PHONE, secure=False))
        upload.settimeout(60)
        answer = upload.recv(100)
        # It is no recording, as the panel finds out.
        expect(answer.startswith(b"HTTP/1.1 422"), f"the upload was answered with {answer}")
        return f"it came whole beside {len(others)} other connections"
    except OSError as fault:
        expect(False, f"the upload was ended: {fault}")
    finally:
        crowd.close()
        for each in others:
            each.close()


def whole_tables_of_one_member(binary):
    """A member sends more tables than are read at once, again and again."""
    crowd, statuses = Crowd(binary), []
    try:
        maryam = Browser(crowd.port, address="127.0.0.7")
        expect(maryam.log_in("Maryam", SECRET)[0] == 200, "no login")
        first = datetime.date(2027, 1, 1)

        def table(minute):
            days = [f"{first + datetime.timedelta(day)},06:{minute:02},08:00,12:{minute:02},13:50,16:00,18:00" for day in range(60)]
            words = "\n".join(["date,fajr,sunrise,dhuhr,asr,maghrib,isha", *days])
            return (words + "\n" + " " * (255 << 10)).encode()

        def send(browser, minute):
            return browser.send("POST", "/api/times/upload", table(minute), "application/octet-stream")[0]

        def attack(number):
            statuses.append(send(maryam, number))
            crowd.ends.wait(1)

        for number in range(8):
            crowd.attack(attack, number)
        eventually(lambda: 503 in statuses, 60, "no table had to wait")
        slowest, slowest_table = crowd.goes_on(12), 0.0
        for number in range(4):
            began = time.monotonic()
            status = send(crowd.amina, 40 + number)
            slowest_table = max(slowest_table, time.monotonic() - began)
            expect(status in (200, 422), f"another's table was answered with {status}")
        return f"the slowest answer took {slowest:.2f} s, another's table {slowest_table:.1f} s, beside {len(statuses)} tables"
    finally:
        crowd.close()


def logins_that_succeed_all_the_time(binary):
    crowd, statuses = Crowd(binary), []
    try:
        for number in range(12):
            address = f"127.0.0.{2 + number % 3}"
            crowd.attack(lambda own=address: statuses.append(Browser(crowd.port, address=own).log_in("Bilal", SECRET)[0]))
        eventually(lambda: 200 in statuses, words="nobody logs in")
        slowest = crowd.goes_on(15, (PHONE, "127.0.0.2"))
        return f"the slowest answer took {slowest:.2f} s, beside {statuses.count(200)} of {len(statuses)} logins"
    finally:
        crowd.close()


def silent_connections_from_three_addresses(binary):
    """384 from each. Those that are ended come again."""
    crowd = Crowd(binary)
    counts = [0] * 3
    try:

        def hold(number):
            idle = []
            try:
                while not crowd.ends.is_set():
                    for each in list(idle):
                        with contextlib.suppress(BlockingIOError, OSError):
                            if each.recv(1, socket.MSG_DONTWAIT) == b"":
                                idle.remove(each)
                                each.close()
                    while len(idle) < 384 and not crowd.ends.is_set():
                        idle.append(crowd.connect(f"127.0.0.{1 + number}", secure=False))
                        counts[number] += 1
                    crowd.ends.wait(0.1)
            finally:
                for each in idle:
                    each.close()

        for number in range(3):
            crowd.attackers.append(threading.Thread(target=hold, args=(number,)))
            crowd.attackers[-1].start()
        eventually(lambda: min(counts) >= 384, words="there are not 384 connections of each")
        slowest = crowd.goes_on(15, (PHONE, "127.0.0.2"))
        return f"the slowest answer took {slowest:.2f} s, beside {sum(counts)} silent connections"
    finally:
        crowd.close()


CHECKS = [
    a_panel_that_is_flooded_hangs_and_dies,
    a_panel_that_is_attacked_and_killed,
    a_caretaker_who_silences_the_box_is_named,
    bodies_that_drip_from_16_connections,
    bodies_that_drip_from_256_connections,
    a_running_upload_beside_other_uploads_and_silent_neighbours,
    whole_tables_of_one_member,
    logins_that_succeed_all_the_time,
    silent_connections_from_three_addresses,
]
