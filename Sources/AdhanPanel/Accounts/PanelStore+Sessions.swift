import AdhanSQLite

/// A login that still counts.
struct PanelSession: Sendable {
    let account: PanelAccount
    /// The SHA-256 of the cookie's value.
    let digest: String
    /// A change must bring it in a header. A page of another web site cannot know it.
    let token: String
}

/// The sessions: a row each, without the cookie's value.
extension PanelStore {
    /// In seconds.
    static let sessionLength: Int64 = 30 * 86_400
    private static let caretakerPause: Int64 = 12 * 3600
    /// `seen` is written so often at most, to spare the SD card.
    private static let seenInterval: Int64 = 300
    private static let mostSessions: Int64 = 20

    /// Begins a session. Where the account has too many, the oldest ends.
    func begin(_ account: PanelAccount, now: Int64) throws -> String {
        let secret = Secrets.randomHex(32)
        try write { connection in
            // One that is over stays until others take its place: the wall clock may be wrong for a while.
            let oldest = """
                DELETE FROM session WHERE digest IN (SELECT digest FROM session WHERE account = ?
                ORDER BY made DESC, digest LIMIT -1 OFFSET ?)
                """
            try connection.run(oldest, [.text(account.key), .integer(Self.mostSessions - 1)])
            let sql = "INSERT INTO session (digest, account, made, seen, ends) VALUES (?, ?, ?, ?, ?)"
            let values: [SQLiteValue] = [
                .text(Secrets.digest(secret)), .text(account.key), .integer(now), .integer(now),
                .integer(now + Self.sessionLength),
            ]
            try connection.run(sql, values)
        }
        return secret
    }

    /// The session of a cookie; nil where it has ended, or there never was one.
    func session(_ secret: String, now: Int64) throws -> PanelSession? {
        guard secret.utf8.count == 64 else { return nil }
        let digest = Secrets.digest(secret)
        let found: (account: PanelAccount, seen: Int64)? = try read { connection in
            let sql = """
                SELECT name, role, session.made AS made, seen, ends FROM session
                JOIN account ON account.key = session.account WHERE digest = ?
                """
            let row = try connection.prepare(sql, [.text(digest)])
            guard try row.next(), let account = Self.account(row), let made = try row.integer("made"),
                let seen = try row.integer("seen"), let ends = try row.integer("ends")
            else { return nil }
            // An hour, for a clock that was set back.
            let isNow = now < ends && now > made - 3600
            let isFresh = account.role != .caretaker || now - seen < Self.caretakerPause
            return isNow && isFresh ? (account, seen) : nil
        }
        guard let found else { return nil }
        if abs(now - found.seen) >= Self.seenInterval {
            // reason: on a full disk the page must still stop an adhan; the pause without use counts from the last mark
            try? write { try $0.run("UPDATE session SET seen = ? WHERE digest = ?", [.integer(now), .text(digest)]) }
        }
        return PanelSession(account: found.account, digest: digest, token: Secrets.digest("token " + secret))
    }

    /// The accounts of all sessions, by the digests of their cookies.
    func sessionAccounts() throws -> [String: PanelAccount] {
        try read { connection in
            let sql = "SELECT digest, name, role FROM session JOIN account ON account.key = session.account"
            let rows = try connection.prepare(sql)
            var accounts: [String: PanelAccount] = [:]
            while try rows.next() { if let digest = rows.text("digest") { accounts[digest] = Self.account(rows) } }
            return accounts
        }
    }

    func end(_ session: PanelSession) throws {
        try write { try $0.run("DELETE FROM session WHERE digest = ?", [.text(session.digest)]) }
    }

    /// Ends also all waits, so that everybody can log in again at once.
    package func endAllSessions() throws { try write { try $0.execute("DELETE FROM session; DELETE FROM failure") } }
}
