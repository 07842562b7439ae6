"""The committee's page on a phone, from the setup code to what the daemon and the screen then have. Each step is timed."""

import io
import time
import unittest
from contextlib import contextmanager
from datetime import datetime, timedelta

from axe_playwright_python.sync_playwright import Axe
from PIL import Image

from panel_box import CONFIG, EMPTY, ROOT, PanelBox
from screen import Browser

PHONE = {"width": 390, "height": 844}
CARETAKER, MEMBER, PASSWORD = "Amina", "Bilal", "correct horse battery"
LANGUAGES = ["en", "ar", "bn", "de", "fr", "id", "sv", "tr", "ur"]
# In bytes.
FIRST_PAGE = 60_000
# The places at which two texts of an element are seen, from the left edge; null for one that it does not have.
PLACES = """(element, texts) => texts.map((text) => {
  for (const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT); walk.nextNode();) {
    const { currentNode: node } = walk, at = node.data.indexOf(text);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + text.length);
    return range.getBoundingClientRect().left;
  }
  return null;
})"""


class Walk(unittest.TestCase):
    """A phone at a box of its own."""

    CONFIG = CONFIG

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser().__enter__()
        cls.box = PanelBox(cls.CONFIG)

    @classmethod
    def tearDownClass(cls):
        cls.box.close()
        cls.browser.__exit__()

    @contextmanager
    def step(self, name):
        begin = time.monotonic()
        yield
        print(f"panel: {name}: {time.monotonic() - begin:.2f} s", flush=True)

    def open(self, language="en-GB", zone="Europe/London"):
        context = self.browser.chromium.new_context(
            viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2, ignore_https_errors=True, locale=language, timezone_id=zone)
        self.addCleanup(context.close)
        page = context.new_page()
        page.set_default_timeout(20_000)
        self.errors = []
        page.on("console", lambda message: message.type == "error" and self.errors.append(message.text))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def view(self, page, name):
        self.act(page, page.get_by_role("navigation").get_by_role("button", name=name, exact=True).click)

    def act(self, page, action):
        """Does what draws a view, and waits until it is drawn."""
        page.evaluate("document.querySelector('#main h1').dataset.last = ''")
        action()
        page.locator("#main h1:not([data-last])").first.wait_for()

    def log_in(self, page, name, heading="Now"):
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password or PIN").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.get_by_role("heading", name=heading, exact=True).wait_for()

    def enter(self, page, heading):
        """A new caretaker's account."""
        code = self.box.setup_code()
        page.goto(self.box.panel)
        page.get_by_label("Setup code").fill(code)
        page.get_by_label("Name").fill(CARETAKER)
        page.get_by_label("New password").fill(PASSWORD)
        page.get_by_role("button", name="Begin").click()
        page.get_by_role("heading", name=heading, exact=True).wait_for()

    def assert_told(self, page, words, during=1_500):
        """The message is there, and still there after the page's own questions."""
        page.locator("#told", has_text=words).wait_for()
        page.wait_for_timeout(during)
        self.assertIn(words, page.locator("#told").inner_text())

    def answering_dialogs(self, page):
        """The words of each question from now on; the last argument of `answers` is given to those that follow, too."""
        asked, answers = [], [False]

        def answer(dialog):
            asked.append(dialog.message or dialog.type)
            dialog.accept() if answers[-1] else dialog.dismiss()
        page.on("dialog", answer)
        return asked, answers

    def assert_accessible(self, page, words):
        found = Axe().run(page)
        faults = [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found.response["violations"]]
        self.assertEqual(faults, [], words)
        self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), PHONE["width"], f"{words} is wider than the phone")

    def in_each_language(self, page, views=slice(None)):
        """Opens these views of the navigation in each language; the page is in English before and after."""
        rtl = {"ar", "ur"}
        for language, following in zip(LANGUAGES, LANGUAGES[1:] + LANGUAGES[:1]):
            for name in page.get_by_role("navigation").get_by_role("button").all_inner_texts()[views]:
                self.view(page, name)
                page.wait_for_timeout(300)
                self.assert_accessible(page, f"{name} ({language})")
                print(f"panel: axe finds nothing on {name}", flush=True)
            self.assertEqual(page.evaluate("document.documentElement.dir"), "rtl" if language in rtl else "ltr")
            self.act(page, lambda: page.locator("#language").select_option(following))


