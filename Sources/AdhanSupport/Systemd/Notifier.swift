import AdhanCore
import CSystemd

/// Tells systemd the state of the service. It does nothing where systemd did not start the process.
///
/// systemd reads `$NOTIFY_SOCKET` and `$WATCHDOG_USEC` of the process: sd_notify(3), sd_watchdog_enabled(3). A call
/// returns at once: the datagrams are sent in order by a worker, since a systemd that does not read makes sd_notify(3)
/// wait.
package struct Notifier: Sendable {
    /// How often to feed the watchdog; nil where there is none.
    package let watchdogInterval: Duration?
    private let worker: Worker
    private let send: @Sendable (String) -> Void

    /// How many messages wait for a systemd that does not read. By then it has missed the watchdog and restarts the
    /// service.
    private static let limit = 100

    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(send: @escaping @Sendable (String) -> Void = { sd_notify(0, $0) }) throws(SystemFault) {
        var microseconds: UInt64 = 0
        let isOn = sd_watchdog_enabled(0, &microseconds) > 0
        // Twice as often as systemd requires.
        watchdogInterval = isOn ? .microseconds(Int64(clamping: microseconds / 2)) : nil
        worker = try Worker("notify", limit: Self.limit)
        self.send = send
    }

    /// - Returns: false where the queue is full, so that this is not sent.
    package func ready(_ status: String) -> Bool { post("READY=1\nSTATUS=\(Self.line(status))") }
    package func status(_ status: String) { post("STATUS=\(Self.line(status))") }
    package func feedWatchdog() { post("WATCHDOG=1") }
    package func stopping() { post("STOPPING=1\nSTATUS=stopping") }

    /// A reload has begun; `ready` ends it.
    ///
    /// - Parameter now: later systemds need it, for `Type=notify-reload`.
    package func reloading(_ now: MonotonicInstant) {
        post("RELOADING=1\nMONOTONIC_USEC=\(now.sinceStart.wholeMicroseconds)")
    }

    /// Waits until the messages so far are sent.
    package func flush(within limit: Duration) { worker.finish(within: limit) }

    @discardableResult
    private func post(_ state: String) -> Bool {
        worker.perform { [send] in send(state) }
    }

    /// A newline would begin another assignment, and systemd ignores a message of more than 4096 bytes.
    private static func line(_ text: String) -> String { OneLine.of(text, limit: 2048) }
}
