"""The walk over one box, run by `run`. Prints a line of JSON for each thing that a surface says: what is wrong with it, or null."""

import datetime
import json
import math
import pathlib
import re
import sys
import time
import urllib.request

from box import CONFIG, ZONE, Box, power, samples

THURSDAY, FRIDAY, SATURDAY = "2026-12-03", "2026-12-04", "2026-12-05"
PRAYERS = "fajr dhuhr asr maghrib isha".split()
PLACEHOLDER = "placeholder tone (no recording chosen)"
# Those of the timetable.
IQAMAS = {"fajr": "06:30", "dhuhr": "13:00", "asr": "14:20", "maghrib": "16:05", "isha": "18:20"}
# Volume 50 is so many decibels quieter.
HALF = 18.1
CONFIG_TEXT = """[place]
name = "Central Mosque"
latitude = 51.5
longitude = -0.1
timezone = "Europe/London"
[clock]
trust = "always"
[timetable]
sources = []
file = "times.csv"
check = "off"
[iqama]
file = "{folder}/iqama.mp3"
[display]
listen = "127.0.0.1:0"
[panel]
listen = "127.0.0.1:0"
[[notify]]
name = "book"
to = "command:{own}/book"
"""
# Each message as a line: its kind, its occasion, its title and its text.
BOOK = """#!/bin/sh
printf '%s|%s|%s|%s\\n' "$ADHAN_KIND" "$ADHAN_OCCASION" "$ADHAN_TITLE" "$ADHAN_TEXT" >>"$(dirname "$0")/messages"
"""


def at(date, hour):
    """In seconds since 1970."""
    return datetime.datetime.fromisoformat(f"{date}T{hour}").replace(tzinfo=ZONE).timestamp()


def clock(moment):
    """The time at the mosque, of ISO 8601 or of seconds since 1970."""
    if not isinstance(moment, str):
        moment = datetime.datetime.fromtimestamp(moment, ZONE).isoformat()
    return moment[11:16]


def equal(found, expected, words=""):
    assert found == expected, f"{words}{found!r}, and not {expected!r}"


def table(iqamas=None, lacks=()):
    """A timetable of three weeks; with iqamas, but for those of `lacks`: a date and a prayer."""
    heading = "date,fajr,sunrise,dhuhr,asr,maghrib,isha" + "".join(f",{prayer}_iqama" for prayer in iqamas or ())
    lines = [heading]
    for day in range(20):
        date = (datetime.date(2026, 12, 1) + datetime.timedelta(day)).isoformat()
        own = ["" if (date, prayer) in lacks else hour for prayer, hour in (iqamas or {}).items()]
        lines.append(",".join([date, "06:10,07:45,12:10,14:00,16:00,18:00", *own]))
    return "\n".join(lines) + "\n"


class Terminal:
    """How the one committee sets its box."""

    recording = "Makkah 1.mp3"

    def __init__(self, box):
        self.box = box

    def config(self, *words):
        self.box.command("config", "set", *words)
        self.box.command("reload")

    def choose(self, file):
        named = pathlib.Path("/etc/adhand") / self.recording
        named.write_bytes(file.read_bytes())
        self.config("audio.adhan", str(named))

    def volume(self, prayer, percent):
        self.box.command("set", f"volume.{prayer}", str(percent))

    def mute(self, prayer):
        return self.box.command("mute", prayer)

    def iqama(self, prayer, rule):
        self.config(f"iqama.{prayer}", rule)

    def iqama_from(self, date, prayer, rule):
        with open(CONFIG, "a") as file:
            file.write(f'\n[[iqama.when]]\nfrom = "{date}"\n{prayer} = "{rule}"\n')
        self.box.command("reload")

    def khutbah(self, hour):
        self.config("jumuah.times", hour)

    def timetable(self, text):
        pathlib.Path("/etc/adhand/times.csv").write_text(text)
        # The daemon waits until the file is complete.
        self.box.pass_time(60)


