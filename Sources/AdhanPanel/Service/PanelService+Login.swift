import AdhanCore
import AdhanWeb
import Logging

/// Setup, login and logout.
extension PanelService {
    private struct SessionAnswer: Encodable {
        /// Whether a setup code waits to be used.
        let setup: Bool
        /// Whether there is any account.
        let empty: Bool
        var name: String?
        var role: String?
        var token: String?
    }

    func sessionAnswer(_ session: PanelSession?, _ headers: [(String, String)] = []) throws -> WebAnswer {
        var answer = SessionAnswer(
            setup: try store.isSetupOpen(now: now),
            empty: try store.accounts().isEmpty
        )
        if let session {
            (answer.name, answer.role) = (session.account.name, session.account.role.rawValue)
            answer.token = session.token
        }
        return try json(answer, headers)
    }

    private struct Setup: Decodable { let code, name, password: String }

    func setUp(_ call: PanelCall) throws -> WebAnswer {
        let given: Setup = try call.body()
        return try inTurn {
            let keys = [FailureKey(name: "setup " + call.web.address.network, longestWait: 60)]
            try checkWait(keys)
            guard try store.isSetupCode(given.code, now: now) else {
                try store.noteFailure(keys, now: now)
                log.warning("a wrong setup code came from \(call.web.address.network)")
                throw PanelRefusal.wrongCode
            }
            guard let name = PanelAccount.name(given.name) else { throw PanelRefusal.badName }
            guard PanelAccount.accepts(given.password, for: .caretaker) else { throw PanelRefusal.badPassword }
            let account = PanelAccount(name: name, role: .caretaker)
            let hash = try hashing.hash(given.password)
            guard try store.setUp(given.code, account, hash: hash, now: now) else { throw PanelRefusal.wrongCode }
            log.notice("\(name) has used the setup code, and is a caretaker")
            return try begin(account)
        }
    }

    private struct Login: Decodable { let name, secret: String }

    func logIn(_ call: PanelCall) throws -> WebAnswer {
        let given: Login = try call.body()
        guard given.name.utf8.count <= 200, given.secret.utf8.count <= 512 else { throw PanelRefusal.wrongLogin }
        let address = call.web.address
        return try inTurn {
            let found = try PanelAccount.name(given.name).flatMap { try store.account(named: $0) }
            let keys = Self.keys(given.name, found?.account.role, address)
            try checkWait(keys)
            // An unknown name takes as long.
            let matches = hashing.matches(given.secret, found?.hash ?? hashing.decoy)
            let isHere = found?.account.role != .volunteer || address.isPrivate
            guard let found, matches, isHere else {
                try store.noteFailure(keys, now: now)
                let who = found?.account.name ?? "an unknown name"
                log.warning("a login of \(who) from \(address.network) failed")
                throw PanelRefusal.wrongLogin
            }
            try store.forgetFailures(keys[0])
            log.notice("\(found.account.name) has logged in from \(address.network)")
            return try begin(found.account)
        }
    }

    /// The account first, then the address. A caretaker's failures at an address are apart from those of the others,
    /// and a caretaker never waits long: a committee that is locked out must not lock out who can help it.
    private static func keys(_ name: String, _ role: PanelAccount.Role?, _ address: PeerAddress) -> [FailureKey] {
        let wait: Int64 =
            switch role {
            case .caretaker: 60
            // A PIN is short.
            case .volunteer: 3600
            case .committee, nil: 900
            }
        let account = PanelAccount.name(name).map { "name " + PanelAccount.key(of: $0) } ?? "no name"
        let place = (role == .caretaker ? "caretaker " : "address ") + address.network
        return [FailureKey(name: account, longestWait: wait), FailureKey(name: place, longestWait: min(wait, 900))]
    }

    private func checkWait(_ keys: [FailureKey]) throws {
        let seconds = try store.wait(keys, now: now)
        if seconds > 0 { throw PanelRefusal.wait(seconds) }
    }

    private func begin(_ account: PanelAccount) throws -> WebAnswer {
        let secret = try store.begin(account, now: now)
        knownSessions.note(account.role, of: secret)
        return try sessionAnswer(try store.session(secret, now: now), [Self.cookieHeader(secret)])
    }

    func logOut(_ call: PanelCall) throws -> WebAnswer {
        try store.end(try call.member)
        return try sessionAnswer(nil, [Self.cookieHeader(nil)])
    }

    private struct Change: Decodable { let old, new: String }

    /// Changes the own password. The other sessions of the account end.
    func changePassword(_ call: PanelCall) throws -> WebAnswer {
        let (member, given): (PanelSession, Change) = (try call.member, try call.body())
        let role = member.account.role
        guard given.old.utf8.count <= 512 else { throw PanelRefusal.wrongLogin }
        guard PanelAccount.accepts(given.new, for: role) else {
            throw role == .volunteer ? PanelRefusal.badPIN : PanelRefusal.badPassword
        }
        return try inTurn {
            let keys = Self.keys(member.account.name, role, call.web.address)
            try checkWait(keys)
            let known = try store.account(named: member.account.name)
            guard let known, hashing.matches(given.old, known.hash) else {
                try store.noteFailure(keys, now: now)
                throw PanelRefusal.wrongLogin
            }
            let hash = try hashing.hash(given.new)
            try store.change(member.account.name, role: nil, hash: hash, keeping: member.digest)
            log.notice("\(member.account.name) has a new password")
            return try sessionAnswer(member)
        }
    }
}
