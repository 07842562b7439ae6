import AdhanCore
import AdhanSQLite

/// A ledger that moves to another box, as a file.
package struct MovedLedger: Sendable {
    /// How much is in a ledger.
    package struct Extent: Sendable, Equatable, Codable {
        package let rows: Int64
        /// The mosque dates of the first and the last row; nil without rows.
        package let first, last: String?
    }

    /// The key of the row that marks a move.
    static let mark = "moved"

    /// A century of rows takes a tenth of them.
    private static let mostSteps: Int32 = 1_000_000_000

    private let file: String

    /// - Parameter file: its path. No daemon writes to it, except where it is only copied.
    package init(_ file: String) { self.file = file }

    /// Writes a consistent copy into a new file, also while a daemon writes to this one. SQLite has a read lock
    /// meanwhile, which takes milliseconds for each year of rows.
    ///
    /// - Throws: `LedgerError` where it is no ledger, is damaged or was written by a newer adhand; `unwritable` where
    ///   the disk has no room for the copy.
    package func copy(to copy: String) throws(LedgerError) {
        try opened(.readOnly) { connection in
            do {
                try connection.run("VACUUM INTO ?", [.text(copy)])
            } catch let fault as SQLiteFault where fault.isDisksFault {
                throw LedgerError.unwritable(file: copy, reason: "\(fault)")
            }
        }
    }

    /// - Throws: `LedgerError` as above, also for damage inside the file.
    package func extent() throws(LedgerError) -> Extent {
        try opened(.readOnly) { connection in
            if let words = try connection.firstDamage() {
                throw LedgerError.damaged(file: file, reason: "it is damaged: \(words)")
            }
            let found = try connection.prepare(
                "SELECT count(*) AS rows, min(date) AS first, max(date) AS last FROM entry"
            )
            guard try found.next(), let rows = try found.integer("rows") else {
                return Extent(rows: 0, first: nil, last: nil)
            }
            return Extent(rows: rows, first: found.text("first"), last: found.text("last"))
        }
    }

    /// How many rows of this ledger another one lacks.
    package func rows(missingIn other: String) throws(LedgerError) -> Int64 {
        try opened(.readOnly) { connection in
            try connection.run("ATTACH DATABASE ? AS other", [.text(other)])
            let found = try connection.prepare(
                """
                SELECT count(*) AS rows FROM main.entry AS own WHERE NOT EXISTS (SELECT 1 FROM other.entry AS known
                    WHERE known.date = own.date AND known.occasion = own.occasion AND known.due_at = own.due_at)
                """
            )
            return try found.next() ? try found.integer("rows") ?? 0 : 0
        }
    }

    /// Marks that the ledger comes to another box, and forgets the first start on the old one: what was due before the
    /// first start on the new one stays the old box's (`LedgerOrigin.movedAt`).
    ///
    /// - Parameters:
    ///   - now: when.
    ///   - host: the name of the old box.
    package func markMove(at now: Instant, from host: String) throws(LedgerError) {
        try opened(.readWrite) { connection in
            try connection.transaction(.writing) { connection in
                try connection.run("DELETE FROM origin", [])
                // Among what people set: a table more would keep earlier versions from the ledger.
                try connection.run(
                    "INSERT INTO setting (at, key, value, who) VALUES (?, ?, ?, 'adhand import')",
                    [.integer(now.microseconds), .text(Self.mark), .text(host)]
                )
            }
        }
    }

    /// When the ledger came from another box, for the last time; nil where it was always here.
    static func movedAt(_ connection: SQLiteConnection) throws -> Instant? {
        let rows = try connection.prepare(
            "SELECT at FROM setting WHERE key = ? ORDER BY id DESC LIMIT 1",
            [.text(mark)]
        )
        return try rows.next() ? rows.integer("at").map(Instant.init(microseconds:)) : nil
    }

    private func opened<Value>(
        _ access: SQLiteLedger.Access,
        _ body: (SQLiteConnection) throws -> Value
    ) throws(LedgerError) -> Value {
        do {
            _ = try FileIdentity.ofLedger(file)
            let connection = try SQLiteConnection(file, isReadOnly: access == .readOnly)
            connection.limit(steps: Self.mostSteps)
            try LedgerSchema.prepare(connection, access)
            return try body(connection)
        } catch let error as LedgerError {
            throw error
        } catch let fault as SQLiteFault where access == .readWrite && fault.isDisksFault {
            throw .unwritable(file: file, reason: "\(fault)")
        } catch {
            throw .unreadable(file: file, reason: "\(error)")
        }
    }
}
