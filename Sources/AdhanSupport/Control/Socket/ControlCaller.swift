import AdhanCore
import Glibc

/// The user who asks, by the kernel's SO_PEERCRED.
package struct ControlCaller: Equatable, Sendable {
    package let uid: uid_t
    /// The user's name; `uid 1234` where the machine has none.
    package let name: String

    package init(uid: uid_t, name: String) { (self.uid, self.name) = (uid, name) }

    /// This user, who asks for a person: `adhand-panel for Amina`.
    package func asking(for person: String?) -> ControlCaller {
        guard let person else { return self }
        return ControlCaller(uid: uid, name: "\(name) for \(OneLine.of(person, limit: Self.longestPerson))")
    }

    private static let longestPerson = 60

    /// Looks up the name. It may block.
    package init(uid: uid_t) { self.init(uid: uid, name: Self.name(of: uid)) }

    private static func name(of uid: uid_t) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // More than a line of the user database has. Where it is not enough, the number is used.
        var text = [CChar](repeating: 0, count: 16_384)
        guard getpwuid_r(uid, &entry, &text, text.count, &found) == 0, found != nil, let name = entry.pw_name else {
            return "uid \(uid)"
        }
        return String(cString: name)
    }
}

/// A cache of user names with a time limit for look-ups: a user database on the network may hang, and the server's
/// thread has other clients.
struct ControlNames {
    /// How long a look-up may take. After that the user is called by the uid.
    static let patience: Duration = .milliseconds(500)
    /// How long a name is kept, or the uid where the look-up hung.
    static let memory: Duration = .minutes(10)
    /// The most names in the cache.
    private static let limit = 256

    private let lookUp: @Sendable (uid_t) -> String
    private var known: [uid_t: (name: String, until: BootInstant)] = [:]

    /// - Parameter lookUp: may block.
    init(lookUp: @escaping @Sendable (uid_t) -> String = { ControlCaller(uid: $0).name }) {
        self.lookUp = lookUp
    }

    mutating func caller(_ user: uid_t, _ now: BootInstant) -> ControlCaller {
        if let found = known[user], now < found.until { return ControlCaller(uid: user, name: found.name) }
        let number = "uid \(user)"
        let name = TimeLimit.run(Self.patience, on: "the name of \(number)") { [lookUp] in lookUp(user) } ?? number
        if known.count >= Self.limit { known = [:] }
        known[user] = (name, now + Self.memory)
        return ControlCaller(uid: user, name: name)
    }
}
