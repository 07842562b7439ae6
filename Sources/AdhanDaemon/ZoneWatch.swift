import AdhanConfig
import AdhanCore
import AdhanEngine
import AdhanSystem
import Logging
import Synchronization

/// Watches the system's tzdata for new rules of the mosque's zone, so that the box follows an update without a restart.
package final class ZoneWatch: Sendable {
    /// Well within the minute in which the box has to follow.
    package static let interval: Duration = .seconds(20)

    private let name: String
    private let log: Logger
    private let seen = Mutex<FileStamp?>(nil)
    private let found = Mutex<ZoneRules?>(nil)

    package init(_ name: String, log: Logger) {
        (self.name, self.log) = (name, log)
    }

    /// The rules that were read last; nil before the first look.
    package var rules: ZoneRules? { found.withLock(\.self) }

    /// - Returns: the rules, where the file has changed since the last look; also at the first.
    package func look() -> LoopEvent? {
        let stamp = FileStamp(SystemZones.file(of: name))
        guard seen.withLock({ $0 != stamp }) else { return nil }
        do {
            let rules = try SystemZones.find(name)
            seen.withLock { $0 = stamp }
            found.withLock { $0 = rules }
            return .zone(rules)
        } catch {
            // The earlier rules stay until the file is whole again.
            seen.withLock { $0 = stamp }
            log.error("\(error); the rules read before are still used")
            return nil
        }
    }
}
