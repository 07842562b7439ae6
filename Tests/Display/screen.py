"""A browser with the page, at a mock box, in virtual time."""

import os
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from mock_box import MockBox

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

    def screen(self, size="1920x1080", **options):
        return Screen(self.chromium, SIZES.get(size, size), **options)


class Screen:
    """A page and its box. `now` is the box's time."""

    def __init__(self, chromium, size, reduced_motion="no-preference"):
        self.box, self.errors, self.now = MockBox(), [], 0.0
        # The browser's zone is as far away as can be: the page must not use it.
        self.context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, timezone_id="Pacific/Kiritimati",
                                            reduced_motion=reduced_motion)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.page.add_init_script(path=HERE / "virtual_time.js")
        self.page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def __enter__(self): return self

    def __exit__(self, *_):
        self.context.close()
        self.box.close()

    def show(self, plan):
        """Sends a plan, waits until it is drawn, and forgoes the fade."""
        first = self.box.plan is None
        self.now = plan["now"]
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
        self.box.push("daemon", self.box.daemon)
        self.page.evaluate("document.fonts.ready")
        self.settle()

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

    def run(self, seconds, with_box=True, step=10):
        """Lets virtual time pass, with the box's clock every `step` seconds, or with a box that says nothing."""
        if with_box:
            self.now = self.page.evaluate("([s, b, p]) => virtual.runWithBox(s, b, p)", [seconds, self.now, step])
        else:
            state, self.box.state = self.box.state, "silent" if self.box.state == "well" else self.box.state
            self.run_alone(seconds)
            self.box.state = state

    def run_alone(self, seconds):
        """The same, with the box as it is. Whoever connects is given the time of the beginning."""
        self.box.plan["now"] = self.now
        self.page.evaluate("s => virtual.run(s)", seconds + 0.01)  # so that the tick of the last second has come
        self.now += seconds + 0.01
        self.box.plan["now"] = self.now

    def until(self, condition, seconds, with_box=False):
        """Lets time pass second by second until the page meets a condition; answers whether it did."""
        for _ in range(int(seconds)):
            if self.page.evaluate(condition):
                return True
            self.run(1) if with_box else self.run_alone(1)
            time.sleep(0.02)
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
