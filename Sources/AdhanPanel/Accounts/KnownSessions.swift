import Synchronization

/// The sessions as memory has them. By it the server's thread decides whether a large body is read: that thread must
/// not wait for the database. Rights are checked by the database, once the body is there.
final class KnownSessions: Sendable {
    /// More than the accounts can have, of sessions and of browsers. A page asks for its session before it sends
    /// anything large, so that a session which is forgotten here is known again by then.
    private static let most = 2000

    private struct State {
        /// By the digests of the cookies.
        var accounts: [String: PanelAccount]
        /// The digests of sessions whose end a full disk may have refused.
        var ended: Set<String> = []
        /// The digests of browsers that have logged in. Their logins go before those of strangers, and that is all.
        var devices: Set<String>
    }

    private let state: Mutex<State>

    init(_ accounts: [String: PanelAccount], devices: Set<String>) {
        state = Mutex(State(accounts: accounts, devices: devices))
    }

    func knows(device: String) -> Bool {
        let digest = Secrets.digest(device)
        return state.withLock { $0.devices.contains(digest) }
    }

    func note(device: String) {
        let digest = Secrets.digest(device)
        state.withLock { state in
            if state.devices.count >= Self.most { state.devices = [] }
            state.devices.insert(digest)
        }
    }

    func account(of secret: String) -> PanelAccount? {
        let digest = Secrets.digest(secret)
        return state.withLock { $0.accounts[digest] }
    }

    func note(_ account: PanelAccount?, of secret: String) {
        let digest = Secrets.digest(secret)
        state.withLock { state in
            if state.accounts.count >= Self.most { state.accounts = [:] }
            // A request that began before the logout may come here after it.
            state.accounts[digest] = state.ended.contains(digest) ? nil : account
        }
    }

    /// Takes up the sessions that are left, as after an account was removed.
    func replace(_ accounts: [String: PanelAccount]) { state.withLock { $0.accounts = accounts } }

    /// The session counts no more in this process, whatever becomes of its row.
    func end(_ digest: String) {
        state.withLock { state in
            state.accounts[digest] = nil
            if state.ended.count >= Self.most { state.ended = [] }
            state.ended.insert(digest)
        }
    }

    func hasEnded(_ secret: String) -> Bool {
        let digest = Secrets.digest(secret)
        return state.withLock { $0.ended.contains(digest) }
    }
}
