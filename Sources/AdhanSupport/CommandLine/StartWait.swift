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

    /// Waits a second at most.
    ///
    /// - Returns: whether a signal has come.
    package func wait() -> Bool {
        var (set, second) = (set, timespec(tv_sec: 1, tv_nsec: 0))
        return sigtimedwait(&set, nil, &second) > 0
    }

    /// Takes the block back.
    package func unblock() {
        var before = before
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}

/// Waits at a start for what a person will repair. An end would be a restart loop, or a unit that stays failed.
package struct StartWait {
    let notifier: Notifier
    let log: Logger
    let signals: StopSignals

    package init(notifier: Notifier, log: Logger, signals: StopSignals) {
        (self.notifier, self.log, self.signals) = (notifier, log, signals)
    }

    /// The pause between two tries, in seconds.
    private static let interval = 3

    /// Tries until it succeeds. systemd and the log get each reason once.
    ///
    /// - Parameters:
    ///   - reason: what the process waits for; the fault follows it.
    ///   - isAwaited: whether a fault may go by itself, or by a repair.
    /// - Returns: nil after SIGTERM or SIGINT.
    /// - Throws: the first fault that is not awaited.
    package func value<Value>(
        _ reason: String,
        where isAwaited: (any Error) -> Bool,
        _ attempt: () throws -> Value
    ) throws -> Value? {
        var said: String?
        while true {
            do {
                return try attempt()
            } catch  where isAwaited(error) {
                let words = "\(reason): \(KnownConfig.words(error))"
                if words != said {
                    log.error("\(words)")
                    _ = notifier.ready(words)
                    said = words
                }
            }
            for _ in 0..<Self.interval {
                notifier.feedWatchdog()
                if signals.wait() { return nil }
            }
        }
    }
}
