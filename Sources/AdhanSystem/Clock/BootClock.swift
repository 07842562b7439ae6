import Glibc

/// The clock that begins at the machine's boot, only ever goes forward, and goes on while the machine sleeps.
package enum BootClock {
    package static func now() -> BootInstant {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return BootInstant(now)
    }
}
