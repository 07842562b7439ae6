import Glibc

/// The kernel's boot clock: it never goes back, and goes on during a suspend.
package enum BootClock {
    package static func now() -> BootInstant {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return BootInstant(now)
    }
}
