import AdhanCore
import AdhanSQLite

/// The accounts.
extension PanelStore {
    /// Why an account is not changed.
    enum AccountRefusal: String, Error {
        case nameTaken = "name-taken"
        case noSuchName = "no-such-name"
        case tooMany = "too-many"
        /// Nobody could add accounts any more.
        case lastCaretaker = "last-caretaker"
        /// A password is no PIN, and a PIN no password.
        case secretNeeded = "secret-needed"
    }

    private static let mostAccounts: Int64 = 50

    /// All accounts by name.
    package func accounts() throws -> [PanelAccount] {
        try read { connection in
            let rows = try connection.prepare("SELECT name, role FROM account ORDER BY key")
            var accounts: [PanelAccount] = []
            while try rows.next() { if let account = Self.account(rows) { accounts.append(account) } }
            return accounts
        }
    }

    /// The account and the hash of its password; nil where there is none of that name.
    func account(named name: String) throws -> (account: PanelAccount, hash: String)? {
        try read { connection in
            let sql = "SELECT name, role, hash FROM account WHERE key = ?"
            let row = try connection.prepare(sql, [.text(PanelAccount.key(of: name))])
            guard try row.next(), let account = Self.account(row), let hash = row.text("hash") else { return nil }
            return (account, hash)
        }
    }

    func add(_ account: PanelAccount, hash: String, now: Int64) throws {
        try write { connection in
            guard try Self.role(account.key, connection) == nil else { throw AccountRefusal.nameTaken }
            guard try connection.count("SELECT count(*) AS n FROM account") < Self.mostAccounts else {
                throw AccountRefusal.tooMany
            }
            try Self.insert(account, hash, now, connection)
        }
    }

    /// Changes the role, the password or both, and ends all sessions of the account. With a new password the account
    /// has no wait and no known browser.
    ///
    /// - Parameters:
    ///   - hash: nil keeps the password.
    func change(
        _ name: String,
        role: PanelAccount.Role?,
        hash: String?,
        keeping kept: String? = nil
    ) throws {
        let key = PanelAccount.key(of: name)
        try write { connection in
            guard let before = try Self.role(key, connection) else { throw AccountRefusal.noSuchName }
            let after = role ?? before
            if before == .caretaker, after != .caretaker { try Self.checkOthers(connection) }
            guard hash != nil || (before == .volunteer) == (after == .volunteer) else {
                throw AccountRefusal.secretNeeded
            }
            try connection.run("UPDATE account SET role = ? WHERE key = ?", [.text(after.rawValue), .text(key)])
            if let hash {
                try connection.run("UPDATE account SET hash = ? WHERE key = ?", [.text(hash), .text(key)])
                try Self.forgetBrowsers(key, connection)
            }
            let sql = "DELETE FROM session WHERE account = ? AND digest <> ?"
            try connection.run(sql, [.text(key), .text(kept ?? "")])
        }
    }

    /// Removes the account with its sessions and devices.
    func remove(_ name: String) throws {
        let key = PanelAccount.key(of: name)
        try write { connection in
            guard let role = try Self.role(key, connection) else { throw AccountRefusal.noSuchName }
            if role == .caretaker { try Self.checkOthers(connection) }
            try connection.run("DELETE FROM account WHERE key = ?", [.text(key)])
        }
    }

    private static func checkOthers(_ connection: SQLiteConnection) throws {
        let caretakers = try connection.count("SELECT count(*) AS n FROM account WHERE role = 'caretaker'")
        guard caretakers > 1 else { throw AccountRefusal.lastCaretaker }
    }

    private static func role(_ key: String, _ connection: SQLiteConnection) throws -> PanelAccount.Role? {
        let row = try connection.prepare("SELECT role FROM account WHERE key = ?", [.text(key)])
        return try row.next() ? row.text("role").flatMap(PanelAccount.Role.init) : nil
    }

    /// Forgets the browsers that know an account, and the failed logins at it.
    private static func forgetBrowsers(_ key: String, _ connection: SQLiteConnection) throws {
        try connection.run("DELETE FROM device WHERE account = ?", [.text(key)])
        for failed in [FailureKey(nameKey: key), FailureKey(knownTo: key)] {
            try connection.run("DELETE FROM failure WHERE key = ?", [.text(failed.name)])
        }
    }

    /// Adds an account, or gives the account of that name this role and secret.
    ///
    /// - Throws: `AccountRefusal.nameTaken` where another account's name looks like this one.
    static func insert(
        _ account: PanelAccount,
        _ hash: String,
        _ now: Int64,
        _ connection: SQLiteConnection
    ) throws {
        let others = try connection.prepare("SELECT name FROM account WHERE key <> ?", [.text(account.key)])
        let look = account.name.lookalike
        while try others.next() {
            if others.text("name")?.lookalike == look { throw AccountRefusal.nameTaken }
        }
        try forgetBrowsers(account.key, connection)
        let sql = """
            INSERT INTO account (key, name, role, hash, made) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key)
            DO UPDATE SET name = excluded.name, role = excluded.role, hash = excluded.hash, made = excluded.made
            """
        let values: [SQLiteValue] = [
            .text(account.key), .text(account.name), .text(account.role.rawValue), .text(hash), .integer(now),
        ]
        try connection.run(sql, values)
    }

    static func account(_ row: SQLiteStatement) -> PanelAccount? {
        guard let name = row.text("name"), let role = row.text("role").flatMap(PanelAccount.Role.init) else {
            return nil
        }
        return PanelAccount(name: name, role: role)
    }
}