class Panel(Walk):
    def test_from_the_setup_code_to_the_screen(self):
        begin = time.monotonic()
        with self.step("the setup code"):
            code = self.box.setup_code()
        page = self.open()
        with self.step("the first page"):
            sizes = self.count_bytes(page)
            page.goto(self.box.panel)
            page.get_by_label("Setup code").wait_for()
        page.wait_for_load_state("networkidle")
        print(f"panel: the first page has {sum(sizes)} bytes", flush=True)
        self.assertLessEqual(sum(sizes), FIRST_PAGE)
        self.assert_accessible(page, "the setup page")
        with self.step("a caretaker's account"):
            page.get_by_label("Setup code").fill(code)
            page.get_by_label("Name").fill(CARETAKER)
            page.get_by_label("New password").fill(PASSWORD)
            page.get_by_role("button", name="Begin").click()
            page.get_by_role("heading", name="Now").wait_for()
        with self.step("a committee member"):
            self.view(page, "People")
            page.get_by_label("Name").fill(MEMBER)
            page.locator("form").filter(has=page.get_by_label("Name")).get_by_label("Role").select_option("committee")
            page.locator("form").filter(has=page.get_by_label("Name")).get_by_label("Password or PIN").fill(PASSWORD)
            page.get_by_role("button", name="Add", exact=True).click()
            page.get_by_text(MEMBER, exact=True).wait_for()
        with self.step("every view, in each language"):
            self.in_each_language(page)
        with self.step("Back, a reload, a late answer and faults"):
            self.move(page)
            self.fail_to_draw(page)
        with self.step("a broken config"):
            self.break_config(page)
        with self.step("the member logs in"):
            self.view(page, "Account")
            page.get_by_role("button", name="Log out").click()
            self.log_in(page, MEMBER)
        with self.step("mute"):
            self.mute(page)
        with self.step("an announcement and a picture"):
            self.announce(page)
        with self.step("an iqama"):
            self.change_iqama(page)
        self.assertEqual(self.errors, [])
        print(f"panel: the whole walk: {time.monotonic() - begin:.1f} s", flush=True)

    def count_bytes(self, page):
        """The bytes of each answer as they come, with their heads."""
        sizes, session = [], page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
        return sizes

    def move(self, page):
        heading = page.locator("#main h1")
        self.view(page, "People")
        self.view(page, "Account")
        self.act(page, page.go_back)
        self.assertEqual(heading.inner_text(), "People")
        page.reload()
        page.get_by_role("heading", name="People").wait_for()
        held = []
        page.route("**/api/history*", lambda route: held.append(route))
        page.get_by_role("navigation").get_by_role("button", name="History").click()
        self.view(page, "Account")
        with page.expect_response("**/api/history*"):
            held[0].continue_()
        page.unroute("**/api/history*")
        page.wait_for_timeout(300)
        self.assertEqual(heading.inner_text(), CARETAKER, "a late answer has taken the place of the view that was opened after it")

    def fail_to_draw(self, page):
        """A box that does not answer, and a fault of the page, are told apart, in the view itself."""
        for answer, words in ((lambda route: route.abort(), "The box does not answer"), (lambda route: route.fulfill(json={}), "This page has a fault")):
            page.route("**/api/people", answer)
            self.view(page, "People")
            self.assertIn(words, page.locator("#main").inner_text())
            page.unroute("**/api/people")
            self.act(page, page.get_by_role("button", name="Try again").click)
            page.get_by_label("Name").wait_for()
        self.errors.clear()

    def break_config(self, page):
        """It is told on *Now*, where the daemon may not know of it yet. The views that do not change it go on."""
        file = self.box.folder / "etc/config.toml"
        whole = file.read_text()
        file.write_text(whole.replace("[iqama]", "[iqamah]"))
        self.view(page, "Now")
        self.assertIn("iqamah", page.locator("#main").inner_text())
        for name in ("Calendar", "History"):
            self.view(page, name)
            page.locator("#main table, #main .turning").first.wait_for()
        self.view(page, "Iqama and Friday")
        self.assertIn("iqamah", page.locator("#main").inner_text())
        file.write_text(whole)
        self.act(page, page.get_by_role("button", name="Try again").click)
        page.locator("form.iqama").wait_for()
        self.errors.clear()

    def mute(self, page):
        self.view(page, "Now")
        # It is the time of tomorrow, which the person may not mean.
        asked = []
        page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
        page.get_by_role("button", name="Mute", exact=True).click()
        page.get_by_label("What should be muted?").select_option("until")
        page.get_by_label("Mute until").fill((datetime.now() - timedelta(minutes=2)).strftime("%H:%M"))
        page.get_by_role("button", name="Mute", exact=True).click()
        self.box.until(lambda: asked, "the page does not ask before it mutes until tomorrow")
        self.assertRegex(asked[0], r"^Mute until tomorrow \d\d:\d\d\?$")
        self.assertIsNone(self.box.status().get("mutedUntil"))
        until = (datetime.now() + timedelta(hours=1)).strftime("%H:%M")
        page.get_by_label("Mute until").fill(until)
        page.get_by_role("button", name="Mute", exact=True).click()
        page.get_by_role("button", name="Unmute").wait_for()
        self.assertIsNotNone(self.box.status().get("mutedUntil"), self.box.status())
        self.box.until(lambda: any(note["kind"] == "muted" for note in self.box.plan()["notes"]), "the screen does not say that it is muted")
        page.get_by_role("button", name="Unmute").click()
        page.get_by_role("button", name="Unmute").wait_for(state="detached")
        # The next adhan alone. The box plays into the silent output, so that no other one would be heard as the next.
        page.get_by_label("What should be muted?").select_option("next")
        page.get_by_role("button", name="Mute", exact=True).click()
        page.locator("#told", has_text="Muted by").wait_for()
        self.assertRegex(page.locator("#told").inner_text(), r"^Will not sound: \w+ [^.·]*\. Muted by [^.]*\.$")
        muted = [adhan["cause"] == "muted" for adhan in self.box.status()["adhans"] if adhan.get("cause")]
        self.assertEqual(muted.count(True), 1, self.box.status()["adhans"])
        page.get_by_role("button", name="Unmute").click()
        page.get_by_role("button", name="Unmute").wait_for(state="detached")

    def announce(self, page):
        """An announcement and a slide: seen in the preview, saved, and then on the screen in the hall."""
        text = "The hall is closed on Saturday."
        self.view(page, "Screen")
        page.get_by_role("button", name="Add an announcement").click()
        page.get_by_label("Announcement, at most 240 letters").fill(text)
        picture = io.BytesIO()
        # A phone's camera, which the page makes smaller before it is sent.
        Image.new("RGB", (4600, 3450), "#336655").save(picture, "JPEG")
        page.get_by_label("Add a picture").set_input_files({"name": "hall.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()})
        page.locator(".pictures li").wait_for()
        page.get_by_role("button", name="Show", exact=True).first.click()
        frame = page.frame_locator("iframe.frame")
        frame.locator("[data-scene=day] #bar", has_text=text).or_(frame.locator("#bar", has_text=text)).first.wait_for()
        self.assert_accessible(page, "the preview")
        self.assertEqual([message["text"] for message in self.box.plan()["bar"]], [], "the preview has saved it")
        for list_name in (".announcements", ".pictures"):
            page.locator(f"{list_name} ~ .orders").first.get_by_role("button", name="Save").click()
            page.locator("#told", has_text="Saved").wait_for()
            page.locator("#told").click(position={"x": 4, "y": 4})
        self.box.until(lambda: [message["text"] for message in self.box.plan()["bar"]] == [text], "the screen does not have the announcement")
        self.box.until(lambda: len(self.box.plan()["slides"]) == 1, "the screen does not have the picture", 60)

    def change_iqama(self, page):
        """Isha's iqama at a fixed time, which `adhand simulate` and the screen then have."""
        if not page.get_by_role("navigation").get_by_role("button", name="Iqama and Friday").count():
            print("panel: NOT DONE: the panel has no view of the iqama yet", flush=True)
            return
        self.view(page, "Iqama and Friday")
        isha = page.locator(".part.iqama > .rule[data-prayer=isha]")
        isha.locator("[name=kind]").select_option("clock")
        isha.locator("[name=clock]").fill("23:15")
        page.get_by_role("button", name="Save", exact=True).click()
        page.locator("#told", has_text="Saved").wait_for()
        tomorrow = (datetime.now() + timedelta(days=1)).strftime("%Y-%m-%d")
        said = self.box.command("simulate", "--from", f"{tomorrow}T23:00", "--to", f"{tomorrow}T23:30", "--format", "jsonl").stdout
        self.assertRegex(said, r"T23:15:00.*\"iqama\"")
        isha_at = lambda: [time["iqama"] for day in self.box.plan()["days"] if day["date"] == tomorrow for time in day["times"] if time["name"] == "isha"]
        self.box.until(lambda: [datetime.fromtimestamp(at).strftime("%M") for at in isha_at()] == ["15"], "the screen has another iqama")


class Care(Walk):
    """A person's work and what the page says of it are not lost."""

    def setUp(self):
        self.page = self.open()
        self.enter(self.page, "Now")

    def fill_in(self, minutes):
        """Isha's iqama so many minutes after the adhan."""
        field = self.page.locator(".part.iqama > .rule[data-prayer=isha]")
        field.locator("[name=kind]").select_option("after")
        field.locator("[name=minutes]").fill(minutes)
        return field.locator("[name=minutes]")

    def save(self):
        self.page.get_by_role("button", name="Save", exact=True).click()

    def test_messages_stay(self):
        page = self.page
        other = self.open()
        other.goto(self.box.panel)
        self.log_in(other, CARETAKER)
        self.view(other, "Iqama and Friday")
        self.view(page, "Iqama and Friday")
        self.fill_in("25")
        self.save()
        self.assert_told(page, "Undo")
        other.locator(".part.iqama > .rule[data-prayer=fajr] [name=minutes]").fill("30")
        other.get_by_role("button", name="Save", exact=True).click()
        self.assert_told(other, "has changed the settings meanwhile")
        page.get_by_role("button", name="Undo").click()
        self.assert_told(page, "The change is undone")
        page.clock.install()
        self.view(page, "Now")
        page.get_by_role("button", name="Stop the sound").click()
        page.locator("#told", has_text="Nothing is sounding now").wait_for()
        main = page.locator("#main")
        for answer, words in ((None, None), (lambda route: route.abort(), "The box does not answer"), (None, None)):
            if answer:
                page.route("**/api/now", answer)
            # The button that was tapped last would keep the view as it is.
            page.evaluate("document.activeElement.blur()")
            with page.expect_event("requestfailed" if answer else "requestfinished", lambda request: request.url.endswith("/api/now")):
                page.clock.fast_forward(21_000)
            page.wait_for_timeout(300)
            self.assertEqual("The box does not answer" in main.inner_text(), words is not None)
            page.unroute("**/api/now")
            self.assertIn("Nothing is sounding now", page.locator("#told").inner_text())

    def test_a_long_message_can_be_read_to_its_end(self):
        page, told = self.page, self.page.locator("#told")
        notes = [f"remark {number}: a sentence on the iqama of some days" for number in range(60)]
        page.route("**/api/iqama/save", lambda route: route.fulfill(json={"revision": "x", "words": "taken up", "notes": notes}))
        self.view(page, "Iqama and Friday")
        self.fill_in("25")
        self.save()
        told.get_by_text("remark 59:").wait_for()
        box = told.bounding_box()
        self.assertGreaterEqual(box["y"], 0)
        self.assertLessEqual(box["height"], PHONE["height"] / 2 + 1)
        self.assert_accessible(page, "a long message")
        told.focus()
        page.keyboard.press("End")
        page.wait_for_function("() => { const { scrollTop, scrollHeight, clientHeight } = document.getElementById('told'); return scrollTop + clientHeight >= scrollHeight - 1 }")
        page.keyboard.press("Escape")
        self.assertFalse(told.is_visible())

    def test_a_field_that_is_empty_or_wrong_is_not_saved(self):
        page = self.page
        sent = []
        page.on("request", lambda request: request.url.endswith("/api/iqama/save") and sent.append(request.url))
        self.view(page, "Iqama and Friday")
        for minutes in ("", "181", "-5"):
            field = self.fill_in(minutes)
            page.locator(".preview", has_text="Isha: please fill in “Minutes, 0–180”.").wait_for()
            self.save()
            self.assert_told(page, "Isha: please fill in “Minutes, 0–180”.", 700)
            self.assertTrue(field.evaluate("field => field === document.activeElement"))
        self.assertEqual(sent, [])
        self.fill_in("0")
        page.locator(".days-ahead mark").first.wait_for()

    def test_a_change_tells_the_minutes_of_before(self):
        page = self.page
        self.view(page, "Iqama and Friday")
        page.get_by_role("button", name="Add other times", exact=True).click()
        isha = page.locator(".entry .rule[data-prayer=isha]")
        isha.locator("[name=kind]").select_option("clock")
        isha.locator("[name=clock]").fill("23:15")
        change = page.locator(".preview .change li")
        change.first.wait_for()
        self.assertEqual(change.first.inner_text(), "Isha 23:15 instead of 20 min after the adhan")

    def test_unsaved_work_is_asked_for_once(self):
        page = self.page
        heading = page.locator("#main h1")
        asked, answers = self.answering_dialogs(page)
        self.view(page, "Iqama and Friday")
        self.fill_in("33")
        now = page.get_by_role("navigation").get_by_role("button", name="Now", exact=True)
        for leave in (now.click, page.go_back, lambda: page.locator("#language").select_option("ar")):
            asked.clear()
            leave()
            page.wait_for_timeout(300)
            self.assertEqual(asked, ["Your changes here are not saved. Go on without them?"])
            self.assertTrue(page.url.endswith("#iqama"), page.url)
            self.assertEqual(heading.inner_text(), "Iqama and Friday")
            self.assertEqual(page.locator(".part.iqama > .rule[data-prayer=isha] [name=minutes]").input_value(), "33")
        self.assertEqual(page.locator("#language").input_value(), "en")
        asked.clear()
        answers.append(True)
        page.reload()
        self.assertEqual(asked, ["beforeunload"])
        heading.wait_for()
        self.fill_in("33")
        self.act(page, now.click)
        self.assertEqual(len(asked), 2)
        self.view(page, "Screen")
        self.view(page, "Now")
        self.assertEqual(len(asked), 2, "nothing was changed")
        self.view(page, "Screen")
        page.get_by_role("button", name="Add an announcement").click()
        self.view(page, "Now")
        self.assertEqual(len(asked), 3)
        self.view(page, "Screen")
        page.get_by_role("button", name="Add an announcement").click()
        page.get_by_label("Announcement, at most 240 letters").fill("Welcome.")
        page.locator(".announcements ~ .orders").first.get_by_role("button", name="Save").click()
        page.locator("#told", has_text="Saved").wait_for()
        self.view(page, "Now")
        self.assertEqual(len(asked), 3, "it is saved")

    def test_what_is_typed_behind_a_save_is_asked_for_before_the_way_back(self):
        page = self.page
        asked, _ = self.answering_dialogs(page)
        self.view(page, "Iqama and Friday")
        self.fill_in("33")
        self.save()
        self.assert_told(page, "Undo", 700)
        field = self.fill_in("34")
        page.get_by_role("button", name="Undo").click()
        self.assertEqual(len(asked), 1)
        self.assertEqual(field.input_value(), "34")
        page.keyboard.press("Escape")
        self.assertFalse(page.locator("#told").is_visible())

    def test_a_person_who_is_half_typed_is_asked_for(self):
        page = self.page
        asked, _ = self.answering_dialogs(page)
        self.view(page, "People")
        page.get_by_label("Name", exact=True).fill("Bil")
        page.get_by_role("navigation").get_by_role("button", name="Now", exact=True).click()
        self.assertEqual(len(asked), 1)

    def test_ticks_of_a_timetable_are_asked_for_before_they_are_lost(self):
        page = self.page
        asked, _ = self.answering_dialogs(page)
        lines = self.box.command("times", "--days", "30", "--format", "csv").stdout.splitlines()
        cells = lines[9].split(",")
        cells[1] = "05:20"
        lines[9] = ",".join(cells)
        self.view(page, "Times")
        page.get_by_label("The file", exact=True).set_input_files({"name": "times.csv", "mimeType": "text/csv", "buffer": "\n".join(lines).encode()})
        page.get_by_role("button", name="Look at it").click()
        tick = page.locator("#main .tick input:enabled").first
        tick.click()
        page.get_by_role("navigation").get_by_role("button", name="Now", exact=True).click()
        self.assertEqual(asked, ["Your changes here are not saved. Go on without them?"])
        self.assertTrue(tick.is_visible())

    def test_a_session_that_has_ended_leads_back_to_its_view(self):
        page = self.page
        self.view(page, "Iqama and Friday")
        self.fill_in("33")
        page.context.clear_cookies()
        self.save()
        page.get_by_label("Password or PIN").wait_for()
        self.assert_told(page, "Your session has ended", 300)
        self.log_in(page, CARETAKER, "Iqama and Friday")
        self.assertFalse(page.locator("#told").is_visible())
        page.reload()
        page.get_by_role("heading", name="Iqama and Friday", exact=True).wait_for()
        self.assertEqual(page.locator("#mosque").inner_text(), "Rochdale")

    def test_the_month_speaks_of_khutbahs_where_there_are_some(self):
        page, note = self.page, self.page.get_by_text("Fridays are marked")
        self.view(page, "Calendar")
        self.assertEqual(note.count(), 0)

        def with_khutbah(route):
            answer = route.fetch()
            month = answer.json()
            month["times"]["days"][0]["jumuah"] = [month["times"]["days"][0]["dhuhr"]]
            route.fulfill(response=answer, json=month)
        page.route("**/api/calendar", with_khutbah)
        self.view(page, "Calendar")
        self.assertEqual(note.count(), 1)

    def test_the_page_speaks_for_itself(self):
        page = self.page
        for name, words in (("Stop the sound", "Nothing is sounding now."), ("Test the sound, unheard", "The test runs.")):
            page.get_by_role("button", name=name).click()
            page.locator("#told", has_text=words).wait_for()
        page.get_by_role("button", name="Mute", exact=True).click()
        page.get_by_label("What should be muted?").select_option("2h")
        page.get_by_role("button", name="Mute", exact=True).click()
        page.locator("#told", has_text="Muted until").wait_for()
        page.get_by_role("button", name="Unmute").click()
        page.wait_for_function("() => { const words = document.getElementById('told').innerText; return words && !words.includes('Muted until') }")
        self.assertNotIn("adhan", page.locator("#told").inner_text().replace("adhan.mp3", ""))

    def test_dates_and_figures_have_one_form(self):
        page = self.open(zone="Asia/Jakarta")
        page.goto(self.box.panel)
        self.log_in(page, CARETAKER)
        self.view(page, "Times")
        main = page.locator("#main")
        self.assertIn("The times come from: the box’s calculation.", main.inner_text())
        # 00:30 on the phone.
        at = int(datetime.fromisoformat("2026-11-27T17:30:00+00:00").timestamp())
        upload = {"id": "x", "name": "times.csv", "by": CARETAKER, "at": at, "columns": {}}
        times = {"file": "a.csv", "last": "2027-01-02", "endsSoon": False, "years": [{"year": 2019, "days": 1}, {"year": 2027, "days": 2}],
                 "faults": {"count": 0, "first": []}, "isFixed": False, "uploads": [upload]}
        page.route("**/api/times", lambda route: route.fulfill(json=times))
        self.view(page, "Times")
        for words in ("until 2 Jan 2027", "2019: 1 day · 2027: 2 days", f"Uploaded by \u2068{CARETAKER}\u2069, \u206828 Nov 2026\u2069"):
            self.assertIn(words, main.inner_text())
        self.act(page, lambda: page.locator("#language").select_option("ar"))
        for name in page.get_by_role("navigation").get_by_role("button").all_inner_texts():
            self.view(page, name)
            self.assertNotRegex(main.inner_text(), "[٠-٩]", name)

    def test_moments_and_figures_keep_their_direction(self):
        page = self.page
        self.view(page, "Iqama and Friday")
        self.fill_in("26")
        self.save()
        page.locator("#told", has_text="Saved").wait_for()
        self.view(page, "Sound")
        page.get_by_label("A recording (MP3)").set_input_files(ROOT / "Resources/adhan.mp3")
        page.get_by_role("button", name="Upload").click()
        page.locator("#told", has_text="is whole").wait_for()
        self.act(page, lambda: page.locator("#language").select_option("ar"))
        for view, first, second in ((3, "-", "LUFS"), (6, "-", ":"), (7, "-", ":")):
            self.view(page, page.get_by_role("navigation").get_by_role("button").all_inner_texts()[view])
            lines = page.locator("#main .list p.soft").all()
            found = [line.evaluate(PLACES, [first, second]) for line in lines]
            found = [places for places in found if None not in places]
            with self.subTest(view=view):
                self.assertTrue(found)
                self.assertTrue(all(left < right for left, right in found), found)


class SetUp(Walk):
    """A box without a place, set up by phone."""

    CONFIG = EMPTY

    def test_from_an_empty_box_to_its_times(self):
        begin = time.monotonic()
        self.assertFalse(self.box.status()["place"]["isSet"])
        page = self.open()
        page.context.grant_permissions(["geolocation"])
        page.context.set_geolocation({"latitude": 53.6097, "longitude": -2.1561})
        with self.step("the caretaker lands on Set up"):
            self.enter(page, "Set up")
        self.assert_accessible(page, "Set up on an empty box")
        place = page.locator(".place")
        # The first page, without a view in its address.
        page.goto(self.box.panel)
        page.get_by_role("heading", name="Set up", exact=True).wait_for()
        self.assertTrue(page.url.endswith("#setup"), page.url)
        with self.step("a place that nobody knows, and one of several"):
            self.find(page, "Springfield")
            place.get_by_role("button", name="Springfield, Missouri, United States").wait_for()
            self.assertEqual(page.get_by_text("which one is meant?").count(), 1)
            self.find(page, "Masjid an-Noor")
            page.locator("#told", has_text="no city is known by that name").wait_for()
            self.assertEqual(page.locator(".found *").count(), 0, "the places of the search before")
            page.locator("#told").click(position={"x": 4, "y": 4})
            self.find(page, "Springfield")
            place.get_by_role("button", name="Springfield, Missouri, United States").click()
            page.locator(".found bdi", has_text="America/Chicago").wait_for()
            page.locator(".proposal", has_text="Customary").get_by_text("Islamic Society of North America").first.wait_for()
        with self.step("the phone's position"):
            place.get_by_role("button", name="Use this phone’s position").click()
            page.locator(".found bdi", has_text="53.6097, -2.1561 · Europe/London").wait_for()
        with self.step("the customary method, with tomorrow's times"):
            page.locator(".method .light", has_text="Moonsighting").wait_for()
            page.get_by_text("Choose another one").click()
            page.get_by_label("The method, by its authority").select_option("mwl")
            page.locator(".method .light", has_text="Muslim World League").wait_for()
            page.locator(".proposal", has_text="Customary").get_by_role("button").click()
            page.locator(".method .light", has_text="Moonsighting").wait_for()
            page.get_by_label("Name of the mosque").fill("Central Mosque")
            page.locator(".tomorrow tbody tr").first.wait_for()
            shown = page.locator(".tomorrow tbody tr td:nth-child(2)").all_inner_texts()
            self.assertEqual(len(shown), 6)
        self.assert_accessible(page, "Set up, filled in")
        self.assertFalse(self.box.status()["place"]["isSet"], "the preview has saved it")
        with self.step("saved, and in use"):
            page.get_by_role("button", name="Save", exact=True).click()
            page.locator("#told", has_text="Saved").wait_for()
            page.locator(".tomorrow tbody tr").first.wait_for()
            self.assert_told(page, "Undo")
            self.assertEqual(page.locator("#mosque").inner_text(), "Central Mosque")
            page.locator("#told").click(position={"x": 4, "y": 4})
            self.find(page, "Masjid an-Noor")
            page.locator("#told", has_text="no city is known by that name").wait_for()
            self.assertFalse(page.get_by_role("button", name="Save", exact=True).is_visible(), "a search found nothing to save")
            self.act(page, page.get_by_role("navigation").get_by_role("button", name="Set up", exact=True).click)
            self.box.until(lambda: self.box.status()["place"]["name"] == "Central Mosque", "the daemon has another place")
        tomorrow = (datetime.now() + timedelta(days=1)).strftime("%Y-%m-%d")
        said = self.box.command("times", "--date", tomorrow, "--format", "csv").stdout.splitlines()[1].split(",")
        self.assertEqual(said[1:7], shown, "the times in use are others than those that were shown")
        page.locator(".steps li", has_text="Place and method").locator(".done").wait_for()
        with self.step("Set up, in each language"):
            self.in_each_language(page, slice(-1, None))
        # A place that nobody knows is refused.
        self.assertEqual([error for error in self.errors if "422" not in error], [])
        print(f"panel: set up in {time.monotonic() - begin:.1f} s", flush=True)

    def test_a_phone_that_may_not_tell_its_position(self):
        page = self.open()
        self.enter(page, "Set up")
        page.evaluate("() => { navigator.geolocation.getCurrentPosition = (found, lost) => lost({ code: 1, PERMISSION_DENIED: 1 }) }")
        page.get_by_role("button", name="Use this phone’s position").click()
        page.locator("#told", has_text="The phone did not allow it").wait_for()

    def test_a_place_without_the_proposals_for_its_method(self):
        page = self.open()
        self.enter(page, "Set up")
        methods = "**/api/setup/methods"
        page.route(methods, lambda route: route.abort())
        self.find(page, "Rochdale, UK")
        page.locator("#told", has_text="does not answer").wait_for()
        name = page.get_by_label("Name of the mosque")
        name.fill("Central Mosque")
        page.wait_for_timeout(1_000)
        save = page.get_by_role("button", name="Save", exact=True)
        self.assertTrue(save.is_disabled(), "the method would be that of no place")
        page.locator(".method summary").click()
        page.locator("[name=madhab]").select_option("hanafi")
        page.wait_for_timeout(1_000)
        self.assertTrue(save.is_disabled(), "the authority and the rule would be those of no place")
        page.locator("[name=method]").select_option("mwl")
        page.locator("[name=highLatitude]").select_option("seventh-of-night")
        page.locator(".method .light", has_text="Muslim World League · Asr at the second shadow (Hanafi) · A seventh of the night").wait_for()
        page.wait_for_function("() => [...document.querySelectorAll('button')].some((one) => one.textContent === 'Save' && !one.disabled)")
        page.unroute(methods)
        self.find(page, "Rochdale, UK")
        page.wait_for_function("() => [...document.querySelectorAll('button')].some((one) => one.textContent === 'Save' && !one.disabled)")

    def find(self, page, text):
        page.get_by_label("A city, coordinates, or the link of a map").fill(text)
        page.get_by_role("button", name="Find", exact=True).click()


if __name__ == "__main__":
    unittest.main()
