"""The page goes on: without the daemon, the box or the network; over midnight, clock changes and the year's end; for a week. The real
server and the real daemon are behind it; the stand-in only where they cannot be made to do what is tested."""

import time
import unittest
from datetime import datetime

from plans import ZONE, instant, plan
from screen import Browser
from states import DAY


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
        screen.page.wait_for_timeout(200)
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
        screen.run(120)
        def beat(): return next(iter(screen.box.ask("api/status")["pages"].values()))
        self.assertEqual((beat()["scene"], beat()["version"]), ("day", screen.box.ask("api/status")["status"]["version"]))
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
        screen = self.screen_at(DAY, "23:59:50")
        self.assertEqual(screen.text("date"), "Monday 23 November 2026")
        fajr = screen.page.evaluate("document.querySelector('[data-prayer=fajr] .adhan').textContent")
        screen.run(11)
        self.assert_shows(screen, "00:00", "01")
        self.assertEqual(screen.text("date"), "Tuesday 24 November 2026")
        self.assertNotEqual(screen.page.evaluate("document.querySelector('[data-prayer=fajr] .adhan').textContent"), fajr)
        self.assertIsNone(screen.page.evaluate("document.querySelector('.current')"))
        self.assertEqual(screen.text("next-label"), "Next adhan · 06:41")

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

    # A week

    def test_seven_days_without_growth(self):
        screen = self.screen_at("2026-12-28", "12:00:00", languages=["en", "ar"])
        heaps = []
        for day in range(7):
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


if __name__ == "__main__":
    unittest.main()
