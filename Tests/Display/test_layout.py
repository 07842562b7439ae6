"""Layout facts: every state, size and language is whole, in order, legible, and nothing overlaps."""

import unittest

from plans import instant, plan
from screen import SIZES, Browser
from states import DAY, FAULTS, OTHERS, PHONES_OFF, STATES, UNSHOT

SHOT = ["en", "ar", "ur", "tr"]
ALL = [*SHOT, "fr", "de", "bn", "id", "sv"]


class Layout(unittest.TestCase):
    @classmethod
    def setUpClass(cls): cls.browser = Browser().__enter__()

    @classmethod
    def tearDownClass(cls): cls.browser.__exit__()

    def measure(self, states, languages, sizes=SIZES):
        for size in sizes:
            for language in languages:
                for name, show in states.items():
                    with self.subTest(size=size, language=language, state=name), show(self.browser, size, [language]) as screen:
                        self.assertEqual(screen.facts(), [])
                        self.assertEqual(screen.errors, [])
                        if name == "offline":
                            self.assertIn("13:42", screen.text("notes"), "it does not say that it lost the box")
                        self.assertEqual(screen.page.evaluate("virtual.dateReads"), 0, "the browser's date was read")

    def test_every_state_is_whole_at_every_size_in_the_languages_that_are_shot(self):
        self.measure(STATES, SHOT)

    def test_every_other_state_is_whole(self):
        self.measure({**OTHERS, **UNSHOT}, ["en", "ar", "ur", "de", "bn"])

    def test_the_day_is_whole_in_every_language(self):
        self.measure({"day": STATES["day"], "adhan": STATES["adhan"], "until-iqama": STATES["until-iqama"], "phones-off": PHONES_OFF}, ALL[4:])

    def test_unusual_screens_are_whole_too(self):
        self.measure({**STATES, "ramadan": OTHERS["ramadan"]}, ["en", "ur"], [(844, 390), (1024, 768), (2560, 1080), (768, 1024)])

    def test_the_scenes_are_those_of_the_plan(self):
        scenes = {"day": "day", "adhan": "adhan", "until-iqama": "until-iqama", "phones-off": "phones-off", "prayer": "prayer", "night": "night"}
        for name, scene in scenes.items():
            with {**STATES, "phones-off": PHONES_OFF}[name](self.browser, "1920x1080", ["en"]) as screen:
                self.assertEqual(screen.scene(), scene)
                seen = screen.page.evaluate("[...document.querySelectorAll('.scene')].filter((each) => each.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })).length")
                self.assertEqual(seen, 1)

    def test_before_the_first_plan_the_page_says_that_it_waits(self):
        with self.browser.stand_in() as screen:
            screen.box.state = "silent"
            screen.page.goto(screen.box.address)
            screen.page.evaluate("Promise.all([...document.fonts].map((face) => face.load()))")
            self.assertEqual(screen.scene(), "waiting")
            self.assertIn("Waiting for the box", screen.page.evaluate("document.body.innerText"))
            self.assertEqual([fault for fault in screen.facts() if "waiting" in fault or "screen" in fault], [])

    def test_without_a_countdown_the_notes_begin_where_the_foot_does(self):
        with OTHERS["ramadan"](self.browser, "390x844", ["en"]) as screen:
            self.assertEqual(screen.text("countdown"), "")
            left = lambda name: screen.page.evaluate("id => document.getElementById(id).getBoundingClientRect().left", name)
            self.assertAlmostEqual(left("notes"), left("bar"), delta=1)

    def test_a_time_that_will_change_is_told_in_every_language_until_it_has_come(self):
        date = "2026-11-24"
        change = lambda prayer, number, old, new, wait=None: {
            "from": instant("2026-11-19", "00:00:00"), "until": instant(date, new), "prayer": prayer, "number": number, "date": date, "last": None,
            "weekdays": [], "old": old and instant(date, old), "new": instant(date, new), "wait": wait}
        changes = [change("isha", None, "20:00:00", "19:30:00"), change("maghrib", None, "16:05:00", "16:10:00", 10)]
        later = {**changes[0], "date": "2026-11-25"}
        for size in SIZES:
            for language in ALL:
                with self.subTest(size=size, language=language), self.browser.stand_in(size) as screen:
                    screen.show(plan(instant(DAY, "13:42:18"), languages=[language], changes=[*changes, later]))
                    self.assertEqual(screen.facts(), [])
                    self.assertEqual(screen.errors, [])
                    told = screen.text("change")
                    self.assertTrue("19:30" in told and "20:00" in told and "10" in told and told.count("·") == 1, told)
        with self.browser.stand_in() as screen:
            for moment, told in [("2026-11-18", ""), ("2026-11-19", "From Tuesday 24 November: Isha 19:30 instead of 20:00"), ("2026-11-25", "")]:
                screen.show(plan(instant(moment, "13:42:18"), changes=changes[:1]))
                self.assertEqual(screen.text("change"), told)

    def invite(self, screen, seconds=600):
        """Lets the box answer the page's beats with an invitation."""
        rows = ["".join("10"[(x * y + x) % 3 == 0] for x in range(29)) for y in range(29)]
        screen.box.invitation = {"address": "https://192.168.178.120:8443/", "code": "WXKMW-QRMWN", "until": int(screen.now) + seconds, "picture": rows}

    def test_the_invitation_is_whole_at_every_size_and_in_every_language(self):
        for size in [*SIZES, (844, 390), (1024, 768)]:
            for language in ALL:
                with self.subTest(size=size, language=language), self.browser.stand_in(size) as screen:
                    screen.show(plan(instant(DAY, "13:42:18"), languages=[language]))
                    self.invite(screen)
                    self.assertTrue(screen.until("document.documentElement.dataset.scene === 'setup'", 30))
                    screen.settle()
                    self.assertEqual(screen.facts(), [])
                    self.assertEqual(screen.errors, [])
                    self.assertEqual(screen.text("setup-code"), "WXKMW-QRMWN")

    def test_the_invitation_takes_no_prayers_place_and_leaves_nothing(self):
        with self.browser.stand_in() as screen:
            for clock, scene in [("12:13:20", "adhan"), ("12:28:36", "until-iqama"), ("12:36:20", "prayer"), ("13:42:18", "setup"), ("23:42:18", "setup")]:
                screen.show(plan(instant(DAY, clock)))
                self.invite(screen)
                screen.until("document.getElementById('setup-code').textContent !== ''", 30)
                self.assertEqual(screen.scene(), scene)
            self.invite(screen, seconds=25)
            self.assertTrue(screen.until("document.documentElement.dataset.scene === 'night'", 60), "its time is over")
            self.assertEqual(screen.text("setup-code"), "")
            self.invite(screen)
            self.assertTrue(screen.until("document.documentElement.dataset.scene === 'setup'", 30))
            screen.box.invitation = None
            self.assertTrue(screen.until("document.documentElement.dataset.scene === 'night'", 30), "its code is used")
            self.assertEqual(screen.text("setup-code"), "")

    def test_the_faults_of_the_status_stand_in_the_foot_in_the_page_s_language_or_in_its_words(self):
        with UNSHOT["faults"](self.browser, "1920x1080", ["ur"]) as screen:
            card = "ساؤنڈ کارڈ موجود نہیں (\u2068Unknown PCM default\u2069) – دیکھیں کہ ساؤنڈ کارڈ لگا ہوا اور چالو ہے"
            self.assertIn(card, screen.text("notes"))
            for fault in FAULTS:
                self.assertIn(f"\u2068{fault}\u2069", screen.text("notes"))

    def test_until_the_iqama_no_next_prayer_is_shown(self):
        with STATES["until-iqama"](self.browser, "1920x1080", ["en"]) as screen:
            seen = screen.page.evaluate("document.getElementById('until-iqama').innerText")
            self.assertNotIn("Asr", seen)
            self.assertIn("6:24", seen)
            self.assertIn("12:28", seen)

    def test_the_iqama_is_the_heavier_column_unless_the_mosque_wants_the_adhan(self):
        for emphasis, heavier, lighter in [("iqama", "iqama", "adhan"), ("adhan", "adhan", "iqama")]:
            with self.browser.screen(instant(DAY, "13:42:18"), emphasis=emphasis) as screen:
                weight = lambda column: int(screen.page.evaluate("c => getComputedStyle(document.querySelector('.row:not(.heads) .' + c)).fontWeight", column))
                self.assertGreater(weight(heavier), weight(lighter))

    def test_a_text_that_is_too_long_leaves_the_times_in_view(self):
        text = "# All the rules of the house\n\n" + "Please do not put your shoes on the carpet of the hall.\n\n" * 250
        for size in SIZES:
            with self.browser.screen(instant(DAY, "13:41:18"), size, files={"slides/a.md": text}) as screen:
                self.assertEqual(screen.scene(), "slides")
                heading, last, hit = screen.page.evaluate("""() => {
                    const box = document.getElementById("slide").getBoundingClientRect();
                    return [document.querySelector("#slide h1").getBoundingClientRect().top - box.top, document.querySelector("#slide p:last-child").getBoundingClientRect().bottom,
                            [...Array(40).keys()].some((step) => document.elementFromPoint(box.left + 20, innerHeight - 1 - step)?.closest("#slide"))];
                }""")
                self.assertGreaterEqual(heading, -1, "its beginning is cut off")
                self.assertGreater(last, screen.page.evaluate("innerHeight"), "it fits; the test needs a longer text")
                self.assertFalse(hit, "it lies over the foot")

    def test_figures_have_one_width(self):
        """So that nothing jumps when a digit changes."""
        with self.browser.stand_in() as screen:
            for language, digits in [("en", "western"), ("ar", "native"), ("ur", "native"), ("bn", "native")]:
                widths = set()
                for second in range(0, 10):
                    screen.show(plan(instant(DAY, f"11:11:{second:02}"), languages=[language], look={"digits": digits}))
                    widths.add(round(screen.page.evaluate("document.getElementById('second').getBoundingClientRect().width"), 1))
                self.assertEqual(len(widths), 1, (language, widths))

    def test_two_languages_alternate_by_the_box_clock(self):
        now = instant(DAY, "13:42:00")
        with self.browser.screen(now - now % 40 + 1, languages=["en", "ar"]) as screen:
            self.assertEqual(screen.page.evaluate("[document.documentElement.lang, document.documentElement.dir]"), ["en", "ltr"])
            screen.run(20)
            screen.settle()
            self.assertEqual(screen.page.evaluate("[document.documentElement.lang, document.documentElement.dir]"), ["ar", "rtl"])
            self.assertEqual(screen.facts(), [])

    def test_reduced_motion_is_respected(self):
        moving = """() => [...document.querySelectorAll('*')].filter((each) => getComputedStyle(each).transitionDuration.split(', ').some((time) => time !== '0s')
                          || getComputedStyle(each).animationName !== 'none').length + document.getAnimations().length"""
        for preference, moves in [("no-preference", True), ("reduce", False)]:
            now = instant(DAY, "13:42:00")
            with self.browser.screen(now - now % 40 + 1, reduced_motion=preference, languages=["en", "ar"]) as screen:
                screen.run(20)  # The language turns.
                self.assertEqual(screen.page.evaluate(moving) > 0, moves, preference)

    def test_the_colours_of_the_mosque_are_used(self):
        colours = '[display.colours]\nground = "#f4f1ea"\nink = "#1b2625"\ngold = "#7a5712"\n'
        with self.browser.screen(instant(DAY, "13:42:18"), more=colours) as screen:
            self.assertEqual(screen.page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(244, 241, 234)")
            self.assertEqual(screen.facts(), [])


if __name__ == "__main__":
    unittest.main()
