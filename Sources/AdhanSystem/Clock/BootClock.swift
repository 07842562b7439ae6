import AdhanCore
import Glibc

/// The kernel's boot clock: it never goes back, and goes on during a suspend.
package enum BootClock {
    /// The time since the machine's boot.
    package static func uptime() -> Duration {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
}
