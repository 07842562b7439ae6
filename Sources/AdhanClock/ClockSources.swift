import AdhanCore
import AdhanSystem

/// Where the machine tells of its clock; a test has its own.
package struct ClockSources: Sendable {
    package var wall: @Sendable () -> Instant = { LinuxClock().wall() }
    package var boot: @Sendable () -> BootInstant = BootClock.now
    /// Either of them is a hardware clock: the unit's sandbox hides the second.
    package var hardwareClocks = ["/sys/class/rtc/rtc0", "/dev/rtc0"]
    /// What timesyncd makes at the first answer of a time server; its folder is there while timesyncd is.
    package var timesyncFolder = "/run/systemd/timesync"
    package var bootID = "/proc/sys/kernel/random/boot_id"
    /// Asks the system bus; may block for two seconds.
    package var bus: @Sendable () -> Result<Bool, SystemBus.Fault> = {
        Result { () throws(SystemBus.Fault) in try SystemBus().isSynchronised() }
    }

    package var timesyncFlag: String { timesyncFolder + "/synchronized" }
}
