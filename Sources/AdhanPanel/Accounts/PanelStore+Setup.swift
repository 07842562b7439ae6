import AdhanCore
import AdhanSQLite

/// The setup code, with which the first caretaker makes an account, and a lost password is replaced.
extension PanelStore {
    /// In seconds.
    package static let setupLength: Int64 = 15 * 60
    /// Without letters and digits that look alike.
    private static let letters = Array("ABCDEFGHJKMNPQRSTVWXYZ23456789")

    /// Makes a new code, which replaces the one before.
    ///
    /// - Returns: the code as it is read out: `ABCDE-FGHJK`. Its 49 bits are by chance.
    package func makeSetupCode(now: Int64) throws -> String {
        let (first, second) = (Secrets.random(5, of: Self.letters), Secrets.random(5, of: Self.letters))
        try write { connection in
            let sql = "INSERT OR REPLACE INTO setup (one, digest, made, ends) VALUES (1, ?, ?, ?)"
            let values: [SQLiteValue] = [
                .text(Secrets.digest(first + second)), .integer(now), .integer(now + Self.setupLength),
            ]
            try connection.run(sql, values)
        }
        return first + "-" + second
    }

    /// Whether a code waits to be used.
    package func isSetupOpen(now: Int64) throws -> Bool { try read { try Self.digest($0, now) != nil } }

    /// Uses the code up for an account: a new one, or one of that name, which becomes a caretaker's with this password.
    ///
    /// - Returns: false where this is not the code, or its time is over.
    func setUp(_ code: String, _ account: PanelAccount, hash: String, now: Int64) throws -> Bool {
        let given = Secrets.digest(Self.letters(of: code))
        return try write { connection in
            guard let digest = try Self.digest(connection, now), Secrets.areEqual(digest, given) else { return false }
            try connection.execute("DELETE FROM setup")
            try connection.run("DELETE FROM session WHERE account = ?", [.text(account.key)])
            try Self.insert(account, hash, now, connection)
            return true
        }
    }

    /// Whether this is the code. It stays usable.
    func isSetupCode(_ code: String, now: Int64) throws -> Bool {
        let given = Secrets.digest(Self.letters(of: code))
        return try read { try Self.digest($0, now).map { Secrets.areEqual($0, given) } ?? false }
    }

    /// The code as it was made, whatever case, dashes and digits it is typed with.
    private static func letters(of code: String) -> String {
        String(CellText.plain(code).uppercased().filter { $0.isLetter || $0.isNumber }.prefix(20))
    }

    private static func digest(_ connection: SQLiteConnection, _ now: Int64) throws -> String? {
        let sql = "SELECT digest FROM setup WHERE made <= ? AND ends > ?"
        let row = try connection.prepare(sql, [.integer(now), .integer(now)])
        return try row.next() ? row.text("digest") : nil
    }
}
