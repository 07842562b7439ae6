import AdhanCore
import Glibc

/// The time as the player sees it: the wall clock for the prayer's second, the monotonic one for everything measured.
package protocol HostClock: Sendable {
    /// The wall clock, which a person or NTP may set.
    func wall() -> Instant
    /// Only ever goes forward, from an arbitrary start.
    func monotonic() -> MonotonicInstant
    /// Blocks the calling thread for that long; returns at once for zero and less.
    func sleep(_ duration: Duration)
}

/// The machine's own clocks.
package struct LinuxClock: HostClock {
    package init() {}

    package func wall() -> Instant {
        let now = read(CLOCK_REALTIME)
        return Instant(seconds: Int64(now.tv_sec)).advanced(by: .microseconds(now.tv_nsec / 1000))
    }

    package func monotonic() -> MonotonicInstant { MonotonicInstant(read(CLOCK_MONOTONIC)) }

    package func sleep(_ duration: Duration) {
        guard duration > .zero else { return }
        // To a moment rather than for a length, so that a signal in between does not lengthen it.
        var target = (monotonic() + duration).timespec
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &target, nil) == EINTR {}
    }

    private func read(_ id: clockid_t) -> timespec {
        var now = timespec()
        clock_gettime(id, &now)
        return now
    }
}