class Phone:
    """How the other one does."""

    recording = "Madinah 2.mp3"

    def __init__(self, box):
        self.box, self.ask = box, box.phone.ask

    def sound(self, **choices):
        state = self.ask("/api/sound")
        for kind, value in choices.items():
            state["choices"][kind] |= value
        self.ask("/api/sound", {"base": state["revision"], "choices": state["choices"]})

    def choose(self, file):
        name = urllib.request.quote(self.recording)
        uploaded = self.ask(f"/api/sound/upload?name={name}", file.read_bytes())
        self.sound(recordings={"adhan": uploaded["file"]})

    def volume(self, prayer, percent):
        self.sound(volumes={prayer: percent})

    def mute(self, prayer):
        # The page offers the next adhan, not a prayer by its name.
        following = self.ask("/api/now")["next"]["occasion"]
        assert following == f"adhan-{prayer}", following
        return self.ask("/api/mute", {"what": "next"})["words"]

    def form(self, change):
        state = self.ask("/api/iqama")
        change(state["form"])
        seen = self.ask("/api/iqama/preview", {"form": state["form"]})
        assert not seen.get("faults"), seen
        self.ask("/api/iqama/save", {"base": state["revision"], "form": state["form"]})

    def iqama(self, prayer, rule):
        self.form(lambda form: form["prayers"].setdefault(prayer, {}).update(at=rule))

    def iqama_from(self, date, prayer, rule):
        exception = {"when": {"from": date}, "shared": {}, "prayers": {prayer: {"at": rule}}}
        self.form(lambda form: form["exceptions"].append(exception))

    def khutbah(self, hour):
        self.form(lambda form: form["khutbahs"].append(hour))

    def timetable(self, text):
        found = self.ask("/api/times/upload?name=times.csv", text.encode())
        self.ask("/api/times/confirm", {"id": found["upload"]["id"], "base": found["base"], "keep": [], "others": False})


