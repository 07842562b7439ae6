import AdhanCore
import AdhanSQLite
import CSQLite
import Synchronization

/// The ledger in one SQLite file.
///
/// The first call opens the file. If that failed, each later call tries again, so a disk that returns is used without a
/// restart. The file is also reopened after an I/O error, and after it was removed or replaced (`reopenIfReplaced`). A
/// file that cannot be understood is left unchanged for a person to look at.
package final class SQLiteLedger: Ledger {
    package enum Access: Sendable {
        /// Creates the file if it does not exist, and updates its schema.
        case readWrite
        /// Read only: the file must exist.
        case readOnly
    }

    /// Instead of a path: a database in memory, for a simulation. The name is SQLite's.
    package static let inMemory = ":memory:"

    private let file: String
    private let access: Access
    private let opened: @Sendable () -> Bool
    private struct State {
        var connection: SQLiteConnection?
        /// Whether the open file had lost its content, as by a power cut.
        var wasEmpty = false
        /// The last file opened; nil before the first.
        var opened: FileIdentity?
        /// What happened to the previous file, if not reported yet.
        var replaced: String?
        /// The result of `opened`.
        var isOwn = true
        /// Whether it was reported that the file is gone and no new one could be created.
        var isLost = false
    }
    /// Held during each call, so that calls of several threads follow one another.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - file: the path of the SQLite file; its folder must exist.
    ///   - access: whether rows are to be written.
    ///   - opened: called on the calling thread each time the file was opened, perhaps a different file than before.
    ///     Returns whether the file is used by us alone; until then each `reopenIfReplaced` calls it again. It must not
    ///     call the ledger.
    package init(file: String, access: Access = .readWrite, opened: @escaping @Sendable () -> Bool = { true }) {
        (self.file, self.access, self.opened) = (file, access, opened)
    }

    package func load(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerCache {
        var memory = try reading { connection in
            let origin = try connection.prepare("SELECT first_start FROM origin")
            let firstStart = try origin.next() ? origin.integer("first_start") : nil
            // An absence accounts for everything until its end, any other row for its own second. A row from a clock
            // that was ahead proves nothing about the days before it.
            let last = try connection.prepare(
                """
                SELECT max(accounts_to) AS last FROM
                    (SELECT CASE occasion WHEN ? THEN ended_at ELSE due_at END AS accounts_to FROM entry)
                WHERE accounts_to <= ?
                """,
                [.text(Occasion.absence.name), .integer(now.microseconds)]
            )
            let lastDue = try last.next() ? last.integer("last") : nil
            // An absence has the date on which it began, and counts until its end. A row that was begun must be ended,
            // however old it is.
            let rows = try LedgerRows(
                connection.prepare(
                    "SELECT * FROM entry WHERE date >= ? OR occasion = ? OR state = 'started'",
                    [.text(since.description), .text(Occasion.absence.name)]
                )
            )
            return LedgerCache(
                origin: LedgerOrigin(
                    firstStart: firstStart.map(Instant.init(microseconds:)),
                    movedAt: try MovedLedger.movedAt(connection)
                ),
                lastDue: lastDue.map(Instant.init(microseconds:)),
                entries: rows.entries,
                strange: rows.strange
            )
        }
        memory.isLost = state.withLock(\.wasEmpty)
        return memory
    }

    // What SQLite cannot flush here is already durable.
    package func close() { state.withLock { $0.connection = nil } }

    package func record(_ origin: LedgerOrigin) throws(LedgerError) {
        try writing { connection in
            if let firstStart = origin.firstStart {
                try connection.run(
                    "INSERT OR IGNORE INTO origin (id, first_start) VALUES (1, ?)",
                    [.integer(firstStart.microseconds)]
                )
            }
            guard let movedAt = origin.movedAt else { return }
            // The name of the old box is only in the file that was replaced.
            try connection.run(
                """
                INSERT INTO setting (at, key, who) SELECT ?1, ?2, 'adhand'
                    WHERE NOT EXISTS (SELECT 1 FROM setting WHERE key = ?2)
                """,
                [.integer(movedAt.microseconds), .text(MovedLedger.mark)]
            )
        }
    }

    package func record(_ entry: LedgerEntry) throws(LedgerError) {
        try writing(of: entry.key) { connection in
            let key = [SQLiteValue.text(entry.key.date.description), .text(entry.key.occasion.name)]
            let columns = entry.columns
            let values = columns.map(\.value)
            let earlier = try connection.prepare("SELECT state FROM entry WHERE date = ? AND occasion = ?", key)
            guard try earlier.next() else {
                let names = columns.map(\.name).joined(separator: ", ")
                let places = columns.map { _ in "?" }.joined(separator: ", ")
                return try connection.run("INSERT INTO entry (\(names)) VALUES (\(places))", values)
            }
            // An unknown state is treated as final.
            let state = earlier.text("state").flatMap(LedgerState.init) ?? .interrupted
            guard state.mayBecome(entry.state) else {
                throw LedgerError.refused(entry.key, from: state, to: entry.state)
            }
            let changes = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
            try connection.run("UPDATE entry SET \(changes) WHERE date = ? AND occasion = ?", values + key)
        }
    }

    package func record(_ change: SettingChange) throws(LedgerError) {
        try writing { connection in
            try connection.run(
                "INSERT INTO setting (at, key, value, who) VALUES (?, ?, ?, ?)",
                [
                    .integer(change.at.microseconds), .text(change.key), SQLiteValue(change.value), .text(change.who),
                ]
            )
        }
    }

    package func changes(limit: Int) throws(LedgerError) -> [SettingChange] {
        try reading { connection in
            let rows = try connection.prepare(
                // The mark of a move is no setting.
                "SELECT * FROM setting WHERE key <> ? ORDER BY id DESC LIMIT ?",
                [.text(MovedLedger.mark), .integer(Int64(limit))]
            )
            var changes: [SettingChange] = []
            while try rows.next() { if let change = SettingChange(rows) { changes.append(change) } }
            return changes
        }
    }

    package func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows {
        try reading { connection in
            try LedgerRows(
                connection.prepare(
                    "SELECT * FROM entry WHERE date >= ? AND date < ? ORDER BY date, due_at, occasion",
                    [.text(dates.lowerBound.description), .text(dates.upperBound.description)]
                ),
                limit: limit
            )
        }
    }

    /// Reads the whole file and checks its integrity. Takes milliseconds per year of rows.
    ///
    /// - Throws: `LedgerError.unreadable` with SQLite's first message about the damage.
    package func check() throws(LedgerError) {
        let words = try reading { connection in
            let check = try connection.prepare("PRAGMA quick_check(1)")
            return try check.next() ? check.text("quick_check") : nil
        }
        guard words == "ok" else {
            throw .damaged(file: file, reason: "it is damaged: \(words ?? "SQLite does not say where")")
        }
    }

    /// Whether the file exists and is not a ledger; a missing file can still become one. Uses SQLite, because opening
    /// and closing the file in any other way would release this process' locks on it.
    package var isForeign: Bool {
        do {
            try state.withLock { state throws(LedgerError) in _ = try open(&state) }
            return false
        } catch {
            if case .foreign = error { return true }
            return false
        }
    }

    package func reopenIfReplaced() throws(LedgerError) -> String? {
        try state.withLock { state throws(LedgerError) -> String? in
            if let words = state.replaced.take() { return words }
            guard let opened = state.opened, let now = FileIdentity(file), now != opened || state.isLost else {
                if state.connection != nil, !state.isOwn { state.isOwn = self.opened() }
                return nil
            }
            state.connection = nil
            do throws(LedgerError) {
                _ = try open(&state)
            } catch {
                state.isLost = true
                let what = now == .missing ? "it was removed" : "it was replaced by another file"
                throw .unwritable(
                    file: file,
                    reason: "\(what), and no ledger can be created or used there: \(error.reason)"
                )
            }
            return state.replaced.take()
        }
    }

    private func reading<Value: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> Value
    ) throws(LedgerError) -> Value {
        try state.withLock { state throws(LedgerError) in
            let connection = try open(&state)
            do {
                return try connection.transaction(.reading, body)
            } catch {
                closeAfter(error, &state)
                throw unreadable(error)
            }
        }
    }

    /// - Parameter key: that of the row that is written; nil where it is none of an occasion.
    private func writing(
        of key: OccasionKey? = nil,
        _ body: @Sendable (SQLiteConnection) throws -> Void
    ) throws(LedgerError) {
        try state.withLock { state throws(LedgerError) in
            let connection = try open(&state)
            do {
                try connection.transaction(.writing, body)
            } catch let error as LedgerError {
                throw error
            } catch {
                if let key, (error as? SQLiteFault)?.primaryCode == SQLITE_CONSTRAINT {
                    // It would fail at each try, and hold up all rows behind it.
                    throw .impossible(key, reason: "\(error)")
                }
                closeAfter(error, &state)
                throw .unwritable(file: file, reason: "\(error)")
            }
        }
    }

    /// The file is reopened after these errors. `SQLITE_ERROR` means that a table is gone, as in a file that was
    /// truncated.
    private static let reopening = [SQLITE_IOERR, SQLITE_READONLY, SQLITE_ERROR, SQLITE_CORRUPT, SQLITE_NOTADB]

    /// After a disk failure a different disk may come back, and a file whose name is gone (`SQLITE_READONLY_DBMOVED`)
    /// never comes back. The next call opens whatever is there.
    private func closeAfter(_ error: any Error, _ state: inout State) {
        guard let fault = error as? SQLiteFault, Self.reopening.contains(fault.primaryCode) else { return }
        state.connection = nil
    }

    private func open(_ state: inout State) throws(LedgerError) -> SQLiteConnection {
        if let connection = state.connection { return connection }
        do {
            let before = try FileIdentity.ofLedger(file)
            if access == .readWrite, file != Self.inMemory {
                if before == .missing { FileIdentity.makeForOwner(file) }
                FileIdentity.removeStrangersEmptyJournal(of: file)
            }
            let opened = try SQLiteConnection(file, isReadOnly: access == .readOnly)
            try LedgerSchema.prepare(opened, access)
            if access == .readWrite, state.opened == nil, before == .empty {
                state.replaced = FileIdentity.empty.words(of: file)
            }
            // After an I/O error a reader may be the one that reopens it.
            if let last = state.opened, let before, before != last || state.isLost {
                state.replaced = before == last ? "the ledger \(file) is back" : before.words(of: file)
            }
            (state.connection, state.opened, state.isLost) = (opened, FileIdentity(file), false)
            state.wasEmpty = before == .empty
            state.isOwn = self.opened()
            return opened
        } catch let fault as SQLiteFault where fault.isDisksFault {
            throw .unwritable(file: file, reason: "\(fault)")
        } catch {
            throw unreadable(error)
        }
    }

    private func unreadable(_ error: any Error) -> LedgerError {
        let reason = "\(error)"
        return switch (error as? SQLiteFault)?.primaryCode {
        case SQLITE_NOTADB: .foreign(file: file, reason: reason)
        case SQLITE_CORRUPT: .damaged(file: file, reason: reason)
        default: .unreadable(file: file, reason: reason)
        }
    }
}
