"""A browser with the page, in virtual time: at the real server, or at a stand-in."""

import os
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from mock_box import MockBox
from virtual_box import VirtualBox

HERE = Path(__file__).resolve().parent
SIZES = {"1920x1080": (1920, 1080), "1080x1920": (1080, 1920), "3840x2160": (3840, 2160), "390x844": (390, 844)}


class Browser:
    """Debian's Chromium, headless. One at a time, and it yields to other work."""

    def __enter__(self):
        os.nice(max(0, 10 - os.nice(0)))
        self._playwright = sync_playwright().start()
        self.chromium = self._playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--js-flags=--expose-gc", "--force-color-profile=srgb", "--font-render-hinting=none"])
        return self

    def __exit__(self, *_):
        self.chromium.close()
        self._playwright.stop()

    def screen(self, now, size="1920x1080", reduced_motion="no-preference", **config):
        """The page of the real display; `config` is VirtualBox's."""
        return Screen(self.chromium, SIZES.get(size, size), VirtualBox(now, **config), now, reduced_motion).open()

    def stand_in(self, size="1920x1080", **options):
        return StandInScreen(self.chromium, SIZES.get(size, size), MockBox(), 0.0, **options)


class Screen:
    """A page and its box. `now` is the box's time."""

    def __init__(self, chromium, size, box, now, reduced_motion="no-preference"):
        self.box, self.errors, self.now = box, [], now
        # The browser's zone is as far away as can be: the page must not use it.
        self.context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, timezone_id="Pacific/Kiritimati",
                                            reduced_motion=reduced_motion)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.add_init_script(path=HERE / "virtual_time.js")
        self.page.expose_function("tellBox", lambda now: self.box.tell(now))
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def __enter__(self): return self

    def __exit__(self, *_):
        self.context.close()
        self.box.close()

    def open(self):
        """Loads the page, and waits until it has drawn its first plan."""
        self.page.goto(self.box.address)
        self.page.evaluate("document.fonts.ready")
        self.settle()
        return self

    def settle(self):
        """Lets what is under way arrive, draws, and ends the fades."""
        deadline = time.monotonic() + 10
        while self.scene() == "waiting" and time.monotonic() < deadline:
            time.sleep(0.01)
        self.page.evaluate("virtual.real(30)")
        self.page.evaluate("""async () => {
            await Promise.all([...document.images].filter((image) => image.src).map((image) => image.decode().catch(() => {})));
            for (let frame = 0; frame < 3; frame++) {  // a fade may begin only with the next frame
                for (const animation of document.getAnimations()) animation.finish();
                await new Promise((done) => requestAnimationFrame(done));
            }
            for (const animation of document.getAnimations()) animation.finish();
        }""")

    def run(self, seconds, step=10):
        """Lets the time of page and box pass; the box tells the time every `step` seconds."""
        self.now = self.page.evaluate("([s, b, p]) => virtual.runWithBox(s, b, p)", [seconds, self.now, step])

    def run_day(self):
        """The same for a day. Over 23 hours of it only the page's time passes, and the box's follows at their end."""
        self.run(600)
        self.now = self.page.evaluate("([s, b]) => virtual.runWithoutNetwork(s, b)", [82_200, self.now])
        self.box.tell(self.now)
        self.run(3600, step=20)

    def run_alone(self, seconds):
        """Lets the page's time pass; the box is as it is. One that serves sets back a page that connects anew, after 30 s."""
        self.page.evaluate("s => virtual.run(s)", seconds + 0.03)  # so that the tick of the last second has come
        self.now += seconds + 0.03

    def until(self, condition, seconds, with_box=False):
        """Lets time pass second by second until the page meets a condition; answers whether it did."""
        for _ in range(int(seconds)):
            if self.page.evaluate(condition):
                return True
            self.run(1) if with_box else self.run_alone(1)
            time.sleep(0.05)  # On a busy machine an answer takes as long; the page gives up a silent box after 30 s of its own time.
        return bool(self.page.evaluate(condition))

    def scene(self): return self.page.evaluate("document.documentElement.dataset.scene")

    def text(self, identifier): return self.page.evaluate("id => document.getElementById(id).textContent", identifier)

    def facts(self): return self.page.evaluate((HERE / "facts.js").read_text())

    def heap(self):
        """Bytes of the JavaScript heap after a collection, and DOM nodes."""
        session = self.context.new_cdp_session(self.page)
        session.send("Performance.enable")
        session.send("HeapProfiler.enable")
        for _ in range(3):
            session.send("HeapProfiler.collectGarbage")
        metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
        session.send("HeapProfiler.disable")
        session.send("Performance.disable")
        session.detach()
        return metrics["JSHeapUsedSize"], metrics["Nodes"], metrics["JSEventListeners"]


class StandInScreen(Screen):
    """Its box sends the plan that the test makes: what the real server does not send, or cannot be made to."""

    def show(self, plan):
        """Sends a plan, waits until it is drawn, and forgoes the fade."""
        first = self.box.plan is None
        self.box.state = "well"
        before = 0 if first else self.page.evaluate("virtual.received")
        self.box.show(plan)
        if first:
            self.page.goto(self.box.address)
        for _ in range(60):  # A page that lost the box waits in virtual time before it comes back.
            if self.page.evaluate("""async (before) => {
                    for (let tries = 0; tries < 100 && virtual.received === before; tries++) await virtual.real(5);
                    return virtual.received > before;
                }""", before):
                break
            self.page.evaluate("virtual.run(1)")
        else:
            raise AssertionError("the plan did not arrive")
        self.now = plan["now"]
        self.page.evaluate("document.fonts.ready")
        self.settle()

    def run_silent(self, seconds):
        """Lets time pass with a box that says nothing."""
        self.box.state = "silent"
        self.run_alone(seconds)
        self.box.state = "well"

    def run_alone(self, seconds):
        """Whoever connects meanwhile is given the time of the beginning."""
        self.box.plan["now"] = self.now
        super().run_alone(seconds)
        self.box.plan["now"] = self.now
