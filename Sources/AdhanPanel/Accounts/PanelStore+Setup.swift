import AdhanCore
import AdhanSQLite
import AdhanSupport

/// The setup code, with which the first caretaker makes an account, and a lost password is replaced.
extension PanelStore {
    /// In seconds.
    package static let setupLength: Int64 = 15 * 60
    /// Without letters and digits that look alike.
    private static let letters = Array("ABCDEFGHJKMNPQRSTVWXYZ23456789")

    /// Makes a new code, which replaces the one before.
    ///
    /// - Returns: the code as it is read out: `ABCDE-FGHJK`. Its 49 bits are by chance.
    package func makeSetupCode(now: BootMoment) throws -> String {
        let (first, second) = (Secrets.random(5, of: Self.letters), Secrets.random(5, of: Self.letters))
        try write { connection in
            let sql = "INSERT OR REPLACE INTO setup (one, digest, made, ends, boot) VALUES (1, ?, ?, ?, ?)"
            let values: [SQLiteValue] = [
                .text(Secrets.digest(first + second)), .integer(now.seconds),
                .integer(now.seconds + Self.setupLength), .text(now.boot),
            ]
            try connection.run(sql, values)
        }
        return first + "-" + second
    }

    /// Whether a code waits to be used.
    package func isSetupOpen(now: BootMoment) throws -> Bool { try read { try Self.digest($0, now) != nil } }

    /// Uses the code up for an account: a new one, or one of that name, which becomes a caretaker's with this password.
    ///
    /// - Parameter wall: in seconds since 1970 UTC.
    /// - Returns: false where this is not the code, or its time is over.
    func setUp(_ code: String, _ account: PanelAccount, hash: String, now: BootMoment, wall: Int64) throws -> Bool {
        let given = Secrets.digest(Self.letters(of: code))
        return try write { connection in
            guard let digest = try Self.digest(connection, now), Secrets.areEqual(digest, given) else { return false }
            try connection.execute("DELETE FROM setup")
            try connection.run("DELETE FROM session WHERE account = ?", [.text(account.key)])
            try Self.insert(account, hash, wall, connection)
            return true
        }
    }

    /// Whether this is the code. It stays usable.
    ///
    /// - Throws: `PanelRefusal.oldCode` for one that was made before the box was started.
    func isSetupCode(_ code: String, now: BootMoment) throws -> Bool {
        let given = Secrets.digest(Self.letters(of: code))
        return try read { connection in
            let values: [SQLiteValue] = [.text(now.boot), .integer(now.seconds)]
            let row = try connection.prepare("SELECT digest FROM setup WHERE \(Self.isOld)", values)
            if try row.next(), row.text("digest").map({ Secrets.areEqual($0, given) }) == true {
                throw PanelRefusal.oldCode
            }
            return try Self.digest(connection, now).map { Secrets.areEqual($0, given) } ?? false
        }
    }

    /// The code as it was made, whatever case, dashes and digits it is typed with.
    private static func letters(of code: String) -> String {
        String(CellText.plain(code).uppercased().filter { $0.isLetter || $0.isNumber }.prefix(20))
    }

    /// Whether a code is of another boot. Where one of the two has no id, the clock alone tells.
    private static let isOld = "(boot <> ?1 AND '' NOT IN (boot, ?1) OR made > ?2)"

    private static func digest(_ connection: SQLiteConnection, _ now: BootMoment) throws -> String? {
        let sql = "SELECT digest FROM setup WHERE NOT \(isOld) AND ends > ?2"
        let row = try connection.prepare(sql, [.text(now.boot), .integer(now.seconds)])
        return try row.next() ? row.text("digest") : nil
    }
}
