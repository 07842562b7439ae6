"""The page goes on: without the daemon, the box or the network; over midnight, clock changes and the year's end; for a week."""

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

    def screen_at(self, day, clock, **rest):
        screen = self.browser.screen()
        self.addCleanup(screen.__exit__)
        screen.show(plan(instant(day, clock), **rest))
        return screen

    def assert_shows(self, screen, clock, second=None):
        self.assertEqual(screen.text("clock"), clock)
        if second is not None:
            self.assertEqual(screen.text("second"), second)

    # Away and back

    def test_the_daemon_away_and_back(self):
        screen = self.screen_at(DAY, "13:42:18")
        screen.box.push("daemon", {"state": "away", "since": instant(DAY, "13:40")})
        self.assertTrue(screen.until("document.getElementById('notes').textContent.includes('The caller stopped at 13:40')", 5, with_box=True))
        screen.box.push("daemon", {"state": "here", "since": instant(DAY, "13:43")})
        self.assertTrue(screen.until("!document.getElementById('notes').textContent.includes('stopped')", 5, with_box=True))

    def test_the_network_gone_for_an_hour(self):
        screen = self.screen_at(DAY, "13:42:18")
        screen.context.set_offline(True)
        screen.box.disconnect()
        screen.run(29, with_box=False)
        self.assertNotIn("No connection", screen.text("notes"))
        screen.run(60, with_box=False)
        self.assertIn("No connection since 13:42", screen.text("notes"))
        screen.run(3600 - 89, with_box=False)
        self.assert_shows(screen, "14:42", "18")  # the scenes went on as well: Asr's iqama was at 14:30
        self.assertEqual(screen.page.evaluate("document.querySelector('.current').dataset.prayer"), "asr")
        self.assertEqual(screen.scene(), "day")
        screen.box.show(plan(screen.now))
        screen.context.set_offline(False)
        self.assertTrue(screen.until("!document.getElementById('notes').textContent.includes('No connection')", 90), "not back within 90 s")

    def test_the_adhan_is_shown_while_the_network_is_gone(self):
        screen = self.screen_at(DAY, "14:10:00")
        screen.context.set_offline(True)
        screen.box.disconnect()
        screen.run(9 * 60, with_box=False)
        self.assertEqual(screen.scene(), "adhan")
        self.assertEqual(screen.text("call-name"), "العصر")

    def test_a_box_that_refuses_is_asked_again_for_ever_and_not_in_a_rush(self):
        screen = self.screen_at(DAY, "13:42:18")
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

    def test_a_connection_that_is_open_but_dead_is_given_up(self):
        screen = self.screen_at(DAY, "13:42:18")
        before = screen.box.connections
        screen.run(90, with_box=False)
        time.sleep(0.2)
        self.assertGreater(screen.box.connections, before)

    def test_the_page_reloads_itself_when_the_version_changes(self):
        screen = self.screen_at(DAY, "13:42:18")
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
        screen = self.screen_at(DAY, "13:42:18")
        screen.box.push("plan", {"now": "nonsense"})
        screen.page.evaluate("virtual.real(50)")
        screen.run(5, with_box=False)
        self.assert_shows(screen, "13:42", "23")
        self.assertEqual(screen.text("next-name"), "Asr")
        broken = plan(instant(DAY, "13:42:30"))
        del broken["look"]["sunrise"], broken["days"][1]["times"][0]["begins"], broken["bar"]
        screen.box.state = "well"
        screen.box.push("plan", broken)
        screen.page.evaluate("virtual.real(50)")
        screen.run(40, with_box=False)
        self.assertEqual(screen.text("next-name"), "Asr")

    def test_the_heart_beats(self):
        screen = self.screen_at(DAY, "13:42:18")
        screen.run(120)
        time.sleep(0.1)
        beats = screen.box.heartbeats
        self.assertGreaterEqual(len(beats), 8)
        self.assertEqual(set(beats[-1]), {"page", "version", "scene", "drawn"})
        self.assertEqual((beats[-1]["scene"], beats[-1]["version"]), ("day", "1"))
        self.assertLess(abs(beats[-1]["drawn"] - screen.now), 15)

    # The box's clock

    def test_the_box_clock_is_followed_when_it_steps(self):
        screen = self.screen_at(DAY, "13:42:18")
        screen.now = instant(DAY, "15:00:00")
        screen.run(10)
        self.assert_shows(screen, "15:00", "10")

    # Changes of the day

    def test_midnight(self):
        screen = self.screen_at(DAY, "23:59:50")
        self.assertEqual(screen.text("date"), "Monday 23 November 2026")
        fajr = screen.page.evaluate("document.querySelector('[data-prayer=fajr] .adhan').textContent")
        screen.run(11, with_box=False)
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
        screen.run(8 * 3600, with_box=False)  # midnight changes nothing more
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
        screen.run(3600, with_box=False)
        self.assert_shows(screen, "01:59", "50")
        screen.run(11, with_box=False)
        self.assert_shows(screen, "01:00", "01")

    def test_the_end_of_the_year(self):
        screen = self.screen_at("2026-12-31", "23:59:50")
        screen.run(11)
        self.assertEqual(screen.text("date"), "Friday 1 January 2027")
        self.assert_shows(screen, "00:00", "01")
        self.assertTrue(screen.page.evaluate("document.querySelector('[data-prayer=jumuah]') !== null"))

    def test_the_plan_runs_out_and_the_page_says_so(self):
        screen = self.screen_at(DAY, "13:42:18", days=2)
        screen.run(36 * 3600, with_box=False)
        self.assertEqual(screen.page.evaluate("document.getElementById('no-times').innerText"), "There are no prayer times for today.")
        self.assert_shows(screen, "01:42")
        self.assertEqual(screen.text("date"), "Wednesday 25 November 2026")
        self.assertEqual(screen.scene(), "day")

    # A week

    def test_seven_days_without_growth(self):
        screen = self.screen_at("2026-12-28", "12:00:00", languages=["en", "ar"])
        heaps = []
        for day in range(7):
            screen.run(600)  # by the network, as it is
            screen.now = screen.page.evaluate("([s, b]) => virtual.runDays(s, b)", [86400 - 600, screen.now])
            local = datetime.fromtimestamp(screen.now, ZONE)
            self.assertEqual(screen.text("clock"), f"{local:%H:%M}")
            screen.box.show(plan(screen.now, languages=["en", "ar"]))
            screen.run(60)
            heaps.append(screen.heap())
        first, last = heaps[0], heaps[-1]
        print("heap, nodes, listeners by day:", heaps)
        self.assertLess(last[0], first[0] * 1.10)
        self.assertLessEqual(last[1], first[1] * 1.10 + 20)
        self.assertLessEqual(last[2], first[2] + 5)
        self.assertEqual(screen.errors, [])


if __name__ == "__main__":
    unittest.main()
