import AdhanWeb
import Logging

/// The accounts, for a caretaker.
extension PanelService {
    private struct Person: Encodable { let name, role: String }
    private struct People: Encodable { let people: [Person] }

    func peopleAnswer() throws -> WebAnswer {
        try json(People(people: try store.accounts().map { Person(name: $0.name, role: $0.role.rawValue) }))
    }

    private struct Addition: Decodable {
        let name: String
        let role: PanelAccount.Role
        let secret: String
    }

    func addPerson(_ call: PanelCall) throws -> WebAnswer {
        let (member, given): (PanelSession, Addition) = (try call.member, try call.body())
        guard let name = PanelAccount.name(given.name) else { throw PanelRefusal.badName }
        try check(given.secret, for: given.role)
        let account = PanelAccount(name: name, role: given.role)
        let hash = try inTurn { try hashing.hash(PanelAccount.secret(given.secret, of: given.role)) }
        try store.add(account, hash: hash, now: now)
        log.notice("\(member.account.name) has added \(name), \(given.role.rawValue)")
        return try peopleAnswer()
    }

    private struct PersonChange: Decodable {
        let name: String
        let role: PanelAccount.Role?
        let secret: String?
    }

    func changePerson(_ call: PanelCall) throws -> WebAnswer {
        let (member, given): (PanelSession, PersonChange) = (try call.member, try call.body())
        guard let known = try store.account(named: given.name) else { throw PanelStore.AccountRefusal.noSuchName }
        let role = given.role ?? known.account.role
        if let secret = given.secret { try check(secret, for: role) }
        let hash = try given.secret.map { secret in
            try inTurn { try hashing.hash(PanelAccount.secret(secret, of: role)) }
        }
        // The own session goes on.
        try store.change(given.name, role: given.role, hash: hash, keeping: member.digest)
        knownSessions.replace(try store.sessionAccounts())
        log.notice("\(member.account.name) has changed \(known.account.name), \(role.rawValue)")
        return try peopleAnswer()
    }

    private struct Removal: Decodable { let name: String }

    func removePerson(_ call: PanelCall) throws -> WebAnswer {
        let (member, given): (PanelSession, Removal) = (try call.member, try call.body())
        guard let known = try store.account(named: given.name) else { throw PanelStore.AccountRefusal.noSuchName }
        try store.remove(given.name)
        knownSessions.replace(try store.sessionAccounts())
        log.notice("\(member.account.name) has removed \(known.account.name)")
        return try peopleAnswer()
    }

    private func check(_ secret: String, for role: PanelAccount.Role) throws(PanelRefusal) {
        guard !PanelAccount.accepts(secret, for: role) else { return }
        throw role == .volunteer ? PanelRefusal.badPIN : PanelRefusal.badPassword
    }
}
