import AdhanCore
import AdhanSystem
import Glibc

/// The names of those who ask, for a thread that answers others meanwhile: a user database behind a network may hang.
package struct ControlNames {
    /// For a look-up; then the user is called by his number.
    package static let patience: Duration = .milliseconds(500)
    /// How long a name is kept, and how long no look-up follows one that hangs.
    package static let memory: Duration = .minutes(10)
    /// More users are not remembered at once.
    private static let limit = 256

    private let lookUp: @Sendable (uid_t) -> String
    private var known: [uid_t: (name: String, until: BootInstant)] = [:]

    /// - Parameter lookUp: may block.
    package init(lookUp: @escaping @Sendable (uid_t) -> String = { ControlCaller(uid: $0).name }) {
        self.lookUp = lookUp
    }

    package mutating func caller(_ user: uid_t, _ now: BootInstant) -> ControlCaller {
        if let found = known[user], now < found.until { return ControlCaller(uid: user, name: found.name) }
        let number = "uid \(user)"
        let name = TimeLimit.run(Self.patience, on: "the name of \(number)") { [lookUp] in lookUp(user) } ?? number
        if known.count >= Self.limit { known = [:] }
        known[user] = (name, now + Self.memory)
        return ControlCaller(uid: user, name: name)
    }
}
