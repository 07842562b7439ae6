import AdhanAudio
import AdhanCore

/// Where the machine tells of its clock; a test has its own.
struct ClockSources: Sendable {
    var wall: @Sendable () -> Instant = { SystemPlayerClock().wall() }
    var uptime: @Sendable () -> Duration = BootClock.uptime
    /// Either of them is a hardware clock: the unit's sandbox hides the second.
    var hardwareClocks = ["/sys/class/rtc/rtc0", "/dev/rtc0"]
    /// What timesyncd makes at the first answer of a time server; its folder is there while timesyncd is.
    var timesyncFolder = "/run/systemd/timesync"
    var bootID = "/proc/sys/kernel/random/boot_id"
    /// Asks the system bus; may block for two seconds.
    var bus: @Sendable () -> Result<Bool, SystemBus.Fault> = {
        Result { () throws(SystemBus.Fault) in try SystemBus().isSynchronised() }
    }

    var timesyncFlag: String { timesyncFolder + "/synchronized" }
}
