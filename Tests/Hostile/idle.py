"""What an idle daemon costs."""

import collections
import pathlib
import time

from box import ROOT, Box, eventually, expect

MOST_THREADS = 9


def thread_names(process):
    """The names of its threads; one that ends meanwhile has none."""
    names = []
    for thread in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        try:
            names.append((thread / "comm").read_text().strip())
        except (FileNotFoundError, ProcessLookupError):
            pass
    return names


def the_threads_of_an_idle_daemon(binary):
    """Threads beyond the nine end as soon as they have nothing to do. Each file is looked at every twenty seconds."""
    box = Box(binary, due_in=None)
    box.write_config(more=f'[timetable]\nbundle = "{ROOT}/Resources/timetables/PrayerTimes{{year}}.json"\ncheck = "off"')
    try:
        process = box.start()
        box.answers(process)
        eventually(lambda: "self-test" in box.log, words="the daemon did not test the sound")
        few = lambda: len(thread_names(process)) <= MOST_THREADS  # noqa: E731
        eventually(few, words=f"the daemon has other threads than {MOST_THREADS}: {', '.join(thread_names(process))}")
        samples, busy = 250, collections.Counter()
        for _ in range(samples):
            names = thread_names(process)
            if len(names) > MOST_THREADS:
                busy[", ".join(sorted(names))] += 1
            time.sleep(0.1)
        words = "; or ".join(busy)
        expect(busy.total() <= samples // 10, f"it had more than {MOST_THREADS} threads too often: {words}")
        return f"{len(thread_names(process))} threads: {', '.join(thread_names(process))}"
    finally:
        box.close()


CHECKS = [the_threads_of_an_idle_daemon]
