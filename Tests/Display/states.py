"""The states that are shot and measured: name → (browser, size, languages → a screen that shows it)."""

from pathlib import Path

from plans import instant, plan
from virtual_box import NO_NETWORK

FILES = Path(__file__).resolve().parent / "files"

DAY, FRIDAY, RAMADAN, MIDSUMMER = "2026-11-23", "2026-11-27", "2027-02-12", "2026-06-21"


def at(day, clock, then=lambda screen: None, files=None, **config):
    """The real display at that time, with this in its config. `files` are the mosque's own; where a path ends in a slash, that of the
    language."""
    def show(browser, size, languages, **options):
        own = {name: FILES / (path + own_file(path, languages[0]) if path.endswith("/") else path) for name, path in (files or {}).items()}
        screen = browser.screen(instant(day, clock), size, languages=languages, files=own, **config, **options)
        then(screen)
        return screen
    return show


def own_file(folder, language):
    """The text in a language; that in Arabic where there is none."""
    return f"{language}.md" if (FILES / folder / f"{language}.md").exists() else "ar.md"


def lose_box(screen):
    screen.box.freeze()
    screen.page.evaluate("virtual.real(50)")
    screen.run_alone(40)
    # What the box said before may have arrived late.
    screen.until("document.getElementById('notes').textContent.includes('13:42')", 30)
    screen.settle()


def lose_daemon(screen):
    screen.box.daemon("stop")
    screen.run(10)
    screen.settle()


STATES = {
    "day": at(DAY, "13:42:18"),
    "adhan": at(DAY, "12:13:20"),
    "until-iqama": at(DAY, "12:28:36"),
    "prayer": at(DAY, "12:36:20"),
    "adhkar": at(DAY, "12:46:20", files={"adhkar/1.md": "adhkar/"}),
    "slides": at(DAY, "13:41:18", files={"slides/classes.md": "classes/"}),
    "night": at(DAY, "23:42:18"),
    # The box has no network, and then the page loses the box.
    "offline": at(DAY, "13:42:18", then=lose_box, more=NO_NETWORK),
    "estimated": at(MIDSUMMER, "15:42:18", more='[calculation]\nhigh_latitude = "angle"\n'),
}

# A long name and message, a logo, all that the real display can say at the foot at once.
LONGEST = {
    "name": "Islamic Cultural Centre and Central Mosque of Rochdale, Heywood and Middleton", "logo": "logo.svg",
    "message": "The car park is closed on Saturday from eight o’clock, while the roof is mended; please use Castlemere Street.",
}


def stand_in(day, clock, change=lambda shown: None, **rest):
    """A plan of the stand-in at that time."""
    def show(browser, size, languages, **options):
        shown = plan(instant(day, clock), languages=languages, **rest)
        change(shown)
        screen = browser.stand_in(size, **options)
        screen.show(shown)
        return screen
    return show


def silence_calls(shown):
    for scene in shown["scenes"]:
        scene["unheard"] = True


# Measured as well, and shot in English only, for television and phone.
OTHERS = {
    "friday": at(FRIDAY, "11:42:18"),
    "khutbah": at(FRIDAY, "13:20:00"),
    "away": at(DAY, "13:42:18", then=lose_daemon),
    # The most rows: imsak, two Jumu'ahs, taraweeh; twelve hours, own figures.
    "ramadan": at(RAMADAN, "11:00:18", imsak=True, hours=12, digits="native"),
    "taraweeh": at(RAMADAN, "19:40:18", clock_in_prayer=False),
    "illustrated": at(DAY, "13:41:18", files={"slides/roof.md": "hall/", "slides/hall.svg": "hall.svg"}),
    "picture": at(DAY, "13:41:18", files={"slides/picture.svg": "picture.svg"}),
    "kursi": at(DAY, "12:46:20", files={"adhkar/kursi.md": "adhkar/kursi.md"}),
    "longest": at(MIDSUMMER, "15:42:18", files={"logo.svg": "logo.svg"}, more='[calculation]\nhigh_latitude = "angle"\n' + NO_NETWORK, **LONGEST),
    "unheard": stand_in(DAY, "12:13:20", change=silence_calls),
    "no-times": stand_in(DAY, "13:42:18", change=lambda shown: shown.update(days=[], scenes=[], notes=[])),
}

MISSING_CARD = {"kind": "fault", "until": None, "text": "the sound card is missing (Unknown PCM default)",
                "fault": {"id": "card-missing", "parameters": {"detail": "Unknown PCM default"}}}
FAULTS = [
    "the adhan of asr at 13:55 will not sound: the recording '/srv/adhan/adhan.mp3' is gone",
    "the receiver 'mail:caretaker@example.org' has not been told anything since 2026-11-20 22:10",
]

# At the iqama, for those who want it, and with a picture behind the day.
PHONES_OFF = at(DAY, "12:35:20", states=["adhan", "until-iqama", "prayer", "phones-off"])

# Only measured: slides beside the most rows, a picture that is higher than wide, and own figures in the largest size.
UNSHOT = {
    "native-iqama": at(DAY, "12:28:36", digits="native"),
    "ramadan-slides": at(RAMADAN, "11:01:18", imsak=True, hours=12, digits="native", files={"slides/classes.md": "classes/"}),
    "faults": stand_in(DAY, "13:42:18", change=lambda shown: shown["notes"].extend([MISSING_CARD, *({"kind": "fault", "until": None, "text": text} for text in FAULTS)])),
    "phones-off": PHONES_OFF,
    "behind": at(DAY, "13:42:18", files={"hall.svg": "hall.svg"}, background="hall.svg"),
    # The words "tomorrow" beside the most rows: the day before a Friday in Ramadan; and Fajr's end with its long words.
    "turning": at("2027-02-11", "15:42:18", tomorrow="each-prayer", imsak=True, hours=12, digits="native"),
    "until-sunrise": at(DAY, "07:42:18", tomorrow="each-prayer", until_sunrise=True),
    "poster": at(DAY, "13:41:18", files={"slides/poster.svg": "poster.svg"}),
}
