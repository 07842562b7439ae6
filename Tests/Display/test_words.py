"""The texts: every language has every word, and the fonts have every letter; and the list of pictures. No browser."""

import json
import re
import unittest
from pathlib import Path

from fontTools.ttLib import TTFont

from mock_box import FAULTS, PAGE
from take_screenshots import listed
from virtual_box import ROOT

TEXTS = {
    path.stem: json.loads(path.read_text()) | {"faults": json.loads((FAULTS / path.name).read_text())}
    for path in sorted((PAGE / "texts").glob("*.json"))
}
FONTS = {"ar": ["inter", "naskh", "amiri"], "ur": ["inter", "nastaliq"], "bn": ["inter", "bengali"]}


def words(value, path=""):
    """(path, text) of every text. Plurals count as one: languages differ in their forms."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from words(each, f"{path}[{index}]")
    else:
        for key, each in value.items():
            yield from words(each, path if "ramadan" in path else f"{path}.{key}")


class Words(unittest.TestCase):
    def test_there_are_nine_languages(self):
        self.assertEqual(set(TEXTS), {"en", "ar", "ur", "tr", "fr", "de", "bn", "id", "sv"})

    def test_each_language_has_every_text_and_none_is_empty(self):
        for language, texts in TEXTS.items():
            with self.subTest(language):
                self.assertEqual({path for path, _ in words(texts)}, {path for path, _ in words(TEXTS["en"])})
                self.assertEqual([path for path, text in words(texts) if not text.strip()], [])
                self.assertEqual(len(texts["digits"]), 10)
                self.assertIn("other", texts["countdown"]["ramadan"])

    def test_each_language_names_the_same_values_in_its_sentences(self):
        import re
        names = lambda text: sorted(re.findall(r"\{\w+\}", text))
        for language, texts in TEXTS.items():
            english = {path: names(text) for path, text in words(TEXTS["en"]) if "countdown" not in path}
            for path, text in words(texts):
                if "countdown" not in path:
                    with self.subTest(language, path=path):
                        self.assertEqual(names(text), english[path])

    def test_the_fonts_have_every_letter(self):
        for language, texts in TEXTS.items():
            have = set()
            for name in FONTS.get(language, ["inter"]):
                for weight in ("regular", "semibold" if name == "inter" else "bold"):
                    have |= {weight} | set(TTFont(PAGE / "fonts" / f"{name}-{weight}.woff2").getBestCmap())
            missing = {letter for _, text in words(texts) for letter in text if ord(letter) not in have}
            self.assertEqual(missing, set(), language)

    def test_the_fonts_are_small(self):
        sizes = {path.name: path.stat().st_size for path in (PAGE / "fonts").glob("*.woff2")}
        self.assertLess(max(sizes.values()), 130_000)
        self.assertLess(sum(sizes.values()), 700_000)

    def test_nothing_is_fetched_from_elsewhere(self):
        for path in [*PAGE.glob("*.html"), *PAGE.glob("*.css"), *PAGE.rglob("*.js")]:
            text = path.read_text()
            self.assertNotRegex(text.replace("http://www.w3.org/2000/svg", ""), r"https?://|url\(//|src=\"//", path.name)
            self.assertNotRegex(text, r"<style|style=\"|\son\w+=\"|<script>", path.name)

    def test_the_list_of_pictures_is_true(self):
        docs = ROOT / "docs"
        text = (docs / "screenshots.md").read_text()
        self.assertEqual(text, listed("screenshots"), "make screenshots writes it")
        named = set(re.findall(r'src="screenshots/([^"]+)"', text))
        self.assertEqual(named, {path.name for path in (docs / "screenshots").iterdir()})


if __name__ == "__main__":
    unittest.main()
