"""The states that are shot and measured: name → (browser, size, languages → a screen that shows it)."""

from plans import instant, plan
from virtual_box import NO_NETWORK

DAY, FRIDAY, RAMADAN, MIDSUMMER = "2026-11-23", "2026-11-27", "2027-02-12", "2026-06-21"


def at(day, clock, then=lambda screen: None, **config):
    """The real display at that time, with this in its config."""
    def show(browser, size, languages, **options):
        screen = browser.screen(instant(day, clock), size, languages=languages, **config, **options)
        then(screen)
        return screen
    return show


def lose_box(screen):
    screen.box.freeze()
    screen.run_alone(40)
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
    "night": at(DAY, "23:42:18"),
    # The box has no network, and then the page loses the box.
    "offline": at(DAY, "13:42:18", then=lose_box, more=NO_NETWORK),
    "estimated": at(MIDSUMMER, "15:42:18", more='[calculation]\nhigh_latitude = "angle"\n'),
}


def stand_in(day, clock, scene=None, change=lambda shown: None, **rest):
    """A plan of the stand-in at that time. `scene` is put before all others."""
    def show(browser, size, languages, **options):
        now = instant(day, clock)
        shown = plan(now, languages=languages, **rest)
        if scene:
            shown["scenes"].append({"from": now - 60, "until": now + 60, "scene": scene, "prayer": "dhuhr", "ends_at": None, "unheard": False})
        change(shown)
        screen = browser.stand_in(size, **options)
        screen.show(shown)
        if scene:
            for _ in range(2):  # A slide is fetched, then drawn.
                screen.page.evaluate("virtual.real(150)")
                screen.run(1)
            screen.settle()
        return screen
    return show


def silence_calls(shown):
    for scene in shown["scenes"]:
        scene["unheard"] = True


def slide(**content): return [{"html": None, "image": None, "seconds": 1000000, "spans": None, **content}]


# Measured as well, and shot in English only.
OTHERS = {
    "friday": at(FRIDAY, "11:42:18"),
    "khutbah": at(FRIDAY, "13:20:00"),
    "away": at(DAY, "13:42:18", then=lose_daemon),
    # The most rows: imsak, two Jumu'ahs, taraweeh; twelve hours, own figures.
    "ramadan": at(RAMADAN, "11:00:18", imsak=True, hours=12, digits="native"),
    "unheard": stand_in(DAY, "12:13:20", change=silence_calls),
    "no-times": stand_in(DAY, "13:42:18", change=lambda shown: shown.update(days=[], scenes=[], notes=[])),
    "slides": stand_in(DAY, "13:42:18", "slides", slides=slide(html="/files/slides/classes.html")),
    "picture": stand_in(DAY, "13:42:18", "slides", slides=slide(image="/files/slides/picture.svg")),
    "adhkar": stand_in(DAY, "13:42:18", "after-prayer", adhkar=slide(html="/files/slides/dhikr.html")),
    # Long names and messages, a logo, all that can stand at the foot.
    "longest": stand_in(
        DAY, "13:42:18", source="calculation", estimated=("fajr", "isha"),
        mosque={"name": "Islamic Cultural Centre and Central Mosque of Rochdale, Heywood and Middleton", "logo": "/files/slides/logo.svg"},
        bar=[{"text": "The car park is closed on Saturday from eight o’clock, while the roof is mended; please use Castlemere Street.", "language": None, "spans": None}],
        notes=[{"kind": kind, "until": None, "text": None} for kind in ("calculated", "offline", "no-sound")]),
}
