import AdhanCore
import Glibc

/// The clocks of the machine: the wall clock for the prayer's second, the monotonic clock for intervals.
package protocol HostClock: Sendable {
    /// The wall clock, which a person or NTP may set.
    func wall() -> Instant
    /// The time since an arbitrary start; it never goes back.
    func monotonic() -> MonotonicInstant
    /// The boot's clock, for what a file keeps.
    func boot() -> BootMoment
    /// Blocks the calling thread for that long; returns at once for zero and less.
    func sleep(_ duration: Duration)
}

/// A moment on a boot's clock with the boot, so that it can be stored.
package struct BootMoment: Sendable, Equatable {
    /// The kernel's id of the boot, in hexadecimal digits.
    package let boot: String
    package let seconds: Int64

    package init(boot: String, seconds: Int64) { (self.boot, self.seconds) = (boot, seconds) }
}

extension HostClock {
    package func boot() -> BootMoment {
        BootMoment(boot: BootClock.id, seconds: BootClock.now().sinceStart.components.seconds)
    }
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
        // Until an absolute time: a signal that interrupts the sleep does not lengthen it.
        var target = (monotonic() + duration).timespec
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &target, nil) == EINTR {}
    }

    private func read(_ id: clockid_t) -> timespec {
        var now = timespec()
        clock_gettime(id, &now)
        return now
    }
}

/// The CPU time that the calling thread has used. It does not depend on how busy the machine is.
package enum ThreadClock {
    package static func now() -> Duration {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
}

/// The kernel's boot clock: it never goes back, and goes on during a suspend.
package enum BootClock {
    package static func now() -> BootInstant {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return BootInstant(now)
    }

    /// Empty where neither the unit nor the kernel tells it: the sandbox of a unit hides the kernel's file.
    fileprivate static let id: String = {
        if let id = Environment.variables["ADHAND_BOOT_ID"], id.count == 32, id.allSatisfy(\.isHexDigit) { return id }
        let bytes = try? BoundedFile.read("/proc/sys/kernel/random/boot_id", limit: 64)  // reason: see above
        return String(decoding: (bytes ?? []).filter { $0 > 0x2D }, as: UTF8.self)
    }()
}
