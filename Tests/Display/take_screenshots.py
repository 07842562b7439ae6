#!/usr/bin/env python3
"""take_screenshots.py: shoot the states of the display, at four sizes, in four languages, into docs/screenshots/, and list them in
docs/screenshots.md.

Run:    Tests/Display/take_screenshots.py [FOLDER]    the list is then FOLDER.md
Needs:  what `make display-test` needs.

The pictures have at most 40 colours, so that they stay small. Day, scenes and times are those of states.py.
"""

import io
import sys
from pathlib import Path

from PIL import Image

from screen import SIZES, Browser
from states import OTHERS, STATES

LANGUAGES = {"en": "English", "ar": "Arabic", "ur": "Urdu", "tr": "Turkish"}
# Of each: its words, and how wide the list shows it.
SCREENS = {
    "1920x1080": ("Television, 1920 × 1080", 420), "1080x1920": ("Upright television, 1080 × 1920", 210),
    "390x844": ("Phone, 390 × 844", 180), "3840x2160": ("4K television, 3840 × 2160", 420),
}
OTHER_SCREENS = {"1920x1080": "Television", "390x844": "Phone"}
TITLES = {
    "day": "The day", "adhan": "The adhan", "until-iqama": "Until the iqama", "prayer": "During prayer", "adhkar": "After the prayer",
    "slides": "A slide beside the times", "night": "Night", "offline": "The box has no network, and the page has lost the box",
    "estimated": "Calculated times, two of them estimates", "friday": "Friday, with two khutbahs", "khutbah": "During the khutbah",
    "away": "The daemon has stopped", "ramadan": "A Friday in Ramadan, twelve hours", "taraweeh": "During taraweeh, without the clock",
    "illustrated": "A slide with a picture", "picture": "A picture beside the times", "kursi": "After the prayer, a long text",
    "longest": "A long name, a logo, many notes", "unheard": "The sound has failed *", "no-times": "No times are known *",
}
HEAD = """# The display's page in pictures

`make screenshots` shoots them anew in Debian's Chromium: the real display and daemon at a set time, with a mosque's config and its own slides.
Those marked * have a stand-in for the server. Each links to its full size. Colours are reduced to forty, to keep the files small.
"""


def listed(folder):
    """The page that shows them."""
    def cell(name, language, size, width):
        file = f"{folder}/{name}-{language}-{size}.webp"
        words = f"{TITLES[name].removesuffix(' *')}, {LANGUAGES[language]}, {size}"
        return f'<a href="{file}"><img src="{file}" width="{width}" alt="{words}"></a>'

    def row(cells): return f"| {' | '.join(cells)} |"

    lines = [HEAD]
    for size, (words, width) in SCREENS.items():
        lines += [f"## {words}\n", "| " + row(LANGUAGES.values()), row(["---"] * 5)]
        lines += [row([TITLES[name], *(cell(name, language, size, width) for language in LANGUAGES)]) for name in STATES] + [""]
    lines += ["## Other states\n", "| " + row(OTHER_SCREENS.values()), row(["---"] * 3)]
    lines += [row([TITLES[name], *(cell(name, "en", size, SCREENS[size][1]) for size in OTHER_SCREENS)]) for name in OTHERS]
    return "\n".join(lines) + "\n"


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    folder.with_suffix(".md").write_text(listed(folder.name))
    total = 0
    with Browser() as browser:
        shots = [(name, show, language) for language in LANGUAGES for name, show in STATES.items()]
        for size in SIZES:
            others = [(name, show, "en") for name, show in OTHERS.items()] if size in OTHER_SCREENS else []
            for name, show, language in shots + others:
                with show(browser, size, [language], reduced_motion="reduce") as screen:
                    picture = Image.open(io.BytesIO(screen.page.screenshot())).convert("RGB")
                    small = picture.quantize(40, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
                    target = folder / f"{name}-{language}-{size}.webp"
                    small.convert("RGB").save(target, lossless=True, method=6)
                    total += target.stat().st_size
    print(f"{len(list(folder.glob('*.webp')))} pictures, {total // 1024} KiB in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "docs" / "screenshots")
