import Glibc
import Logging

/// Blocks SIGTERM and SIGINT for the calling thread, and waits for them.
package struct StopSignals {
    private var set = sigset_t()
    private var before = sigset_t()

    /// Threads inherit the block: make it before any thread.
    package init() {
        sigemptyset(&set)
        for signal in [SIGTERM, SIGINT] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, &before)
    }

    /// Waits a second at most, and returns whether a signal has come.
    package func wait() -> Bool {
        var (set, second) = (set, timespec(tv_sec: 1, tv_nsec: 0))
        return sigtimedwait(&set, nil, &second) > 0
    }

    /// Ends the block.
    package func unblock() {
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}

/// The log, signals and systemd's notifier of a process that runs until SIGTERM.
package struct ServiceProcess {
    package let log: Logger
    package let signals: StopSignals
    package let notifier: Notifier
    /// The pause between two tries of a start that waits, in seconds.
    private let interval: Int

    package init(log: Logger, signals: StopSignals, notifier: Notifier, interval: Int = 3) {
        (self.log, self.signals, self.notifier, self.interval) = (log, signals, notifier, interval)
    }

    /// How long the last words for the log and for systemd may take.
    private static let flushPatience: Duration = .milliseconds(500)

    package static func run(_ body: (ServiceProcess) throws -> Void) throws {
        _ = StderrLog.neverWait()
        let queue = try LogQueue.daemon()
        defer { queue.flush(within: flushPatience) }
        // Before any other thread begins, since threads inherit it.
        let signals = StopSignals()
        let notifier = try Notifier()
        defer { notifier.flush(within: flushPatience) }
        try body(ServiceProcess(log: queue.logger, signals: signals, notifier: notifier))
    }

    /// Waits at a start for what a person will repair. An end would be a restart loop, or a unit that stays failed.
    /// systemd and the log get each reason once.
    ///
    /// - Parameters:
    ///   - reason: what the process waits for; the fault follows it.
    ///   - isAwaited: whether a fault may go by itself, or by a repair.
    /// - Throws: the first fault that is not awaited.
    package func wait<Value>(
        _ reason: String,
        where isAwaited: (any Error) -> Bool,
        _ attempt: () throws -> Value
    ) throws -> Value? {
        var said: String?
        while true {
            do {
                return try attempt()
            } catch  where isAwaited(error) {
                let words = "\(reason): \(CommandConfig.words(error))"
                if words != said {
                    log.error("\(words)")
                    _ = notifier.ready(words)
                    said = words
                }
            }
            for _ in 0..<interval {
                notifier.feedWatchdog()
                if signals.wait() { return nil }
            }
        }
    }
}
