import Glibc

/// A moment on a clock that nobody can set. It is no length of time, and a moment on another clock is another type.
package struct ClockInstant<Clock>: Comparable, Hashable, Sendable {
    /// What the clock showed: the time since its start.
    package let sinceStart: Duration

    package init(sinceStart: Duration) { self.sinceStart = sinceStart }

    /// The clock's start, which lies before every moment that is read of it.
    package static var start: ClockInstant { ClockInstant(sinceStart: .zero) }

    package static func + (instant: ClockInstant, duration: Duration) -> ClockInstant {
        ClockInstant(sinceStart: instant.sinceStart + duration)
    }

    package static func - (instant: ClockInstant, duration: Duration) -> ClockInstant {
        ClockInstant(sinceStart: instant.sinceStart - duration)
    }

    package static func - (later: ClockInstant, earlier: ClockInstant) -> Duration {
        later.sinceStart - earlier.sinceStart
    }

    package static func < (left: ClockInstant, right: ClockInstant) -> Bool { left.sinceStart < right.sinceStart }
}

extension ClockInstant {
    init(_ time: timespec) { self.init(sinceStart: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)) }

    /// As the kernel takes it.
    var timespec: Glibc.timespec {
        let (seconds, attoseconds) = sinceStart.components
        return Glibc.timespec(tv_sec: Int(clamping: seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
}

/// The clock by which sound and pauses are measured. It stands still while the machine sleeps.
package enum MonotonicClock {}

package typealias MonotonicInstant = ClockInstant<MonotonicClock>
package typealias BootInstant = ClockInstant<BootClock>