class Walk:
    def __init__(self, binary, folder, manner):
        self.own = folder / manner
        self.own.mkdir()
        (self.own / "book").write_text(BOOK)
        (self.own / "book").chmod(0o755)
        self.folder = folder
        self.box = Box(binary, self.own, CONFIG_TEXT.format(folder=folder, own=self.own))
        pathlib.Path("/etc/adhand/times.csv").write_text(table())
        self.box.sleep_until(at(THURSDAY, "11:00"))
        self.box.start()
        self.committee = {"terminal": Terminal, "phone": Phone}[manner](self.box)
        self.known = set()

    def check(self, setting, **surfaces):
        """Prints what is wrong with each surface, which is a function."""
        for surface, test in surfaces.items():
            end = time.monotonic() + 6
            while True:
                try:
                    fault = "it does not say so" if test() is False else None
                except (AssertionError, OSError, LookupError, StopIteration) as error:
                    fault = f"{type(error).__name__}: {error}"[:1000]
                if not fault or time.monotonic() > end:
                    break
                # The panel answers so many questions a minute.
                time.sleep(1)
            print(json.dumps({"setting": setting, "surface": surface, "fault": fault}), flush=True)

    # ------------------------------------------------------------------------------------------------ the surfaces

    def status(self):
        return json.loads(self.box.command("status", "--format", "json", codes=(0, 1)))

    def adhan(self, prayer):
        """What status says of the next adhan of a prayer."""
        return next(row for row in self.status()["adhans"] if row["occasion"] == f"adhan-{prayer}")

    def simulated(self, date, kind):
        """The events of a kind on a day, by occasion, with their times."""
        last = datetime.date.fromisoformat(date) + datetime.timedelta(1)
        lines = self.box.command("simulate", "--from", f"{date}T00:00", "--to", f"{last}T00:00", "--format", "jsonl").splitlines()
        return {row["occasion"]: clock(row["at"]) for row in map(json.loads, lines) if row["event"] == kind}

    def plan(self):
        with urllib.request.urlopen(self.box.display + "api/display/events", timeout=10) as events:
            return json.loads(next(line for line in events if line.startswith(b"data: ")).removeprefix(b"data: "))

    def messages(self, occasion, kind="adhan"):
        file = self.own / "messages"
        rows = [line.split("|") for line in file.read_text().splitlines()] if file.exists() else []
        return [row for row in rows if row[0] == kind and row[1] == occasion]

    def heard(self):
        """The pitch, the loudness in dB and the seconds of each sound that the card has played since the last question."""
        files = sorted(set(self.box.heard.iterdir()) - self.known)
        self.known |= set(files)
        sounds = []
        for file in files:
            rate, sound = samples(file)
            first = next((index for index, value in enumerate(sound) if abs(value) > 0.002), len(sound))
            part = sound[first + rate // 2 :][:rate]
            if len(part) < rate:
                continue
            pitch = max((165, 220, 440, 1760), key=lambda pitch: power(part, rate, pitch))
            level = 10 * math.log10(sum(value * value for value in part) / len(part))
            sounds.append((pitch, round(level, 1), round((len(sound) - first) / rate)))
        return sounds

    def rehearse(self, prayer):
        """What a rehearsal says, and what it sounds like."""
        self.heard()
        return self.box.command("rehearse", prayer, "--in", "3s"), self.heard()

    def live(self, date, hour, occasion):
        """Lives through an occasion; returns what sounded. Nothing else must be due in the hours before."""
        self.heard()
        self.box.sleep_until(at(date, hour), lead=4)
        ends = lambda: re.search(f"^{date},{occasion},(?!started)", self.box.command("history", "--format", "csv"), re.MULTILINE)
        self.box.until(ends, f"{occasion} does not end", seconds=60)
        return self.heard()

    # ------------------------------------------------------------------------------------------------ iqamas

    def iqamas(self, setting, date, expected, khutbahs=()):
        """Whether all who tell the congregations of a day tell the same."""

        expected = {prayer: hour for prayer, hour in expected.items() if hour}

        def compare(found):
            equal(found, expected, f"{date}: ")

        def of_day(days):
            return next(day for day in days if day["date"] == date)

        def simulate():
            compare({key.removeprefix("iqama-"): value for key, value in self.simulated(date, "iqama").items()})
            equal(list(self.simulated(date, "jumuah").values()), list(khutbahs))

        def times():
            day = json.loads(self.box.command("times", "--date", date, "--format", "json"))["days"][0]
            compare({key: clock(value) for key, value in day.get("iqama", {}).items()})
            equal([clock(value) for value in day.get("jumuah", [])], list(khutbahs))

        def page():
            day = of_day(self.box.phone.ask("/api/calendar")["times"]["days"])
            compare({key: clock(value) for key, value in day.get("iqama", {}).items()})
            equal([clock(value) for value in day.get("jumuah", [])], list(khutbahs))

        def display():
            day = of_day(self.plan()["days"])
            compare({row["name"]: clock(row["iqama"]) for row in day["times"] if row["iqama"]})
            equal([clock(row["khutbah"]) for row in day["jumuah"]], list(khutbahs))

        def status():
            """It has the next iqama alone, and the next khutbah."""
            rows = {row["occasion"]: row for row in self.status()["upcoming"]}
            iqamas = [row for row in rows.values() if row["occasion"].startswith("iqama-")]
            ahead = sorted((at(date, hour), prayer) for prayer, hour in expected.items() if at(date, hour) > self.box.now)
            is_later = any(row["date"] < date for row in iqamas)
            first = [(f"iqama-{prayer}", clock(moment)) for moment, prayer in ahead[:1] if not is_later]
            equal([(row["occasion"], clock(row["at"])) for row in iqamas if row["date"] == date], first)
            for number, khutbah in enumerate(khutbahs, 1):
                if at(date, khutbah) > self.box.now:
                    equal(clock(rows[f"jumuah-{number}"]["at"]), khutbah)

        self.check(setting, times=times, status=status, simulate=simulate, page=page, display=display)


def main(binary, folder, manner):
    walk = Walk(binary, pathlib.Path(folder), manner)
    try:
        steps(walk)
    finally:
        walk.box.end()


def steps(walk):
    box, committee, check = walk.box, walk.committee, walk.check
    name = committee.recording

    walk.iqamas("a timetable without iqamas", THURSDAY, {})

    # ---------------------------------------------------------------------------------------------- no recording
    said, sounds = walk.rehearse("asr")
    check(
        "no recording",
        status=lambda: PLACEHOLDER in box.command("status", codes=(0, 1)),
        rehearse=lambda: PLACEHOLDER in said,
        page=lambda: PLACEHOLDER in json.dumps(box.phone.ask("/api/now")),
        sound=lambda: equal([(sound[0] in (165, 220), sound[2]) for sound in sounds], [(True, 28)]),
    )

    # ---------------------------------------------------------------------------------------------- recording
    committee.choose(walk.folder / "recording.mp3")
    said, trial = walk.rehearse("dhuhr")
    check(
        "recording",
        status=lambda: f"Dhuhr today 12:10 will sound: {name}, volume 100" in box.command("status", codes=(0, 1)),
        rehearse=lambda: name in said and pitches(trial) == [440],
        page=lambda: equal([box.phone.ask("/api/now")["next"]["file"], *slot(box, "dhuhr")], [name, name]),
    )
    loud = walk.live(THURSDAY, "12:10", "adhan-dhuhr")
    check(
        "recording",
        message=lambda: bool(walk.messages("adhan-dhuhr")),
        sound=lambda: equal(loud, trial),
    )

    # ---------------------------------------------------------------------------------------------- volume
    committee.volume("asr", 50)
    said, trial = walk.rehearse("asr")
    check(
        "volume",
        status=lambda: f"Asr today 14:00 will sound: {name}, volume 50" in box.command("status", codes=(0, 1)),
        rehearse=lambda: equal([round(loud[0][1] - sound[1] - HALF) for sound in trial], [0]),
        page=lambda: box.phone.ask("/api/now")["next"]["volume"] == 50,
    )
    quiet = walk.live(THURSDAY, "14:00", "adhan-asr")
    check("volume", message=lambda: bool(walk.messages("adhan-asr")), sound=lambda: equal(quiet, trial))

    # ---------------------------------------------------------------------------------------------- mute
    words = committee.mute("maghrib")
    check(
        "mute",
        answer=lambda: "maghrib" in words.lower(),
        status=lambda: not walk.adhan("maghrib")["will_sound"] and walk.adhan("isha")["will_sound"],
        simulate=lambda: equal(list(walk.simulated(THURSDAY, "adhan")), [f"adhan-{prayer}" for prayer in PRAYERS if prayer != "maghrib"]),
        page=lambda: box.phone.ask("/api/now")["next"]["willSound"] is False,
        display=lambda: "muted" in [note["kind"] for note in walk.plan()["notes"]],
    )
    silence = walk.live(THURSDAY, "16:00", "adhan-maghrib")
    check("mute", message=lambda: not walk.messages("adhan-maghrib"), sound=lambda: equal(silence, []))

    # ---------------------------------------------------------------------------------------------- iqama
    committee.iqama("isha", "+10m")
    walk.iqamas("iqama", THURSDAY, {"isha": "18:10"})
    committee.iqama_from(FRIDAY, "isha", "18:30")
    walk.iqamas("dated iqama, the day before", THURSDAY, {"isha": "18:10"})
    walk.iqamas("dated iqama", FRIDAY, {"isha": "18:30"})
    adhan = walk.live(THURSDAY, "18:00", "adhan-isha")
    check("mute", message=lambda: bool(walk.messages("adhan-isha")), sound=lambda: equal(adhan, loud))
    call = walk.live(THURSDAY, "18:10", "iqama-isha")
    check("iqama", message=lambda: bool(walk.messages("iqama-isha", "iqama")), sound=lambda: equal(pitches(call), [1760]))

    # ---------------------------------------------------------------------------------------------- Friday
    committee.khutbah("13:15")
    walk.iqamas("Jumu'ah", FRIDAY, {"isha": "18:30"}, khutbahs=["13:15"])
    adhan = walk.live(FRIDAY, "12:10", "adhan-dhuhr")
    check("Jumu'ah", sound=lambda: equal(adhan, loud))
    box.sleep_until(at(FRIDAY, "13:15"), lead=2)
    check("Jumu'ah", message=lambda: bool(walk.messages("jumuah-1", "khutbah")))

    # ---------------------------------------------------------------------------------------------- a timetable with iqamas
    committee.timetable(table(IQAMAS, lacks=[(SATURDAY, "asr")]))
    walk.iqamas("a timetable with iqamas", FRIDAY, IQAMAS | {"isha": "18:30", "dhuhr": None}, khutbahs=["13:15"])
    walk.live(FRIDAY, "14:00", "adhan-asr")
    call = walk.live(FRIDAY, "14:20", "iqama-asr")
    check("a timetable with iqamas", sound=lambda: equal(pitches(call), [1760]))
    saturday = IQAMAS | {"isha": "18:30", "asr": None}
    committee.iqama("maghrib", "+10m")
    walk.iqamas("a rule wins over the file", FRIDAY, IQAMAS | {"isha": "18:30", "dhuhr": None, "maghrib": "16:10"}, ["13:15"])
    walk.iqamas("a rule wins over the file", SATURDAY, saturday | {"maghrib": "16:10"})
    walk.live(FRIDAY, "16:00", "adhan-maghrib")
    call = walk.live(FRIDAY, "16:10", "iqama-maghrib")
    check("a rule wins over the file", sound=lambda: equal(pitches(call), [1760]))
    committee.iqama("maghrib", "timetable")
    walk.iqamas("\"timetable\" gives it back", SATURDAY, saturday)
    committee.iqama("asr", "timetable, else +15m")
    walk.iqamas("a gap of the file is filled", SATURDAY, saturday | {"asr": "14:15"})
    walk.live(FRIDAY, "18:00", "adhan-isha")
    call = walk.live(FRIDAY, "18:30", "iqama-isha")
    check("dated iqama", message=lambda: len(walk.messages("iqama-isha", "iqama")) == 2, sound=lambda: equal(pitches(call), [1760]))
    walk.live(SATURDAY, "14:00", "adhan-asr")
    call = walk.live(SATURDAY, "14:15", "iqama-asr")
    check("a gap of the file is filled", sound=lambda: equal(pitches(call), [1760]))


def pitches(sounds):
    return [sound[0] for sound in sounds]


def slot(box, name):
    rows = box.phone.ask("/api/sound")["slots"]
    return [file["description"] for row in rows if row["name"] == name for file in row["inUse"]]


if __name__ == "__main__":
    main(*sys.argv[1:])
