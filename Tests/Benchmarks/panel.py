#!/usr/bin/env python3
"""How soon a phone in the mosque's network can use the committee's page.

    panel.py ADHAND [RUNS]

Daemon, display and panel run as they are built, with TLS. The panel's process has a twelfth of a core, which is a Raspberry Pi's share while
other programs run there; the phone's processor is slowed four times, and its network has a rate and a delay, both by Chromium's own
emulation. Each run has a browser context of its own: nothing is cached. Printed are the medians, in milliseconds:

panel-login-RATE   from the navigation until the login can be filled in
panel-now-RATE     from the click on *Log in* until *Now* is shown. Most of it is the password's hash, which is slow on purpose
panel-again-RATE   from the navigation of a phone that is logged in, and has the files, until *Now* is shown

Only as root, for the control group.
"""

import os
import pathlib
import statistics
import sys

os.environ["ADHAND"] = str(pathlib.Path(sys.argv[1]).resolve())
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Display"))

from panel_box import PanelBox  # noqa: E402
from processor import Share  # noqa: E402
from screen import Browser  # noqa: E402

RUNS = int(sys.argv[2]) if len(sys.argv) > 2 else 7
# Name, bits a second, milliseconds.
NETWORKS = [("6mbit", 6_000_000, 40), ("1.5mbit", 1_500_000, 100)]
NAME, PASSWORD = "Amina", "correct horse battery"

# The first frame that has the element, in milliseconds since the navigation.
WAIT = """(selector) => new Promise((done) => {
    const look = () => document.querySelector(selector)
        ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
        : requestAnimationFrame(look);
    look();
})"""


def set_up(browser, box):
    code = box.setup_code()
    page = browser.chromium.new_context(ignore_https_errors=True).new_page()
    page.goto(box.panel)
    page.get_by_label("Setup code").fill(code)
    page.get_by_label("Name").fill(NAME)
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("heading", name="Now").wait_for()
    page.context.close()


def visit(browser, box, rate, delay):
    """The three times of one phone."""
    context = browser.chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, ignore_https_errors=True)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": delay, "downloadThroughput": rate / 8, "uploadThroughput": rate / 8})
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(box.panel, wait_until="commit")
    login = page.evaluate(WAIT, "#main form")
    page.get_by_label("Name").fill(NAME)
    page.get_by_label("Password or PIN").fill(PASSWORD)
    begin = page.evaluate("document.querySelector('#main form').requestSubmit(), performance.now()")
    now = page.evaluate(WAIT, "#main .light") - begin
    page.wait_for_load_state("networkidle")
    page.goto(box.panel, wait_until="commit")
    again = page.evaluate(WAIT, "#main .light")
    context.close()
    return login, now, again


box = PanelBox()
try:
    with Browser() as browser, Share(box.processes[-1].pid, 1 / 12):
        set_up(browser, box)
        for name, rate, delay in NETWORKS:
            visits = [visit(browser, box, rate, delay) for _ in range(RUNS)]
            for figure, values in zip(("login", "now", "again"), zip(*visits)):
                print(f"panel-{figure}-{name} {statistics.median(values):.0f} ms", flush=True)
finally:
    box.close()
