"""Samples of what processes use, and how it grows."""

import os
import pathlib

# In minutes: before that, the heap of a process that was started anew still settles.
LEAST = 30
# The most that each may grow from the first sample to the last, by the fitted line.
LIMITS = {"RSS kB": 2048, "anonymous kB": 1024, "descriptors": 1, "threads": 1, "disk kB": 256}


def sample(process):
    """The use of one process, by the names of LIMITS."""
    proc = pathlib.Path(f"/proc/{process}")
    status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
    return {
        "RSS kB": int(status["VmRSS"].split()[0]),
        "anonymous kB": int(status["RssAnon"].split()[0]),
        "descriptors": len(os.listdir(proc / "fd")),
        "threads": int(status["Threads"]),
    }


def kilobytes(folder):
    """The room that the files below a folder take."""
    files = (os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return sum(os.lstat(file).st_blocks for file in files if os.path.lexists(file)) // 2


def slope(points):
    """Of (x, y), by least squares, in y for each x; 0 of a single point."""
    count = len(points)
    x, y = (sum(each) / count for each in zip(*points))
    width = sum((point[0] - x) ** 2 for point in points)
    return sum((point[0] - x) * (point[1] - y) for point in points) / width if width else 0.0


def table(samples):
    """Prints first, last, least and most of each figure and its slope.

    samples: (minute, {(process, figure): value}). Returns what grew beyond its limit, as sentences; nothing for a short run.
    """
    words = []
    print(f"{'':28}{'first':>9}{'last':>9}{'least':>9}{'most':>9}{'an hour':>11}")
    for process, figure in samples[0][1] if samples else ():
        points = [(minute, found[process, figure]) for minute, found in samples if (process, figure) in found]
        values = [value for _, value in points]
        growth = slope(points)
        print(
            f"{process + ', ' + figure:28}{values[0]:9}{values[-1]:9}{min(values):9}{max(values):9}{growth * 60:+11.2f}"
        )
        grown = growth * (points[-1][0] - points[0][0])
        if grown > LIMITS[figure]:
            words.append(f"{process}: {figure} grew by {grown:.1f}; {LIMITS[figure]} are allowed")
    if len(samples) < LEAST:
        print(f"{len(samples)} samples say nothing of growth, which needs {LEAST}")
        return []
    return words
