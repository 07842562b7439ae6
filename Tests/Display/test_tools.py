"""What programs of others make of the real server: schemathesis of its OpenAPI document, icalendar of its calendar, promtool of its metrics."""

import shutil
import subprocess
import sys
import unittest
from datetime import datetime

import icalendar

from plans import instant
from states import DAY, MIDSUMMER, RAMADAN
from virtual_box import NO_NETWORK, VirtualBox

SCHEMATHESIS = "from schemathesis.cli import schemathesis; schemathesis()"


class Tools(unittest.TestCase):
    def box(self, now, **config):
        box = VirtualBox(now, **config)
        self.addCleanup(box.close)
        return box

    def run_program(self, *command, **options):
        ended = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
        self.assertEqual(ended.returncode, 0, ended.stdout + ended.stderr)
        return ended.stdout

    def test_schemathesis_finds_nothing(self):
        box = self.box(instant(DAY, "13:42:18"))
        # An event stream has no end that could be waited for.
        said = self.run_program(
            sys.executable, "-c", SCHEMATHESIS, "run", box.address + "openapi.json", "--url", box.address, "--exclude-path", "/api/events",
            "--checks", "all", "--max-examples", "200", "--seed", "1", "--no-color", "--continue-on-failure", cwd=box.folder)
        self.assertRegex(said, r"Selected: 5/6\n.*Tested: 5\n")

    def test_the_calendar_shows_the_instants_of_the_times(self):
        for day in (DAY, MIDSUMMER, RAMADAN):
            box = self.box(instant(day, "13:42:18"))
            told = {}
            for each in box.ask(f"api/times?date={day}&days=60")["days"]:
                # On winter Fridays the second khutbah goes on into Asr.
                called = [name for name in ("fajr", "dhuhr", "asr", "maghrib", "isha") if name not in each.get("not_called", [])]
                told |= {(each["date"], f"adhan-{name}"): moment(each[name]) for name in called}
                told |= {(each["date"], f"iqama-{name}"): moment(at) for name, at in each["iqama"].items()}
                told |= {(each["date"], f"jumuah-{index}"): moment(at) for index, at in enumerate(each.get("jumuah", []), 1)}
                told |= {(each["date"], f"jumuah-{index}-iqama"): moment(at) for index, at in enumerate(each.get("jumuah_iqama", []), 1)}
            calendar = icalendar.Calendar.from_ical(box.read("calendar.ics"))
            self.assertEqual(calendar.errors, [])
            shown = {tuple(event["uid"].split("_")[:2]): event.decoded("dtstart").timestamp() for event in calendar.walk("VEVENT")}
            # In midsummer there is no room between Isha and Fajr for its iqama.
            self.assertGreater(len(told), 590)
            self.assertEqual({key: at for key, at in shown.items() if key[0] in {date for date, _ in told}}, told)

    def test_promtool_accepts_the_metrics(self):
        if not shutil.which("promtool"):
            self.skipTest("promtool is not there: apt install prometheus")
        for config in ({}, {"more": NO_NETWORK}):
            metrics = self.box(instant(DAY, "13:42:18"), **config).read("metrics").decode()
            self.run_program("promtool", "check", "metrics", input=metrics)


def moment(text): return datetime.fromisoformat(text).timestamp()


if __name__ == "__main__":
    unittest.main()
