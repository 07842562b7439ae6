import Synchronization

/// The sessions as memory has them. By it the server's thread decides whether a large body is read: that thread must
/// not wait for the database. Rights are checked by the database, once the body is there.
final class KnownSessions: Sendable {
    /// More than the accounts can have. A page asks for its session before it sends anything large, so that a session
    /// which is forgotten here is known again by then.
    private static let most = 2000

    /// By the digests of the cookies.
    private let roles: Mutex<[String: PanelAccount.Role]>

    init(_ roles: [String: PanelAccount.Role]) { self.roles = Mutex(roles) }

    /// - Parameter secret: the cookie's value.
    func role(of secret: String) -> PanelAccount.Role? {
        let digest = Secrets.digest(secret)
        return roles.withLock { $0[digest] }
    }

    /// - Parameter role: nil for a session that has ended.
    func note(_ role: PanelAccount.Role?, of secret: String) {
        let digest = Secrets.digest(secret)
        roles.withLock { roles in
            if roles.count >= Self.most { roles = [:] }
            roles[digest] = role
        }
    }
}
