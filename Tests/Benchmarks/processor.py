"""The CPU time and memory of a process so far, and a share of a core for one, for the benchmarks."""

import pathlib
import time


def seconds_of(process):
    """User and system CPU time of all its threads, including ended ones, from the scheduler to the nanosecond. /proc/PID/stat
    counts in 10 ms, which is too coarse for an idle minute."""
    # The clock of another process: clock_getcpuclockid(3), which Python does not have.
    return time.clock_gettime_ns(~process << 3 | 2) / 1e9


def memory(process, field="VmRSS"):
    """Resident memory, in MB; with `VmHWM` the most that it has been."""
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(field))


class Share:
    """A control group that gives a process a share of one core, in slices of 12 ms. Only as root."""

    SLICE = 12_000

    def __init__(self, process, share):
        self.process, self.quota = process, int(self.SLICE * share)

    def __enter__(self):
        # The first is cgroup v2's, the second v1's.
        root = pathlib.Path("/sys/fs/cgroup")
        is_new = (root / "cgroup.controllers").exists()
        self.group = (root if is_new else root / "cpu") / f"adhand-bench-{self.process}"
        self.group.mkdir()
        limits = {"cpu.max": f"{self.quota} {self.SLICE}"} if is_new else {"cpu.cfs_period_us": self.SLICE, "cpu.cfs_quota_us": self.quota}
        for name, value in limits.items():
            (self.group / name).write_text(f"{value}")
        (self.group / "cgroup.procs").write_text(f"{self.process}")
        return self

    def __exit__(self, *_):
        # A group with a process in it cannot be removed.
        (self.group.parent / "cgroup.procs").write_text(f"{self.process}")
        self.group.rmdir()
