import AdhanSupport
import AdhanCore
import Logging
import Synchronization

/// Watches the system's tzdata for new rules of the mosque's zone, so that the box follows an update without a restart.
final class ZoneWatch: Sendable {
    /// Well within the minute in which the box has to follow.
    package static let interval: Duration = .seconds(20)

    private let name: String
    private let needsPoint: Bool
    private let log: Logger
    private let tell: @Sendable (TzdataFault?) -> Void
    private let seen = Mutex<Seen?>(nil)
    private let found = Mutex<ZoneRules?>(nil)

    private struct Seen {
        let stamp: FileStamp?
        let fault: TzdataFault?
    }

    /// - Parameters:
    ///   - needsPoint: whether the zone's point is the place.
    ///   - tell: gets the fault of tzdata, or nil, after the first look and after each change.
    init(
        _ name: String,
        needsPoint: Bool = false,
        log: Logger,
        tell: @escaping @Sendable (TzdataFault?) -> Void = { _ in }
    ) {
        (self.name, self.needsPoint, self.log, self.tell) = (name, needsPoint, log, tell)
    }

    /// The rules that were read last; nil before the first look.
    package var rules: ZoneRules? { found.withLock(\.self) }

    /// - Returns: the rules, where the file has changed since the last look; also at the first.
    package func readZone() -> LoopEvent? {
        let (stamp, last) = (FileStamp(SystemZones.file(of: name)), seen.withLock(\.self))
        // After a fault it is read each time: a repair need not touch this file.
        if let last, last.fault == nil, last.stamp == stamp { return nil }
        do {
            let rules = try SystemZones.find(name)
            if needsPoint { _ = try SystemZones.point(of: name) }
            seen.withLock { $0 = Seen(stamp: stamp, fault: nil) }
            found.withLock { $0 = rules }
            if last?.fault != nil { log.notice("tzdata is in order again, and its rules for \(name) are used") }
            tell(nil)
            return .zone(rules)
        } catch {
            let fault = TzdataFault(error)
            seen.withLock { $0 = Seen(stamp: stamp, fault: fault) }
            if fault != last?.fault {
                log.error("\(fault.wordsWithKeptRules): \(TzdataFault.remedy)")
                tell(fault)
            }
            return nil
        }
    }
}
