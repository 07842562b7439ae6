import AdhanCore
import AdhanSupport

/// The places where the machine says something about its clock; a test has its own.
package struct ClockSources: Sendable {
    package var wall: @Sendable () -> Instant = { LinuxClock().wall() }
    package var boot: @Sendable () -> BootInstant = BootClock.now
    /// Any of these means that there is a hardware clock. The unit's sandbox hides the second.
    var hardwareClocks = ["/sys/class/rtc/rtc0", "/dev/rtc0"]
    /// timesyncd's folder, which exists while timesyncd runs. `timesyncFlag` appears in it at a time server's first
    /// answer.
    var timesyncFolder = "/run/systemd/timesync"
    var bootID = "/proc/sys/kernel/random/boot_id"
    /// Asks the system bus; may block for two seconds.
    var bus: @Sendable () -> Result<Bool, SystemBus.Fault> = {
        Result { () throws(SystemBus.Fault) in try SystemBus().isSynchronised() }
    }

    var timesyncFlag: String { timesyncFolder + "/synchronized" }
}

extension SystemBus {
    /// Whether the clock is synchronised. systemd-timedated asks the kernel, so this covers timesyncd, chrony and ntpd.
    /// The unit's sandbox keeps the daemon from asking the kernel itself.
    func isSynchronised() throws(Fault) -> Bool {
        let timedate = "org.freedesktop.timedate1"
        return try bool(
            Property(
                service: timedate,
                object: "/org/freedesktop/timedate1",
                interface: timedate,
                name: "NTPSynchronized"
            )
        )
    }
}
