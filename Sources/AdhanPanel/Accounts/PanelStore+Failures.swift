import AdhanSQLite
import AdhanSupport

/// A thing that fails too often: an address, a name, or a browser.
struct FailureKey: Sendable {
    let name: String
    /// So many failures cost no wait.
    var free: Int64 = 4
    /// The longest wait, in seconds.
    var longestWait: Int64 = 900
}

extension FailureKey {
    /// - Parameter key: of an account; nil for a name that none can have.
    init(nameKey key: String?) { self.init(name: key.map { "name " + $0 } ?? "no name") }

    /// All browsers that an account is known to have: guesses at it are few, however many there are. One alone must not
    /// make the others wait soon.
    init(knownTo key: String) { self.init(name: "known " + key, free: 20) }
}

/// The failed logins, by the boot's clock. After those that are free each one doubles the wait; a restart of the panel
/// changes nothing, and after one of the box the waits begin again in full length.
extension PanelStore {
    /// A failure is forgotten after so many seconds.
    private static let memory: Int64 = 86_400
    private static let mostRows: Int64 = 4096

    /// How many seconds are left to wait; 0 where the next attempt may come now.
    func wait(_ keys: [FailureKey], now: BootMoment) throws -> Int64 {
        // Two boots may have one id. A failure later than now is of the one before.
        let (others, values) = ("WHERE boot <> ?1 OR last > ?2", [SQLiteValue.text(now.boot), .integer(now.seconds)])
        if try read({ try $0.count("SELECT count(*) AS n FROM failure \(others)", values) }) > 0 {
            let sql = "UPDATE failure SET boot = ?1, ends = ?2 + ends - last, last = ?2 \(others)"
            try write { try $0.run(sql, values) }
        }
        return try read { connection in
            try keys.map { key in
                let row = try connection.prepare("SELECT ends FROM failure WHERE key = ?", [.text(key.name)])
                let rest = try row.next() ? (row.integer("ends") ?? 0) - now.seconds : 0
                return min(max(rest, 0), key.longestWait)
            }.max() ?? 0
        }
    }

    /// Counts one more failure of each key. `wait` was asked before.
    func noteFailure(_ keys: [FailureKey], now: BootMoment) throws {
        try write { connection in
            try connection.run("DELETE FROM failure WHERE last < ?", [.integer(now.seconds - Self.memory)])
            for key in keys {
                let known = try connection.count("SELECT count AS n FROM failure WHERE key = ?", [.text(key.name)])
                let count = known + 1
                let wait = count <= key.free ? 0 : min(1 << min(count - key.free - 1, 30), key.longestWait)
                let sql = "INSERT OR REPLACE INTO failure (key, count, last, ends, boot) VALUES (?, ?, ?, ?, ?)"
                let values: [SQLiteValue] = [
                    .text(key.name), .integer(count), .integer(now.seconds), .integer(now.seconds + wait),
                    .text(now.boot),
                ]
                try connection.run(sql, values)
            }
            // The rows of accounts stay: a flood of other names must not clear them.
            let oldest = """
                DELETE FROM failure WHERE key IN (SELECT key FROM failure
                WHERE key NOT IN (SELECT kind || key FROM account, (SELECT 'name ' AS kind UNION SELECT 'known '))
                ORDER BY last DESC, key LIMIT -1 OFFSET ?)
                """
            try connection.run(oldest, [.integer(Self.mostRows)])
        }
    }

    /// Whether it has failed within a day.
    func hasFailed(_ key: FailureKey) throws -> Bool {
        try read { try $0.count("SELECT count(*) AS n FROM failure WHERE key = ?", [.text(key.name)]) > 0 }
    }

    /// Forgets all failures of the key.
    ///
    /// - Parameter address: loses one of its failures, since the key's first failure counted there, too.
    func forgetFailures(_ key: FailureKey, countedBy address: FailureKey? = nil) throws {
        try write { connection in
            let known = try connection.count("SELECT count AS n FROM failure WHERE key = ?", [.text(key.name)])
            if known > 0, let address {
                try connection.run("UPDATE failure SET count = max(count - 1, 0) WHERE key = ?", [.text(address.name)])
            }
            try connection.run("DELETE FROM failure WHERE key = ?", [.text(key.name)])
        }
    }

    /// How many addresses and names have failed.
    func failureRows() throws -> Int64 { try read { try $0.count("SELECT count(*) AS n FROM failure") } }
}
