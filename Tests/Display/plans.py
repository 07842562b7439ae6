"""Plans for the tests: what the box would send. The times are invented, of the shape that Rochdale's have."""

import math
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

ZONE = ZoneInfo("Europe/London")


def instant(day, clock, zone=ZONE):
    """Epoch seconds of a wall time: instant("2026-11-23", "13:42:18")."""
    return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=zone).timestamp()


def hijri(day):
    """The Hijri date by the tabular calendar."""
    days = day.toordinal() - 227014
    year = (30 * days + 10646) // 10631
    start = lambda y, m: 29 * (m - 1) + m // 2 + (y - 1) * 354 + (3 + 11 * y) // 30  # days before the month
    month = next(m for m in range(12, 0, -1) if start(year, m) <= days)
    return {"year": year, "month": month, "day": days - start(year, month) + 1}


def times_of(day):
    """Instants by name. They follow the length of the day, roughly."""
    noon = datetime(day.year, day.month, day.day, 12, 9, tzinfo=timezone.utc).timestamp()
    half = 3600 * (6.1 + 2.45 * math.sin(2 * math.pi * (day.timetuple().tm_yday - 80) / 365))
    exact = {"imsak": noon - half - 6300, "fajr": noon - half - 5700, "sunrise": noon - half, "dhuhr": noon + 240,
             "asr": noon + 0.55 * half, "maghrib": noon + half, "isha": noon + half + 5400}
    return {name: round(at / 60) * 60 for name, at in exact.items()}


def day_of(day, source="file", estimated=(), imsak=False):
    at = times_of(day)
    upwards = lambda value, minutes: math.ceil((value + minutes * 60) / 300) * 300
    friday = day.isoweekday() == 5
    iqama = {name: upwards(at[name], wait) for name, wait in
             {"fajr": 18, "dhuhr": 20, "asr": 12, "maghrib": 4, "isha": 20}.items()}
    if friday:
        iqama["dhuhr"] = None
    names = [name for name in at if name != "imsak" or imsak]
    khutbah = instant(day.isoformat(), "13:15")
    return {
        "date": day.isoformat(), "weekday": day.isoweekday(), "hijri": hijri(day), "hijri_evening": hijri(day + timedelta(1)),
        "ramadan": hijri(day)["month"] == 9, "from": None,
        "times": [{"name": name, "begins": at[name], "adhan": at[name] if name in iqama else None, "iqama": iqama.get(name)} for name in names],
        "jumuah": [{"khutbah": khutbah, "prayer": khutbah + 1500}, {"khutbah": khutbah + 2700, "prayer": khutbah + 4200}] if friday else [],
        "eid": [], "taraweeh": iqama["isha"] + 900 if hijri(day)["month"] == 9 else None,
        "source": source, "estimated": list(estimated),
    }


def scenes_of(day):
    """Adhan, until the iqama, prayer, adhkar; and the night."""
    scenes = []
    add = lambda start, end, scene, prayer=None, ends_at=None: scenes.append(
        {"from": start, "until": end, "scene": scene, "prayer": prayer, "ends_at": ends_at, "unheard": False})
    by_name = {time["name"]: time for time in day["times"]}
    fajr = by_name["fajr"]["begins"]
    midnight = instant(day["date"], "00:00")
    add(midnight, fajr - 1800, "night")
    for time in day["times"]:
        if time["iqama"] is not None:
            add(time["adhan"], time["adhan"] + 180, "adhan", time["name"], time["iqama"])
            add(time["adhan"] + 180, time["iqama"], "until-iqama", time["name"], time["iqama"])
            add(time["iqama"], time["iqama"] + 600, "prayer", time["name"])
            add(time["iqama"] + 600, time["iqama"] + 900, "after-prayer", time["name"])
    for friday in day["jumuah"]:
        add(friday["khutbah"], friday["prayer"], "khutbah", "jumuah", friday["prayer"])
        add(friday["prayer"], friday["prayer"] + 600, "prayer", "jumuah")
    add(instant(day["date"], "22:30"), instant((date.fromisoformat(day["date"]) + timedelta(1)).isoformat(), "00:00"), "night")
    return scenes


def zone_entries(first, days):
    """The offsets of the zone over these days."""
    at = datetime.combine(first, datetime.min.time(), ZONE).timestamp() - 86400
    entries = []
    for hour in range((days + 3) * 24):
        offset = int(datetime.fromtimestamp(at + hour * 3600, ZONE).utcoffset().total_seconds())
        if not entries or entries[-1]["offset"] != offset:
            entries.append({"from": at + hour * 3600, "offset": offset})
    return entries


def plan(now, languages=("en",), days=8, version="1", source="file", estimated=(), imsak=False, look=None, **rest):
    """A plan as of `now`. `look` and `rest` replace what stands here."""
    first = datetime.fromtimestamp(now, ZONE).date()
    listed = [day_of(first + timedelta(index), source, estimated, imsak) for index in range(-1, days)]
    scenes = [scene for day in listed for scene in scenes_of(day)]
    return {
        "version": version, "now": now, "zone": zone_entries(first, days), "mosque": {"name": MOSQUE.get(languages[0], MOSQUE["en"]), "logo": None},
        "look": {"languages": list(languages), "alternate": 20, "hours": 24, "digits": "western", "emphasis": "iqama", "sunrise": "shown",
                 "colours": {"ground": "#10201f", "ink": "#f3eee3", "gold": "#d8b56a"}, "clock_in_prayer": True, **(look or {})},
        "days": listed, "scenes": sorted(scenes, key=lambda scene: scene["from"]),
        "notes": [{"kind": "source", "until": "2026-12-31", "text": None}],
        "bar": [{"text": MESSAGE.get(languages[0], MESSAGE["en"]), "language": None, "spans": None}],
        "slides": [], "adhkar": [], "countdown": {"to": "ramadan", "date": "2027-02-08"}, **rest,
    }


MOSQUE = {"en": "Central Mosque Rochdale", "ar": "المسجد المركزي في روتشديل", "ur": "مرکزی مسجد روچڈیل", "tr": "Rochdale Merkez Camii"}
MESSAGE = {
    "en": "Please keep the aisle to the fire door free.", "ar": "نرجو إبقاء الممر إلى باب الطوارئ خاليًا.",
    "ur": "براہِ کرم ہنگامی دروازے کا راستہ خالی رکھیں۔", "tr": "Lütfen yangın kapısına giden yolu açık bırakın.",
}
