import Glibc

/// How many connections of one kind there may be, so that no user keeps others out.
///
/// Root and the daemon's own user are not counted in `total`: other users cannot keep them out, however many they are.
struct ConnectionLimits: Sendable {
    var perUser: Int
    /// The most connections of all users together, without root and the daemon's own.
    var total: Int

    /// - Parameter users: the users of the present connections, one entry per connection.
    /// - Returns: the user who has to lose a connection before `user` may have another; nil where there is room.
    func userToEvict(for user: uid_t, among users: [uid_t]) -> uid_t? {
        guard users.count(where: { $0 == user }) < perUser else { return user }
        let others = users.filter { !Self.isApart($0) }
        guard !Self.isApart(user), others.count >= total else { return nil }
        let counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    private static func isApart(_ user: uid_t) -> Bool { user == 0 || user == geteuid() }
}
