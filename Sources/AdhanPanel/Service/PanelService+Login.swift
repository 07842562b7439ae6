import AdhanCore
import AdhanSupport
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
        /// Nil without a place, or where the config is wrong.
        var mosque: String?
        /// Whether a caretaker has to set the place first.
        var needsPlace: Bool?
    }

    func sessionAnswer(_ session: PanelSession?, _ headers: [(String, String)] = []) throws -> WebAnswer {
        var answer = SessionAnswer(
            setup: try store.isSetupOpen(now: boot),
            empty: try store.accounts().isEmpty
        )
        if let session {
            (answer.name, answer.role) = (session.account.name, session.account.role.rawValue)
            answer.token = session.token
            let settings = settings
            // A login, and *Stop* after it, must not wait for a disk that hangs.
            let place =
                TimeLimit.run(.seconds(2), on: "the config") {
                    // reason: a config that is wrong is told on each view
                    (try? settings.draft())?.configuration.place
                } ?? nil
            answer.mosque = place.flatMap { $0.isSet ? $0.place.name : nil }
            if session.account.role == .caretaker { answer.needsPlace = place.map { !$0.isSet } }
        }
        return try json(answer, headers)
    }

    private struct Setup: Decodable { let code, name, password: String }

    func setUp(_ call: PanelCall) throws -> WebAnswer {
        let given: Setup = try call.body()
        let keys = [FailureKey(name: "setup " + call.web.address.network, longestWait: 60)]
        try checkWait(keys)
        let begun = try inTurn {
            try checkWait(keys)
            guard try store.isSetupCode(given.code, now: boot) else {
                try store.noteFailure(keys, now: boot)
                warnings.note("setup", "a wrong setup code came from \(call.web.address.network)")
                throw PanelRefusal.wrongCode
            }
            guard let name = PanelAccount.name(given.name) else { throw PanelRefusal.badName }
            guard PanelAccount.accepts(given.password, for: .caretaker) else { throw PanelRefusal.badPassword }
            let account = PanelAccount(name: name, role: .caretaker)
            let hash = try hashing.hash(given.password)
            guard try store.setUp(given.code, account, hash: hash, now: boot, wall: now) else {
                throw PanelRefusal.wrongCode
            }
            invitation.remove()
            log.notice("\(name) has used the setup code, and is a caretaker")
            return try begin(account, call)
        }
        return try sessionAnswer(begun.session, begun.headers)
    }

    private struct Login: Decodable { let name, secret: String }

    /// The key of the name that a login gives; empty where it gives none. One person's logins count as one person's.
    static func claimedName(_ web: WebCall) -> String {
        guard web.path == "/api/login" else { return "" }
        // reason: the login itself refuses such a body
        let given: Login? = try? JSONText.decode(from: web.body)
        return given.map { PanelAccount.key(of: PanelAccount.name($0.name) ?? $0.name) } ?? ""
    }

    func logIn(_ call: PanelCall) throws -> WebAnswer {
        let given: Login = try call.body()
        guard given.name.utf8.count <= 200, given.secret.utf8.count <= 512 else { throw PanelRefusal.wrongLogin }
        // An account may be older than the rules for its name.
        let known = try store.account(named: given.name.visibleName ?? "")?.account.name
        let (address, name) = (call.web.address, known ?? PanelAccount.name(given.name))
        let failures = try failures(name, call)
        // A person who has to wait takes no turn.
        try checkWait(failures.keys)
        let begun = try inTurn {
            // The attempt before may have failed.
            try checkWait(failures.keys)
            let found = try name.flatMap { try store.account(named: $0) }
            // An unknown name takes as long.
            let secret = PanelAccount.secret(given.secret, of: found?.account.role)
            let matches = hashing.matches(secret, found?.hash ?? hashing.decoy)
            let isHere = found?.account.role != .volunteer || address.isPrivate
            guard let found, matches, isHere else {
                try store.noteFailure(failures.noted, now: boot)
                let who = found?.account.name ?? "an unknown name"
                warnings.note("login", "a login of \(who) from \(address.network) failed")
                throw PanelRefusal.wrongLogin
            }
            if failures.isKnown {
                for key in failures.keys { try store.forgetFailures(key) }
            } else {
                try store.forgetFailures(failures.keys[0], countedBy: failures.keys.dropFirst().first)
            }
            log.notice("\(found.account.name) has logged in from \(address.network)")
            return try begin(found.account, call)
        }
        // It reads the config: the next login must not wait for that.
        return try sessionAnswer(begun.session, begun.headers)
    }

    /// The failures for which a login waits, and those that count one more where it fails.
    ///
    /// A browser that has logged in to the account before waits for its own, and for those of such browsers. Others
    /// wait for those of the name, whether it has an account or not, and of the address. The address counts a name's
    /// first failure alone: who guesses at one name waits for that name, and makes nobody else at the address wait.
    private func failures(
        _ name: String?,
        _ call: PanelCall
    ) throws -> (keys: [FailureKey], noted: [FailureKey], isKnown: Bool) {
        let key = name.map { PanelAccount.key(of: $0) }
        if let key, let device = Self.device(call), try store.knows(device: device, of: key, now: now) {
            let keys = [FailureKey(name: "device \(Secrets.digest(device)) \(key)"), FailureKey(knownTo: key)]
            return (keys, keys, true)
        }
        let ofName = FailureKey(nameKey: key)
        let keys = [ofName, FailureKey(name: "address " + call.web.address.network)]
        return (keys, try store.hasFailed(ofName) ? [ofName] : keys, false)
    }

    private func checkWait(_ keys: [FailureKey]) throws {
        let seconds = try store.wait(keys, now: boot)
        if seconds > 0 { throw PanelRefusal.wait(seconds) }
    }

    private func begin(
        _ account: PanelAccount,
        _ call: PanelCall
    ) throws -> (session: PanelSession?, headers: [(String, String)]) {
        let secret = try store.begin(account, now: now)
        knownSessions.note(account, of: secret)
        let headers = [Self.cookieHeader(secret), try deviceHeader(account, call)]
        return (try store.session(secret, now: now), headers)
    }

    /// Notes that this browser has logged in to the account. One that has logged in to another keeps its cookie; a
    /// cookie that never came from here is replaced.
    private func deviceHeader(_ account: PanelAccount, _ call: PanelCall) throws -> (String, String) {
        let own = try Self.device(call).flatMap { try store.knows(device: $0, now: now) ? $0 : nil }
        let secret = own ?? Secrets.randomHex(32)
        try store.note(device: secret, of: account, now: now)
        knownSessions.note(device: secret)
        return Self.cookieHeader(secret, Self.deviceName, age: PanelStore.deviceLength)
    }

    private static func device(_ call: PanelCall) -> String? { cookie(call.web.header("Cookie"), deviceName) }

    func logOut(_ call: PanelCall) throws -> WebAnswer {
        let member = try call.member
        knownSessions.end(member.digest)
        do {
            try store.end(member)
        } catch {
            log.error("the logout of \(member.account.name) holds until the next start of the panel: \(error)")
        }
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
        // Nobody else can make this person wait.
        let keys = [FailureKey(name: "session " + member.digest)]
        try inTurn {
            try checkWait(keys)
            let known = try store.account(named: member.account.name)
            guard let known, hashing.matches(PanelAccount.secret(given.old, of: role), known.hash)
            else {
                try store.noteFailure(keys, now: boot)
                throw PanelRefusal.wrongLogin
            }
            let hash = try hashing.hash(PanelAccount.secret(given.new, of: role))
            try store.change(member.account.name, role: nil, hash: hash, keeping: member.digest)
            // The browser in use stays known: nobody can lock this person out of it.
            if let device = Self.device(call) { try store.note(device: device, of: member.account, now: now) }
            knownSessions.replace(try store.sessionAccounts())
            log.notice("\(member.account.name) has a new password")
        }
        return try sessionAnswer(member)
    }
}
