import Glibc

/// How many connections of one kind there may be, so that nobody takes the places of others.
///
/// Root and the daemon's own user, whose processes follow the socket, are counted apart: other users cannot take their places,
/// however many they are.
package struct ConnectionLimits: Sendable {
    /// For each user.
    package var perUser: Int
    /// For all users together that are neither root nor the daemon's own.
    package var total: Int

    /// - Parameter users: of the connections there are, one each.
    /// - Returns: the user of whom one has to go before this one may have another; nil where there is room.
    package func userToEvict(for user: uid_t, among users: [uid_t]) -> uid_t? {
        guard users.count(where: { $0 == user }) < perUser else { return user }
        let others = users.filter { !Self.isApart($0) }
        guard !Self.isApart(user), others.count >= total else { return nil }
        let counts = Dictionary(others.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    private static func isApart(_ user: uid_t) -> Bool { user == 0 || user == geteuid() }
}
