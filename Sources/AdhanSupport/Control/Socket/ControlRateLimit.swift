import Glibc

/// The limit of the control socket, by the kernel's users.
package typealias ControlRateLimit = OrderRateLimit<uid_t, BootClock>

/// Limits how fast each user may send commands that change something, so that nobody keeps the disk, the network, the
/// amplifier or the journal busy.
///
/// A user may send `burst` at once, and one more for each `interval` that passes.
package struct OrderRateLimit<User: Hashable & Sendable, Clock>: Sendable {
    package let burst: Int
    package let interval: Duration

    /// Commands that silence are counted apart, so that a user at the limit can still mute; so are questions, which
    /// must not keep a change from being taken up.
    private struct Key: Hashable {
        let user: User
        let isUrgent, isQuiet: Bool
    }

    /// The moment at which a user's commands so far are paid off. Users without an entry owe nothing.
    private var paidAt: [Key: ClockInstant<Clock>] = [:]

    /// - Parameters:
    ///   - burst: how many commands at once, at least 1.
    ///   - interval: the time after which one more is allowed.
    package init(burst: Int = 20, interval: Duration = .seconds(1)) { (self.burst, self.interval) = (burst, interval) }

    /// - Throws: `ControlRefusal.tooFast` where the user has to wait.
    package mutating func admit(
        _ command: ControlRequest.Command,
        of user: User,
        _ now: ClockInstant<Clock>
    ) throws(ControlRefusal) {
        let traits = command.traits
        guard traits.cost > 0 else { return }
        paidAt = paidAt.filter { $0.value > now }
        let key = Key(user: user, isUrgent: traits.isUrgent, isQuiet: traits.isQuiet)
        let paid = max(paidAt[key] ?? now, now) + interval * traits.cost
        let wait = paid - now - interval * burst
        guard wait <= .zero else { throw .tooFast(wait: wait) }
        paidAt[key] = paid
    }
}
