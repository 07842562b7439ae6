"""What a process has cost so far, for the benchmarks."""

import time


def seconds_of(process):
    """CPU, user's and system's, of all its threads, those that have ended too; by the scheduler's account, as in
    /proc/PID/schedstat, to the nanosecond: /proc/PID/stat counts in 10 ms, in which an idle minute disappears."""
    # The clock of another process: clock_getcpuclockid(3), which Python does not have.
    return time.clock_gettime_ns(~process << 3 | 2) / 1e9
