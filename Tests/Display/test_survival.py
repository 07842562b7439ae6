"""The page goes on: without the daemon, the box or the network; over midnight, clock changes and the year's end; for a week. The real
server and the real daemon are behind it; the stand-in only where they cannot be made to do what is tested."""

import io
import time
import unittest
from datetime import datetime

from PIL import Image
from playwright.sync_api import Error

from plans import ZONE, instant, plan
from screen import Browser
from states import DAY, FILES, FRIDAY, MIDSUMMER


class Survival(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.browser = Browser().__enter__()

    @classmethod
    def tearDownClass(cls): cls.browser.__exit__()

    def screen_at(self, day, clock, **config):
        screen = self.browser.screen(instant(day, clock), **config)
        self.addCleanup(screen.__exit__)
        return screen

    def stand_in_at(self, day, clock, **rest):
        screen = self.browser.stand_in()
        self.addCleanup(screen.__exit__)
        screen.show(plan(instant(day, clock), **rest))
        return screen

    def assert_shows(self, screen, clock, second=None):
        self.assertEqual(screen.text("clock"), clock)
        if second is not None:
            self.assertEqual(screen.text("second"), second)

    # Away and back

    def test_the_daemon_restarted(self):
        screen = self.screen_at(DAY, "13:42:18")
        screen.box.daemon("stop")
        self.assertTrue(screen.until("document.getElementById('notes').textContent.includes('The caller stopped at 13:42')", 5, with_box=True))
        screen.run(60)
        screen.box.daemon("start")
        self.assertTrue(screen.until("!document.getElementById('notes').textContent.includes('stopped')", 5, with_box=True))
        self.assertEqual(screen.errors, [])

    def test_the_network_gone_for_an_hour(self):
        screen = self.screen_at(DAY, "13:42:18")
        screen.context.set_offline(True)
        screen.box.stop()  # the connection that is open goes, too
        screen.run_alone(29)
        self.assertNotIn("No connection", screen.text("notes"))
        screen.run_alone(60)
        self.assertIn("No connection since 13:42", screen.text("notes"))
        screen.run_alone(3600 - 89)
        self.assert_shows(screen, "14:42", "18")  # the scenes went on as well: Asr's iqama was at 14:30
        self.assertEqual(screen.page.evaluate("document.querySelector('.current').dataset.prayer"), "asr")
        self.assertEqual(screen.scene(), "day")
        screen.box.start(screen.now)
        screen.context.set_offline(False)
        self.assertTrue(screen.until("!document.getElementById('notes').textContent.includes('No connection')", 90), "not back within 90 s")

    def test_the_adhan_is_shown_while_the_server_is_gone(self):
        screen = self.screen_at(DAY, "14:10:00")
        screen.box.stop()
        screen.run_alone(9 * 60)
        self.assertEqual(screen.scene(), "adhan")
        self.assertEqual(screen.text("call-name"), "العصر")

    def test_a_box_that_refuses_is_asked_again_for_ever_and_not_in_a_rush(self):
        screen = self.stand_in_at(DAY, "13:42:18")
        screen.box.state = "refusing"
        screen.box.disconnect()
        asked = []
        screen.page.on("request", lambda request: "events" in request.url and asked.append(request.url))
        for _ in range(300):
            screen.run_alone(2)
            time.sleep(0.01)
        self.assertGreater(len(asked), 12)  # 600 s, at most 37.5 s apart
        self.assertLess(len(asked), 40)
        screen.box.state = "well"
        self.assertTrue(screen.until("!document.getElementById('notes').textContent.includes('No connection')", 90))

    def test_a_server_that_hangs_is_given_up_and_found_again(self):
        screen = self.screen_at(DAY, "13:42:18")
        asked = []
        screen.page.on("request", lambda request: "events" in request.url and asked.append(request.url))
        screen.box.freeze()
        screen.run_alone(90)
        deadline = time.monotonic() + 5
        while not asked and time.monotonic() < deadline:
            screen.page.wait_for_timeout(50)
        self.assertTrue(asked)
        self.assertIn("No connection", screen.text("notes"))
        screen.box.thaw()
        self.assertTrue(screen.until("!document.getElementById('notes').textContent.includes('No connection')", 90))

    def test_the_page_reloads_itself_when_the_version_changes(self):
        screen = self.stand_in_at(DAY, "13:42:18")
        pages = screen.box.pages
        screen.show(plan(instant(DAY, "13:43:00")))
        time.sleep(0.3)
        self.assertEqual(screen.box.pages, pages, "the same version must not reload")
        screen.box.show(plan(instant(DAY, "13:43:00"), version="2"))
        deadline = time.monotonic() + 5
        while screen.box.pages < pages + 2 and time.monotonic() < deadline:  # one looks whether the server answers
            screen.page.wait_for_timeout(50)
        self.assertEqual(screen.box.pages, pages + 2)
        screen.page.wait_for_timeout(500)
        screen.settle()
        self.assert_shows(screen, "13:43")

    def test_a_page_that_stays_the_old_one_is_loaded_again_once(self):
        screen = self.browser.stand_in()
        self.addCleanup(screen.__exit__)
        screen.box.version = "1"  # and it stays: something between box and browser keeps the old page
        screen.show(plan(instant(DAY, "13:42:18"), version="1"))

        def reloads(version, pages):
            screen.box.show(plan(instant(DAY, "13:43:00"), version=version))
            deadline = time.monotonic() + 5
            while screen.box.pages < pages and time.monotonic() < deadline:
                screen.page.wait_for_timeout(50)
            screen.page.wait_for_timeout(300)
            self.assertEqual(screen.box.pages, pages)

        reloads("2", 3)  # the page, the look whether the server answers, and the page again
        for _ in range(3):
            reloads("2", 3)
        screen.settle()
        self.assert_shows(screen, "13:43")
        reloads("3", 5)
        # A page whose first plan is of other files than its own is loaded again, too.
        other = screen.context.new_page()
        other.goto(screen.box.address)
        deadline = time.monotonic() + 5
        while screen.box.pages < 8 and time.monotonic() < deadline:
            other.wait_for_timeout(50)
        self.assertEqual(screen.box.pages, 8)

    def test_a_plan_of_another_version_that_cannot_be_read_loads_the_page_again(self):
        screen = self.stand_in_at(DAY, "13:42:18")
        pages = screen.box.pages
        screen.box.plan = plan(instant(DAY, "13:43:00"), version="2")
        screen.box.push("plan", {"version": "2", "now": instant(DAY, "13:43:00"), "planets": []})
        deadline = time.monotonic() + 5
        while screen.box.pages < pages + 2 and time.monotonic() < deadline:
            screen.page.wait_for_timeout(50)
        self.assertEqual(screen.box.pages, pages + 2)

    def test_changed_files_of_the_page_load_it_again(self):
        screen = self.screen_at(DAY, "13:42:18", copies_page=True)
        before = screen.page.evaluate("document.documentElement.dataset.version")

        def version():
            try:
                return screen.page.evaluate("document.documentElement.dataset.version")
            except Error:  # It is being loaded.
                return before

        self.assertEqual(before, screen.box.plan()["version"])
        with open(screen.box.resources / "display" / "page.css", "a") as style:
            style.write(":root { --upgraded: 1 }\n")
        screen.box.wait_for(lambda plan: plan["version"] != before)
        deadline = time.monotonic() + 5
        while version() == before and time.monotonic() < deadline:
            screen.page.wait_for_timeout(50)
        self.assertEqual(version(), screen.box.plan()["version"])
        screen.page.wait_for_load_state()
        screen.settle()
        self.assert_shows(screen, "13:42")

    def test_a_text_that_is_too_long_and_a_logo_that_is_broken_are_told(self):
        broken = picture("PNG")[:8] + b"nothing" * 9
        files = {"slides/rules.md": "Please do not put your shoes on the carpet of the hall.\n\n" * 250, "logo.png": broken}
        screen = self.screen_at(DAY, "13:41:18", files=files, logo="logo.png", **self.ALWAYS)
        self.assertTrue(screen.until("document.documentElement.dataset.scene === 'slides'", 5, with_box=True))
        screen.run(30)
        problems = lambda: " ".join(screen.box.ask("api/status")["problems"])
        self.assertIn("rules.md is too long for the screen", problems())
        self.assertIn("logo.png cannot be shown by the browser", problems())
        self.assertTrue(screen.page.evaluate("document.getElementById('logo').hidden"))
        screen.box.put("slides/rules.md", "Shoes off, please.", screen.now)
        screen.box.wait_for(lambda plan: True)
        for _ in range(30):
            screen.run(10)
            if "rules.md" not in problems():
                break
            time.sleep(0.05)
        self.assertNotIn("rules.md", problems())

    def test_an_older_plan_that_comes_later_is_not_drawn(self):
        screen = self.stand_in_at(DAY, "13:42:18", order=7, mosque={"name": "Newer", "logo": None})
        screen.show(plan(instant(DAY, "13:42:20"), order=6, mosque={"name": "Older", "logo": None}))
        self.assertEqual(screen.text("mosque"), "Newer")
        screen.show(plan(instant(DAY, "13:42:22"), order=8, mosque={"name": "Newest", "logo": None}))
        self.assertEqual(screen.text("mosque"), "Newest")
        # A server that has started again counts anew.
        screen.box.plan = plan(instant(DAY, "13:42:30"), order=1, mosque={"name": "Restarted", "logo": None})
        screen.box.disconnect()
        self.assertTrue(screen.until("document.getElementById('mosque').textContent === 'Restarted'", 60))

    def test_a_plan_that_is_none_leaves_the_last_one(self):
        screen = self.stand_in_at(DAY, "13:42:18")
        screen.box.push("plan", {"now": "nonsense"})
        screen.page.evaluate("virtual.real(50)")
        screen.run_silent(5)
        self.assert_shows(screen, "13:42", "23")
        self.assertEqual(screen.text("next-name"), "Asr")
        broken = plan(instant(DAY, "13:42:30"))
        del broken["look"]["sunrise"], broken["days"][1]["times"][0]["begins"], broken["bar"]
        screen.box.state = "well"
        screen.box.push("plan", broken)
        screen.page.evaluate("virtual.real(50)")
        screen.run_silent(40)
        self.assertEqual(screen.text("next-name"), "Asr")

    def test_the_heart_beats_and_a_page_that_stops_drawing_is_seen(self):
        screen = self.screen_at(DAY, "13:42:18")
        screen.run(110)
        # Frames come in real time, which a busy machine has less of.
        screen.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        screen.run(10)
        def beat(): return next(iter(screen.box.ask("api/status")["pages"].values()))
        self.assertEqual((beat()["scene"], beat()["version"]), ("day", screen.box.plan()["version"]))
        self.assertLess(abs(beat()["seen"] - screen.now), 15)
        self.assertLess(abs(beat()["drawn"] - screen.now), 15)
        screen.page.evaluate("window.requestAnimationFrame = () => 0")
        screen.run(60)
        self.assertGreater(beat()["seen"] - beat()["drawn"], 45)
        self.assertRegex(screen.box.read("metrics").decode(), r"adhand_display_behind_seconds [5-9]\d")

    # The box's clock

    def test_the_box_clock_is_followed_when_it_steps(self):
        screen = self.screen_at(DAY, "13:42:18")
        screen.now = instant(DAY, "15:00:00")
        screen.box.step(screen.now)
        screen.run(10)
        self.assert_shows(screen, "15:00", "10")

    # Changes of the day

    def test_midnight(self):
        screen = self.screen_at(DAY, "23:59:50", tomorrow="midnight")
        self.assertEqual(screen.text("date"), "Monday 23 November 2026")
        fajr = screen.page.evaluate("document.querySelector('[data-prayer=fajr] .adhan').textContent")
        screen.run(11)
        self.assert_shows(screen, "00:00", "01")
        self.assertEqual(screen.text("date"), "Tuesday 24 November 2026")
        self.assertNotEqual(screen.page.evaluate("document.querySelector('[data-prayer=fajr] .adhan').textContent"), fajr)
        self.assertIsNone(screen.page.evaluate("document.querySelector('.current')"))
        self.assertEqual(screen.text("next-label"), "Next adhan · 06:41")

    def test_tomorrow_is_shown_once_isha_has_been_prayed(self):
        screen = self.screen_at(DAY, "17:40:00")
        heading = lambda: screen.page.evaluate("document.querySelector('.heads .name').textContent")
        iqama = lambda: screen.page.evaluate("document.querySelector('[data-prayer=fajr] .iqama').textContent")
        self.assertEqual((heading(), iqama()), ("", "07:00"))
        screen.run(3600, step=20)
        self.assertEqual(screen.text("date"), "Monday 23 November 2026")
        self.assertEqual((heading(), iqama()), ("tomorrow Tuesday", "07:00"))
        self.assertEqual(screen.text("next-label"), "Next adhan · tomorrow 06:41")

    def rows(self, screen):
        """The rows as `Fajr 06:40 07:00`; those of tomorrow with the word."""
        return screen.page.evaluate("""() => [...document.querySelectorAll(".row:not(.heads)")].map((row) =>
            [".name", ".adhan", ".iqama"].map((name) => row.querySelector(name).textContent).filter(Boolean).join(" "))""")

    def test_each_row_turns_to_tomorrow_once_its_prayer_is_over(self):
        screen = self.screen_at(DAY, "07:09:50", tomorrow="each-prayer")
        self.assertEqual(self.rows(screen)[0], "Fajr 06:40 07:00", "its prayer is not over")
        screen.run(11)
        self.assertEqual(self.rows(screen)[:2], ["Fajr tomorrow 06:41 07:00", "Sunrise 08:15"])
        screen.run(5 * 3600 + 1500, step=20)  # Until 12:35: Dhuhr's iqama.
        self.assertEqual(self.rows(screen)[:3], ["Fajr tomorrow 06:41 07:00", "Sunrise tomorrow 08:16", "Dhuhr 12:13 12:35"])
        self.assertEqual(screen.page.evaluate("document.querySelector('.current').dataset.prayer"), "dhuhr")
        screen.run(600, step=20)
        self.assertEqual(self.rows(screen)[2:4], ["Dhuhr tomorrow 12:13 12:35", "Asr 14:18 14:30"])
        self.assertIsNone(screen.page.evaluate("document.querySelector('.current')"), "the prayer of today is shown as tomorrow's")
        screen.run(6 * 3600, step=20)  # Isha has been prayed: the heading speaks for all rows.
        self.assertEqual(screen.page.evaluate("document.querySelector('.heads .name').textContent"), "tomorrow Tuesday")
        self.assertEqual([row for row in self.rows(screen) if "tomorrow" in row], [])
        self.assertEqual(self.rows(screen)[0], "Fajr 06:41 07:00")

    def test_rows_that_have_turned_are_in_their_order_where_the_days_differ(self):
        """On the day before a Friday, and on that Friday; and after midnight, where Isha is later than that."""
        screen = self.screen_at("2026-11-26", "13:00:00", tomorrow="each-prayer")
        self.assertEqual(self.rows(screen)[2:6], ["Dhuhr tomorrow 12:13", "Jumu’ah 1 tomorrow 13:15 13:40", "Jumu’ah 2 tomorrow 14:00 14:25", "Asr 14:16 14:30"])
        self.assertEqual(screen.text("jumuah"), "", "the table has them")
        screen = self.screen_at(FRIDAY, "14:34:50", tomorrow="each-prayer")
        self.assertEqual(self.rows(screen)[2:5], ["Dhuhr 12:13", "Jumu’ah 1 13:15 13:40", "Jumu’ah 2 14:00 14:25"])
        screen.run(11)
        self.assertEqual(self.rows(screen)[2:4], ["Dhuhr tomorrow 12:13 12:35", "Asr 14:16 14:30"])
        late = self.screen_at(MIDSUMMER, "23:59:50", tomorrow="each-prayer", prayer_length="1h", more='[calculation]\nhigh_latitude = "angle"\n')
        self.assertEqual(["tomorrow" in row for row in self.rows(late)], [True] * 4 + [True, False], self.rows(late))
        before = self.rows(late)
        late.run(11)
        self.assertEqual(self.rows(late), [row.replace("tomorrow ", "") for row in before], "they are of this day now")

    def test_after_fajr_the_page_counts_down_to_sunrise_where_the_mosque_wants_that(self):
        screen = self.screen_at(DAY, "06:59:50", until_sunrise=True)
        self.assertEqual(screen.text("next-label"), "Next iqama · 07:00")
        screen.run(1200, step=20)
        self.assertEqual([screen.text(f"next-{name}") for name in ("label", "name", "count")], ["Fajr ends · 08:15", "Sunrise", "55:10"])
        screen.run(3400, step=20)
        self.assertEqual(screen.text("next-label"), "Next adhan · 12:13")
        self.assertEqual(self.screen_at(DAY, "07:20:00").text("next-label"), "Next adhan · 12:13")

    def test_the_hijri_date_turns_at_maghrib(self):
        screen = self.screen_at(DAY, "16:02:55")
        before = screen.text("hijri")
        screen.run(10)
        self.assertNotEqual(screen.text("hijri"), before)
        now = screen.text("hijri")
        screen.run(8 * 3600, step=20)  # midnight changes nothing more
        self.assertEqual(screen.text("hijri"), now)

    def test_the_clocks_go_forward(self):
        screen = self.screen_at("2027-03-28", "00:59:50")
        left = screen.text("next-count")
        screen.run(11)
        self.assert_shows(screen, "02:00", "01")
        seconds = lambda text: sum(int(part) * 60 ** index for index, part in enumerate(reversed(text.split(":"))))
        self.assertEqual(seconds(left) - seconds(screen.text("next-count")), 11)
        self.assertEqual(screen.text("date"), "Sunday 28 March 2027")

    def test_the_clocks_go_back(self):
        screen = self.screen_at("2026-10-25", "00:59:50")
        screen.run(3600, step=20)
        self.assert_shows(screen, "01:59", "50")
        screen.run(11)
        self.assert_shows(screen, "01:00", "01")

    def test_the_end_of_the_year(self):
        screen = self.screen_at("2026-12-31", "23:59:50")
        screen.run(11)
        self.assertEqual(screen.text("date"), "Friday 1 January 2027")
        self.assert_shows(screen, "00:00", "01")
        self.assertTrue(screen.page.evaluate("document.querySelector('[data-prayer=jumuah]') !== null"))

    def test_the_plan_runs_out_and_the_page_says_so(self):
        screen = self.stand_in_at(DAY, "13:42:18", days=2)  # the real server sends more
        screen.run_silent(36 * 3600)
        self.assertEqual(screen.page.evaluate("document.getElementById('no-times').innerText"), "There are no prayer times for today.")
        self.assert_shows(screen, "01:42")
        self.assertEqual(screen.text("date"), "Wednesday 25 November 2026")
        self.assertEqual(screen.scene(), "day")

    # The mosque's own files

    # Slides alone, all the time.
    ALWAYS = {"states": ["slides"], "slides_every": "1h", "slides_length": "1h"}

    def shown(self, screen, place="slide"):
        """The text of the slide that is seen, "picture" for one, or None."""
        return screen.page.evaluate("""place => {
            const slide = document.querySelector(`#${place} > div`);
            if (!slide?.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return null;
            return slide.className || slide.innerText.trim();
        }""", place)

    def test_slides_come_for_two_minutes_of_every_ten_and_each_has_its_turn(self):
        files = {"slides/a.md": "A", "slides/b.png": picture("PNG"), "slides/c.md": "+++\nlength = \"90s\"\n+++\nC", "slides/d.webp": picture("WEBP")}
        screen = self.screen_at(DAY, "13:39:50", files=files, states=["slides"], slide_length="30s")
        turns, seen = ["A"] * 30 + ["picture"] * 30 + ["C"] * 90 + ["picture"] * 30, []
        for _ in range(126):
            local = datetime.fromtimestamp(screen.now, ZONE)
            seconds = local.hour * 3600 + local.minute * 60 + local.second
            turn = turns[(seconds // 600 * 120 + seconds % 600) % len(turns)] if seconds % 600 < 120 else None
            seen.append(self.shown(screen))
            self.assertEqual((f"{local:%H:%M:%S}", seen[-1]), (f"{local:%H:%M:%S}", turn))
            screen.run(10)
        self.assertEqual({*seen}, {None, "A", "C", "picture"})
        self.assertEqual(screen.errors, [])

    def test_a_changed_file_changes_the_page_at_once_and_without_a_reload(self):
        screen = self.screen_at(DAY, "13:42:18", files={"slides/a.md": "Closed on Monday"}, **self.ALWAYS)
        self.assertEqual(self.shown(screen), "Closed on Monday")
        screen.page.evaluate("""() => {
            window.scenes = [];
            new MutationObserver(() => scenes.push(document.documentElement.dataset.scene)).observe(document.documentElement, { attributeFilter: ["data-scene"] });
        }""")
        before = screen.box.plan()["slides"]
        screen.box.put("slides/a.md", "Open on Monday", screen.now)
        screen.box.wait_for(lambda plan: plan["slides"] != before)
        self.assertTrue(screen.until("document.getElementById('slide').innerText.trim() === 'Open on Monday'", 5, with_box=True))
        self.assertEqual(screen.page.evaluate("scenes"), [], "the page was another meanwhile, or was loaded again")
        (screen.box.folder / "slides/a.md").unlink()
        self.assertTrue(screen.until("document.documentElement.dataset.scene === 'day'", 60, with_box=True))
        self.assertEqual(screen.errors, [])

    def test_slides_and_adhkar_are_there_while_the_server_is_gone(self):
        files = {"slides/a.md": "Open on Monday", "adhkar/a.md": FILES / "adhkar/ar.md"}
        screen = self.screen_at(DAY, "12:34:00", files=files)
        screen.box.stop()
        screen.run_alone(11 * 60 + 10)
        screen.settle()
        self.assertIn("تَبَارَكْتَ", self.shown(screen, "adhkar-slide"))
        screen.run_alone(5 * 60)
        screen.settle()
        self.assertEqual(self.shown(screen), "Open on Monday")

    def test_a_slide_shows_on_its_days_only(self):
        files = {
            "slides/a.md": "+++\nfrom = \"2026-11-25\"\nuntil = \"2026-11-26\"\n+++\nTwo days", "slides/b.md": "+++\ndays = [\"friday\"]\n+++\nFridays",
            "slides/c.jpg": picture("JPEG"), "slides/c.toml": "from = \"2026-11-28\"\n",
        }
        screen = self.screen_at(DAY, "12:00:00", files=files, **self.ALWAYS)
        before = None
        for day, shown in [("24", None), ("25", "Two days"), ("26", "Two days"), ("27", "Fridays"), ("28", "picture"), ("29", "picture")]:
            screen.now = instant(f"2026-11-{day}", "00:00:00") - 5
            screen.box.step(screen.now)
            screen.run(4)
            screen.settle()
            self.assertEqual(self.shown(screen), before, f"before {day} November")
            screen.run_alone(2)  # over midnight, without a word of the server
            screen.settle()
            self.assertEqual(self.shown(screen), shown, f"on {day} November")
            before = shown

    def test_the_adhkar_are_shown_after_the_prayer(self):
        screen = self.screen_at(DAY, "12:44:50", files={"adhkar/a.md": FILES / "adhkar/en.md"})
        self.assertEqual(screen.scene(), "prayer")
        screen.run(11)
        screen.settle()
        self.assertEqual(screen.scene(), "after-prayer")
        self.assertIn("تَبَارَكْتَ", self.shown(screen, "adhkar-slide"))
        screen.run(299)
        screen.settle()
        self.assertEqual((screen.scene(), self.shown(screen, "adhkar-slide")), ("day", None))

    def test_a_picture_that_cannot_be_decoded_leaves_the_day(self):
        broken = picture("PNG")[:8] + b"nothing" * 9  # The server looks at the beginning only.
        screen = self.screen_at(DAY, "13:42:18", files={"slides/a.png": broken}, **self.ALWAYS)
        screen.run(70)
        screen.settle()
        self.assertEqual((screen.scene(), self.shown(screen)), ("day", None))
        self.assertTrue(all("/slides/" in error for error in screen.errors), screen.errors)
        # A text with such a picture is shown without it.
        screen.box.put("slides/b.md", "The roof\n\n![](a.png)\n", screen.now)
        self.assertTrue(screen.until("document.documentElement.dataset.scene === 'slides'", 60, with_box=True))
        screen.settle()
        self.assertEqual(self.shown(screen), "The roof")
        self.assertFalse(screen.page.evaluate("!!document.querySelector('#slide img')"))

    # A week

    def test_seven_days_without_growth(self):
        files = {"logo.svg": FILES / "logo.svg", "slides/a.md": FILES / "classes/en.md", "slides/b.jpg": picture("JPEG"), "slides/hall.svg": FILES / "hall.svg",
                 "slides/c.md": FILES / "hall/ur.md", "slides/d.md": "", "adhkar/a.md": FILES / "adhkar/en.md", "adhkar/b.md": FILES / "adhkar/kursi.md"}
        screen = self.screen_at("2026-12-28", "12:00:00", languages=["en", "ar"], files=files, logo="logo.svg")
        heaps = []
        for day in range(7):
            before = screen.box.plan()["slides"]
            screen.box.put("slides/d.md", "".join(f"- The line {line} of the list of day {day}\n" for line in range(60)), screen.now)
            screen.box.wait_for(lambda plan: plan["slides"] != before)
            screen.run_day()
            local = datetime.fromtimestamp(screen.now, ZONE)
            self.assertEqual(screen.text("clock"), f"{local:%H:%M}")
            self.assertEqual(screen.box.ask("api/status")["daemon"]["state"], "here")
            heaps.append(screen.heap())
        first, last = heaps[0], heaps[-1]
        print("heap, nodes, listeners by day:", heaps)
        self.assertLess(last[0], first[0] * 1.10)
        self.assertLessEqual(last[1], first[1] * 1.10 + 20)
        self.assertLessEqual(last[2], first[2] + 5)
        self.assertEqual(screen.errors, [])


def picture(kind):
    """A small picture as bytes."""
    written = io.BytesIO()
    Image.linear_gradient("L").resize((320, 180)).convert("RGB").save(written, kind)
    return written.getvalue()


if __name__ == "__main__":
    unittest.main()
