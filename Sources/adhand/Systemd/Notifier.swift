import AdhanCore
import CSystemd

/// Tells systemd how the service is; does nothing where it was not started by systemd.
///
/// systemd reads `$NOTIFY_SOCKET` and `$WATCHDOG_USEC` of the process: sd_notify(3), sd_watchdog_enabled(3).
struct Notifier: Sendable {
    /// How often the watchdog is to be fed; nil where there is none.
    let watchdogInterval: Duration?

    init() {
        var microseconds: UInt64 = 0
        let isOn = sd_watchdog_enabled(0, &microseconds) > 0
        // Twice as often as it must be.
        watchdogInterval = isOn ? .microseconds(Int64(clamping: microseconds / 2)) : nil
    }

    /// - Parameter status: one line for `systemctl status`.
    func ready(_ status: String) { send("READY=1\nSTATUS=\(Self.line(status))") }
    func status(_ status: String) { send("STATUS=\(Self.line(status))") }
    func feedWatchdog() { send("WATCHDOG=1") }
    func stopping() { send("STOPPING=1\nSTATUS=stopping") }

    /// A new config is being taken up; `ready` ends it.
    ///
    /// - Parameter now: monotonic, as `Type=notify-reload` of later systemds asks for.
    func reloading(_ now: Duration) {
        send("RELOADING=1\nMONOTONIC_USEC=\(now.wholeMicroseconds)")
    }

    private func send(_ state: String) {
        // A systemd that does not listen is no reason to call a prayer any less.
        sd_notify(0, state)
    }

    /// A newline would begin another assignment, and systemd ignores a message of more than 4096 bytes.
    private static func line(_ text: String) -> String { OneLine.of(text, limit: 2048) }
}
