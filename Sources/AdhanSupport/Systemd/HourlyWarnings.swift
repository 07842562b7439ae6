import AdhanCore
import Logging
import Synchronization

/// Log lines that somebody without a login can cause at will: of each kind one an hour. The others are counted, and the
/// next line tells how many there were.
package final class HourlyWarnings: Sendable {
    private struct Kind {
        /// When its last line was logged.
        let last: MonotonicInstant
        let level: Logger.Level
        /// The latest words that are not logged.
        var words = ""
        var count = 0
    }

    private let log: Logger
    private let clock: any HostClock
    private let kinds = Mutex<[String: Kind]>([:])

    package init(_ log: Logger, _ clock: any HostClock) { (self.log, self.clock) = (log, clock) }

    /// Logs the words, or counts them within an hour after the last line of their kind.
    ///
    /// - Parameter kind: one of few. No stranger may choose it.
    package func note(_ kind: String, _ words: String, _ level: Logger.Level = .warning) {
        logCounted()
        let isNew = kinds.withLock { kinds in
            kinds[kind]?.count += 1
            kinds[kind]?.words = words
            if kinds[kind] != nil { return false }
            kinds[kind] = Kind(last: clock.monotonic(), level: level)
            return true
        }
        if isNew { log.log(level: level, "\(words)") }
    }

    /// Logs what was counted in an hour that is over. To be called now and then.
    package func logCounted() {
        let now = clock.monotonic()
        let over = kinds.withLock { kinds in
            let over = kinds.filter { now - $0.value.last >= .hours(1) }
            for (name, kind) in over { kinds[name] = kind.count > 0 ? Kind(last: now, level: kind.level) : nil }
            return over.values.filter { $0.count > 0 }
        }
        for kind in over {
            let more = kind.count > 1 ? ", and \(kind.count - 1) more in the last hour" : ""
            log.log(level: kind.level, "\(kind.words + more)")
        }
    }
}
