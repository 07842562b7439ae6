"""What the committee's page gives out is whole, by its own boxes: the month and the notice of a change on A4 and on Letter, the notice as a
picture, and the card for the mosque's site. The views are the panel's own; what the box says is made here."""

import base64
import io
import re
import unittest
from datetime import date, datetime, timedelta
from urllib.parse import urlsplit

from PIL import Image, ImageChops

from mock_box import PAGE, TYPES
from panel_box import ROOT
from plans import ZONE, hijri, times_of
from screen import Browser

PANEL = ROOT / "Resources/panel"
LANGUAGES = ["en", "ar", "ur", "tr", "fr", "de", "bn", "id", "sv"]
# Within margins of 10 mm, in CSS pixels.
PAPERS = {name: (int(width / 25.4 * 96), int(height / 25.4 * 96)) for name, width, height in (("A4", 190, 277), ("Letter", 195.9, 259.4))}
# The letters that a phone brings for Urdu and Bengali.
LETTERS = """@font-face { font-family: Inter; src: url(fonts/bengali-regular.woff2); unicode-range: U+0980-09FF }
@font-face { font-family: 'Noto Nastaliq Urdu'; src: url(fonts/nastaliq-regular.woff2) }"""
PLACE = {"name": "Islamic Cultural Centre and Central Mosque of Rochdale, Heywood and Middleton", "timezone": "Europe/London"}


def month_of(first, khutbahs):
    """What the box says of a month in which it has the most to say: iqamas, khutbahs and estimates."""
    days = []
    for index in range(31):
        day = first + timedelta(index)
        if day.month != first.month:
            break
        moments = {name: datetime.fromtimestamp(at, ZONE).isoformat() for name, at in times_of(day).items()}
        facts = {"date": day.isoformat(), "hijri": "{year}-{month:02}-{day:02}".format(**hijri(day)), "estimated": {"fajr": "angle", "isha": "angle"},
                 "iqama": {name: at for name, at in moments.items() if name not in ("imsak", "sunrise")}}
        days.append(moments | facts | ({"jumuah": [f"{day}T{clock}:00" for clock in khutbahs]} if day.isoweekday() == 5 else {}))
    return {"month": f"{first:%Y-%m}", "today": first.isoformat(), "times": {"place": PLACE, "days": days}}


# From the first day of 1446 to the last of 1450.
FIRST, LAST = date(2024, 7, 1), date(2029, 5, 1)
MONTHS = [date(year, month, 1) for year in range(FIRST.year, LAST.year + 1) for month in range(1, 13) if FIRST <= date(year, month, 1) <= LAST]
KHUTBAHS = ["13:15", "14:00", "14:45", "15:30"]
YEARS = [month_of(first, KHUTBAHS[:2]) for first in MONTHS]

# What is cut off or too long on a paper of this size, as sentences; empty where all is whole.
FAULTS = """([root, height]) => {
  const faults = [], sheet = document.querySelector(root);
  const isTall = Math.ceil(sheet.getBoundingClientRect().bottom) > height;
  if (isTall) faults.push(`it is ${sheet.getBoundingClientRect().bottom} of ${height} px high`);
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push(`it is ${wide} of ${innerWidth} px wide`);
  for (const one of sheet.querySelectorAll("*")) {
    if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth) faults.push(`"${one.textContent}" is ${one.scrollWidth} of ${one.clientWidth} px wide`);
  }
  return faults;
}"""


