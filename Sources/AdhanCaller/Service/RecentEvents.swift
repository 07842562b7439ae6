import AdhanCore
import AdhanSupport

/// The last events about occasions, for a follower that was away for a moment: a message must not be lost because
/// `adhand notify` was being restarted.
struct RecentEvents {
    private static let age: Duration = .minutes(2)
    /// A day has some dozens.
    private static let most = 64

    private var events: [(line: [UInt8], at: MonotonicInstant)] = []
    private var now = MonotonicInstant.start

    /// Notes that time has passed.
    mutating func tick(_ monotonic: MonotonicInstant) {
        now = monotonic
        events.removeAll { monotonic - $0.at > Self.age }
    }

    mutating func add(_ line: [UInt8]) {
        if events.count >= Self.most { events.removeFirst() }
        events.append((line, now))
    }

    /// All of them, in their order.
    var lines: [UInt8] { events.flatMap(\.line) }
}
