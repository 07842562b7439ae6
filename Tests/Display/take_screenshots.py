#!/usr/bin/env python3
"""take_screenshots.py: shoot the states of the display, at four sizes, in four languages, into docs/screenshots/.

Run:    Tests/Display/take_screenshots.py [FOLDER]
Needs:  what `make display-test` needs.

The pictures have at most 40 colours, so that they stay small. Day, scenes and times are those of states.py.
"""

import io
import sys
from pathlib import Path

from PIL import Image

from screen import SIZES, Browser
from states import OTHERS, STATES

LANGUAGES = ["en", "ar", "ur", "tr"]


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    total = 0
    with Browser() as browser:
        shots = [(name, show, language) for language in LANGUAGES for name, show in STATES.items()]
        for size in SIZES:
            others = [(name, show, "en") for name, show in OTHERS.items()] if size in ("1920x1080", "390x844") else []
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
