import AdhanConfig
import AdhanCore
import AdhanEngine
import AdhanSystem
import Logging
import Synchronization

/// Notices when the system's tzdata has new rules for the mosque's zone: a country drops its summer time, Debian ships tzdata, and
/// the box follows without a restart.
package final class ZoneWatch: Sendable {
    /// Well within the minute in which the box is to follow.
    package static let interval: Duration = .seconds(20)

    private let name: String
    private let log: Logger
    private let seen = Mutex<FileStamp?>(nil)

    package init(_ name: String, log: Logger) {
        (self.name, self.log) = (name, log)
    }

    /// - Returns: the rules, where the file is another than at the last look; also at the first.
    package func look() -> LoopEvent? {
        let stamp = FileStamp(SystemZones.file(of: name))
        guard seen.withLock({ $0 != stamp }) else { return nil }
        do {
            let rules = try SystemZones.find(name)
            seen.withLock { $0 = stamp }
            return .zone(rules)
        } catch {
            // The rules that were read before stand until the file is whole again.
            seen.withLock { $0 = stamp }
            log.error("\(error); the rules read before stand")
            return nil
        }
    }
}
