"""The states that are shot and measured: name → (screen → what is shown)."""

from plans import instant, plan

DAY, FRIDAY, RAMADAN = "2026-11-23", "2026-11-27", "2027-02-12"


def _at(screen, languages, day, clock, **rest):
    screen.show(plan(instant(day, clock), languages=languages, **rest))


def by_day(screen, languages): _at(screen, languages, DAY, "13:42:18")
def adhan(screen, languages): _at(screen, languages, DAY, "12:13:20")
def until_iqama(screen, languages): _at(screen, languages, DAY, "12:28:36")
def prayer(screen, languages): _at(screen, languages, DAY, "12:36:20")
def night(screen, languages): _at(screen, languages, DAY, "23:42:18")


def offline(screen, languages):
    """The box has no network, and then the page loses the box."""
    notes = [{"kind": "offline", "until": None, "text": None}, {"kind": "source", "until": "2026-12-31", "text": None}]
    _at(screen, languages, DAY, "13:42:18", notes=notes, source="cache")
    screen.box.state = "silent"  # until the next plan
    screen.run_alone(40)
    screen.settle()


def estimated(screen, languages): _at(screen, languages, DAY, "13:42:18", source="calculation", estimated=("fajr", "isha"),
                                      notes=[{"kind": "calculated", "until": None, "text": None}])


STATES = {"day": by_day, "adhan": adhan, "until-iqama": until_iqama, "prayer": prayer, "night": night, "offline": offline, "estimated": estimated}


# Measured as well, and shot in English only.

def friday(screen, languages): _at(screen, languages, FRIDAY, "11:42:18")
def khutbah(screen, languages): _at(screen, languages, FRIDAY, "13:20:00")


def ramadan(screen, languages):
    """The most rows: imsak, two Jumu'ahs, taraweeh; twelve hours, own figures, estimates."""
    _at(screen, languages, RAMADAN, "11:00:18", imsak=True, estimated=("fajr", "isha"), look={"hours": 12, "digits": "native"})


def unheard(screen, languages):
    now = instant(DAY, "12:13:20")
    shown = plan(now, languages=languages)
    for scene in shown["scenes"]:
        scene["unheard"] = True
    screen.show(shown)


def away(screen, languages):
    screen.box.daemon = {"state": "away", "since": instant(DAY, "13:40")}
    _at(screen, languages, DAY, "13:42:18")
    screen.box.push("daemon", screen.box.daemon)
    screen.page.evaluate("virtual.real(30)")
    screen.run(1)
    screen.box.daemon = {"state": "here", "since": 0}


def no_times(screen, languages):
    now = instant(DAY, "13:42:18")
    shown = plan(now, languages=languages)
    shown.update(days=[], scenes=[], notes=[])
    screen.show(shown)


def _scene(screen, languages, scene, **rest):
    now = instant(DAY, "13:42:18")
    shown = plan(now, languages=languages, **rest)
    shown["scenes"] += [{"from": now - 60, "until": now + 60, "scene": scene, "prayer": "dhuhr", "ends_at": None, "unheard": False}]
    screen.show(shown)
    screen.page.evaluate("virtual.real(150)")
    screen.run(1)
    screen.page.evaluate("virtual.real(150)")
    screen.run(1)
    screen.settle()


def slides(screen, languages): _scene(screen, languages, "slides", slides=[{"html": "/files/slides/classes.html", "image": None, "seconds": 1000000, "spans": None}])
def picture(screen, languages): _scene(screen, languages, "slides", slides=[{"html": None, "image": "/files/slides/picture.svg", "seconds": 1000000, "spans": None}])
def adhkar(screen, languages): _scene(screen, languages, "after-prayer", adhkar=[{"html": "/files/slides/dhikr.html", "image": None, "seconds": 1000000, "spans": None}])


def longest(screen, languages):
    """Long names and messages, a logo, all that can stand at the foot."""
    _at(screen, languages, DAY, "13:42:18", source="calculation", estimated=("fajr", "isha"),
        mosque={"name": "Islamic Cultural Centre and Central Mosque of Rochdale, Heywood and Middleton", "logo": "/files/slides/logo.svg"},
        bar=[{"text": "The car park is closed on Saturday from eight o’clock, while the roof is mended; please use Castlemere Street.", "language": None, "spans": None}],
        notes=[{"kind": kind, "until": None, "text": None} for kind in ("calculated", "offline", "no-sound")])


OTHERS = {"friday": friday, "khutbah": khutbah, "ramadan": ramadan, "unheard": unheard, "away": away, "no-times": no_times,
          "slides": slides, "picture": picture, "adhkar": adhkar, "longest": longest}
