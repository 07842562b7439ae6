import AdhanCore
import CSystemd

/// Tells systemd how the service is; does nothing where it was not started by systemd.
///
/// systemd reads `$NOTIFY_SOCKET` and `$WATCHDOG_USEC` of the process: sd_notify(3), sd_watchdog_enabled(3). A call returns at once:
/// the datagrams are sent in order by a worker, since a systemd that does not read makes sd_notify(3) wait.
package struct Notifier: Sendable {
    /// How often the watchdog is to be fed; nil where there is none.
    package let watchdogInterval: Duration?
    private let worker: Worker
    private let send: @Sendable (String) -> Void

    /// What waits for a systemd that does not read. It restarts the service anyway when it misses the watchdog for so long.
    private static let limit = 100

    /// - Parameter send: sends one datagram; a test has its own.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(send: @escaping @Sendable (String) -> Void = { sd_notify(0, $0) }) throws(SystemFault) {
        var microseconds: UInt64 = 0
        let isOn = sd_watchdog_enabled(0, &microseconds) > 0
        // Twice as often as it must be.
        watchdogInterval = isOn ? .microseconds(Int64(clamping: microseconds / 2)) : nil
        worker = try Worker("notify", limit: Self.limit)
        self.send = send
    }

    /// - Parameter status: one line for `systemctl status`.
    ///
    /// - Returns: false where so much waits for systemd that this is not sent.
    package func ready(_ status: String) -> Bool { post("READY=1\nSTATUS=\(Self.line(status))") }
    package func status(_ status: String) { post("STATUS=\(Self.line(status))") }
    package func feedWatchdog() { post("WATCHDOG=1") }
    package func stopping() { post("STOPPING=1\nSTATUS=stopping") }

    /// A new config is being taken up; `ready` ends it.
    ///
    /// - Parameter now: `Type=notify-reload` of later systemds asks for it.
    package func reloading(_ now: MonotonicInstant) {
        post("RELOADING=1\nMONOTONIC_USEC=\(now.sinceStart.wholeMicroseconds)")
    }

    /// Waits until what was said so far is sent.
    package func flush(within limit: Duration) { worker.finish(within: limit) }

    @discardableResult
    private func post(_ state: String) -> Bool {
        worker.perform { [send] in send(state) }
    }

    /// A newline would begin another assignment, and systemd ignores a message of more than 4096 bytes.
    private static func line(_ text: String) -> String { OneLine.of(text, limit: 2048) }
}
