"""The panel is flooded with logins, hangs and dies while a prayer is due: the daemon does not notice."""

import http.client
import json
import os
import re
import signal
import ssl
import subprocess
import threading

from box import Box, eventually, expect
from display import silent_clients


def start_panel(box):
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
        env={**box.environment, "STATE_DIRECTORY": str(folder.parent)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=open(log, "ab"),
        # As in its unit.
        preexec_fn=lambda: os.nice(5),
    )
    box.processes.append(process)
    found = eventually(lambda: re.search(r"https://127\.0\.0\.1:(\d+)/", log.read_text()), words="the panel did not listen")
    return process, int(found[1])


def ask(port, method, path, body=None):
    """The status; 0 where there is no answer."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=10, context=context)
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


CHECKS = [a_panel_that_is_flooded_hangs_and_dies]
