import AdhanCore
import Glibc

/// The clock that only ever goes forward and that suspends do not stop.
package enum BootClock {
    /// Since the machine's boot.
    package static func uptime() -> Duration {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
}
