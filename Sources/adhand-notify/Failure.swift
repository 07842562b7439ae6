import AdhanCore
import AdhanSupport

/// A failure to tell a receiver, from its beginning on.
struct Failure {
    /// A failure that is younger disturbs nobody.
    private static let patience: Duration = .minutes(1)

    let reason: String
    private let wall: Instant
    private let begin: MonotonicInstant

    /// - Parameters:
    ///   - earlier: the failure that goes on; nil where it begins now.
    init(_ reason: String, since earlier: Failure?, _ wall: Instant, _ now: MonotonicInstant) {
        (self.reason, self.wall, begin) = (reason, earlier?.wall ?? wall, earlier?.begin ?? now)
    }

    /// The receiver as one that fails; nil where the failure is young.
    func failing(_ name: String, _ zone: ZoneRules, at now: MonotonicInstant) -> FailingReceiver? {
        guard now - begin >= Self.patience else { return nil }
        let since = zone.wall(at: wall)
        let words = "messages to \(name) have failed since \(since.clockText) on \(since.date): \(reason)"
        return FailingReceiver(name, words)
    }
}
