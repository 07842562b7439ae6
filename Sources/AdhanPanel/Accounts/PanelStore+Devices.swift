import AdhanSQLite

/// The browsers that an account has logged in with since its secret was set. Guesses from other browsers make the other
/// browsers wait, but not those: nobody else can lock a person out. Each waits for its own failures, and all of them
/// for `FailureKey.init(knownTo:)`.
extension PanelStore {
    /// In seconds; browsers keep a cookie for no longer.
    static let deviceLength: Int64 = 400 * 86_400
    private static let mostDevices: Int64 = 20

    /// Whether this browser has logged in before.
    ///
    /// - Parameter key: of the account to which it has; nil for any.
    func knows(device secret: String, of key: String? = nil, now: Int64) throws -> Bool {
        try read { connection in
            let sql =
                "SELECT count(*) AS n FROM device WHERE digest = ?1 AND account = ifnull(?2, account) AND seen > ?3"
            let values: [SQLiteValue] = [
                .text(Secrets.digest(secret)), SQLiteValue(key), .integer(now - Self.deviceLength),
            ]
            return try connection.count(sql, values) > 0
        }
    }

    /// This browser has logged in to the account. Where the account has too many, those that were unused for longest
    /// are forgotten.
    func note(device secret: String, of account: PanelAccount, now: Int64) throws {
        try write { connection in
            let sql = "INSERT OR REPLACE INTO device (digest, account, seen) VALUES (?, ?, ?)"
            try connection.run(sql, [.text(Secrets.digest(secret)), .text(account.key), .integer(now)])
            let oldest = """
                DELETE FROM device WHERE account = ?1 AND digest IN (SELECT digest FROM device WHERE account = ?1
                ORDER BY seen DESC, digest LIMIT -1 OFFSET ?2)
                """
            try connection.run(oldest, [.text(account.key), .integer(Self.mostDevices)])
        }
    }

    /// The digests of all browsers that are known.
    func deviceDigests() throws -> Set<String> {
        try read { connection in
            let rows = try connection.prepare("SELECT digest FROM device")
            var digests: Set<String> = []
            while try rows.next() { if let digest = rows.text("digest") { digests.insert(digest) } }
            return digests
        }
    }

    /// How many browsers the account is known to have.
    func devices(of account: PanelAccount) throws -> Int64 {
        try read { try $0.count("SELECT count(*) AS n FROM device WHERE account = ?", [.text(account.key)]) }
    }
}
