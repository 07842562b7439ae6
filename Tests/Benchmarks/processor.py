"""The CPU time and memory of a process so far, for the benchmarks."""

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
