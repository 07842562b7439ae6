import AdhanSystem
import Glibc

/// How fast each user may give orders, so that nobody keeps the disk, the network, the amplifier or the journal busy.
///
/// A user may give some at once, and has one more for each interval that passes.
package struct ControlPace: Sendable {
    package let burst: Int
    package let interval: Duration

    /// Orders that silence are counted apart: whoever has asked for too much else may still mute.
    private struct Key: Hashable {
        let user: uid_t
        let isUrgent: Bool
    }

    /// By when all that a user has asked for is made up for; nothing for who has asked for nothing.
    private var paidAt: [Key: BootInstant] = [:]

    /// - Parameters:
    ///   - burst: how many at once, at least 1.
    ///   - interval: after which there is one more.
    package init(burst: Int = 20, interval: Duration = .seconds(1)) { (self.burst, self.interval) = (burst, interval) }

    /// - Throws: `ControlRefusal.tooFast` where the user has to wait.
    package mutating func admit(
        _ command: ControlRequest.Command,
        of user: uid_t,
        _ now: BootInstant
    ) throws(ControlRefusal) {
        guard command.cost > 0 else { return }
        paidAt = paidAt.filter { $0.value > now }
        let key = Key(user: user, isUrgent: command.isUrgent)
        let paid = max(paidAt[key] ?? now, now) + interval * command.cost
        let wait = paid - now - interval * burst
        guard wait <= .zero else { throw .tooFast(wait: wait) }
        paidAt[key] = paid
    }
}

extension ControlRequest.Command {
    /// What of a user's pace it takes: a look nothing, and stop nothing, which does no more the second time.
    fileprivate var cost: Int {
        switch self {
        case .status, .history, .events, .stop: 0
        case .refresh, .refreshNow, .play, .mute, .unmute, .clockConfirm: 1
        // It reads the config anew, and says in the journal what is taken up.
        case .reload: 2
        }
    }
}