class Paper(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser().__enter__()
        cls.addClassCleanup(cls.browser.__exit__)
        cls.page = cls.browser.chromium.new_page()
        cls.page.route("**/*", cls.serve)
        cls.page.goto("http://box/#account")
        cls.page.add_style_tag(content=LETTERS)
        # The styles of a view stay on the page when another one is opened.
        cls.page.evaluate("""async (faults) => {
            Object.assign(window, { faults: eval(faults), words: await import("./parts/words.js"), print() {} });
            for (const part of ["calendar", "iqama"]) {
                window[part] = await import(`./parts/${part}.js`);
                await words.needTexts(part);
                const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `styles/${part}.css` });
                await new Promise((done) => { link.onload = done; document.head.append(link) });
            }
            window.notice = await import("./parts/iqama-notice.js");
            const { fetch } = window;
            window.fetch = (path, options) => path.startsWith("api/calendar?") ? new Response(JSON.stringify(month), { headers: { "Content-Type": "application/json" } }) : fetch(path, options);
        }""", FAULTS)
        cls.page.emulate_media(media="print")

    @staticmethod
    def serve(route):
        path = urlsplit(route.request.url).path
        if path.startswith("/api/"):
            return route.fulfill(json={"name": "Amina", "role": "volunteer"} if path == "/api/session" else {})
        folder, name = path.rsplit("/", 1)
        others = {"/words": PAGE / "texts", "/fonts": PAGE / "fonts", "/texts/faults": ROOT / "Resources/faults"}
        file = others.get(folder, PANEL / folder.lstrip("/")) / (name or "index.html")
        route.fulfill(body=file.read_bytes(), content_type=TYPES[file.suffix])

    def on_each_paper(self):
        for paper, (width, height) in PAPERS.items():
            self.page.set_viewport_size({"width": width, "height": height})
            for language in LANGUAGES:
                self.page.evaluate("async (language) => { await words.setLanguage(language); await document.fonts.ready }", language)
                yield height, paper, language

    def pages(self, paper):
        return len(re.findall(rb"/Type\s*/Page\b", self.page.pdf(format=paper)))

    def test_the_paper_and_its_margins_are_the_same_whatever_view_was_opened(self):
        rules = """() => {
            const all = (rules) => [...rules].flatMap((rule) => [rule, ...all(rule.cssRules ?? [])]);
            return [...document.styleSheets].flatMap((sheet) => all(sheet.cssRules)).filter((rule) => rule instanceof CSSPageRule).map(({ style }) => [style.margin, style.size]);
        }"""
        self.assertEqual(self.page.evaluate(rules), [["10mm", "portrait"]])

    def test_a_month_is_whole_on_one_page(self):
        draw = """async (height) => {
            const main = document.querySelector("#main > div"), found = {};
            for (window.month of months) {
                await calendar.draw(main, { role: "volunteer" }, month.month);
                const one = faults([".sheet", height]);
                if (one.length) found[month.month] = one;
            }
            return found;
        }"""
        self.page.evaluate("months => { window.months = months }", [*YEARS, month_of(date(2027, 10, 1), KHUTBAHS)])
        for height, paper, language in self.on_each_paper():
            with self.subTest(paper=paper, language=language):
                self.assertEqual(self.page.evaluate(draw, height), {})
                self.assertEqual(self.pages(paper), 1)

    def notice_of(self, count):
        """The notice of so many changes on one day, in the longest words."""
        names = [f"iqama-{name}" for name in ("fajr", "dhuhr", "asr", "maghrib", "isha")] + [f"jumuah-{number}" for number in (1, 2, 3, 4)]
        old, new = {"at": "2026-12-05T20:30:00+00:00"}, {"at": "2026-12-05T20:15:00+00:00", "wait": 15}
        changes = [{"occasion": name, "date": "2026-12-05", "last": "2026-12-31", "weekdays": [1, 2, 3, 4, 5], "old": old, "new": new} for name in names[:count]]
        return {"mosque": PLACE["name"], "hijri": "1448-06-25", "changes": changes}

    def test_the_notice_of_a_change_is_whole_on_one_page(self):
        draw = """async ([given, height]) => {
            await notice.printNotice(given);
            return faults([".notice", height]);
        }"""
        for height, paper, language in self.on_each_paper():
            for count in (1, 2, 4, 9):
                with self.subTest(paper=paper, language=language, changes=count):
                    self.assertEqual(self.page.evaluate(draw, [self.notice_of(count), height]), [])
                    self.assertEqual(self.pages(paper), 1)
                self.page.evaluate("dispatchEvent(new Event('afterprint'))")

    def test_the_notice_as_a_picture_leaves_its_edges_free(self):
        draw = """async (given) => {
            const bytes = new Uint8Array(await (await notice.pictureOf(given)).arrayBuffer());
            return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
        }"""
        for language in LANGUAGES:
            with self.subTest(language=language):
                self.page.evaluate("words.setLanguage", language)
                picture = Image.open(io.BytesIO(base64.b64decode(self.page.evaluate(draw, self.notice_of(9))))).convert("RGB")
                ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))
                left, top, right, bottom = ImageChops.difference(picture, ground).getbbox()
                self.assertTrue(min(left, top, picture.width - right, picture.height - bottom) > 60, (left, top, right, bottom, picture.size))

    def test_the_card_for_a_site_is_as_wide_as_its_frame(self):
        card = """async (times) => {
            const { cardFile } = await import("./parts/calendar-card.js"), language = document.documentElement.lang;
            const texts = await (await fetch(`words/${language}.json`)).json();
            const frame = Object.assign(document.createElement("iframe"), { width: 320, height: 420, srcdoc: cardFile(times, { ...texts, language }, words.say("begins")) });
            await new Promise((done) => { frame.onload = done; document.body.append(frame) });
            const { scrollWidth, clientWidth } = frame.contentDocument.documentElement;
            const isShown = !frame.contentDocument.getElementById("table").hidden;
            frame.remove();
            return [scrollWidth, clientWidth, isShown];
        }"""
        today = date.today()
        times = month_of(today.replace(day=1), KHUTBAHS)["times"]
        self.page.emulate_media(media="screen")
        for language in LANGUAGES:
            with self.subTest(language=language):
                self.page.evaluate("words.setLanguage", language)
                wide, room, is_shown = self.page.evaluate(card, times)
                self.assertTrue(is_shown)
                self.assertLessEqual(wide, room)
        self.page.emulate_media(media="print")


if __name__ == "__main__":
    unittest.main()
