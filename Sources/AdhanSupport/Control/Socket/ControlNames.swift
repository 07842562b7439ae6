import AdhanCore
import Glibc

/// A cache of user names with a time limit for look-ups: a user database on the network may hang, and the server's
/// thread has other clients.
package struct ControlNames {
    /// How long a look-up may take. After that the user is called by the uid.
    package static let patience: Duration = .milliseconds(500)
    /// How long a name is kept, or the uid where the look-up hung.
    package static let memory: Duration = .minutes(10)
    /// The most names in the cache.
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
