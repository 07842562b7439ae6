import AdhanCore
import GRDB
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
        var queue: DatabaseQueue?
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

    package func recall(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerMemory {
        try reading { database in
            let firstStart = try Int64.fetchOne(database, sql: "SELECT first_start FROM origin")
            // An absence accounts for everything until its end, any other row for its own second. A row from a clock
            // that was ahead proves nothing about the days before it.
            let lastDue = try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(accounts_to) FROM
                        (SELECT CASE occasion WHEN ? THEN ended_at ELSE due_at END AS accounts_to FROM entry)
                    WHERE accounts_to <= ?
                    """,
                arguments: [Occasion.everyAdhan.name, now.microseconds]
            )
            // An absence has the date on which it began, and counts until its end. A row that was begun must be ended,
            // however old it is.
            let rows = try LedgerRows(
                database,
                sql: "SELECT * FROM entry WHERE date >= ? OR occasion = ? OR state = 'started'",
                arguments: [since.description, Occasion.everyAdhan.name]
            )
            return LedgerMemory(
                firstStart: firstStart.map(Instant.init(microseconds:)),
                lastDue: lastDue.map(Instant.init(microseconds:)),
                entries: rows.entries,
                strange: rows.strange,
                isLost: state.withLock(\.wasEmpty)
            )
        }
    }

    package func close() {
        let queue = state.withLock { state in
            defer { state.queue = nil }
            return state.queue
        }
        // The queue waits for a call in progress. What SQLite cannot flush here is already durable.
        try? queue?.close()  // reason: see above
    }

    package func recordFirstStart(_ instant: Instant) throws(LedgerError) {
        try writing { database in
            try database.execute(
                sql: "INSERT OR IGNORE INTO origin (id, first_start) VALUES (1, ?)",
                arguments: [instant.microseconds]
            )
        }
    }

    package func record(_ entry: LedgerEntry) throws(LedgerError) {
        try writing(of: entry.key) { database in
            let key: StatementArguments = [entry.key.date.description, entry.key.occasion.name]
            // Not by GRDB's primary key, which traps if a person recreated the table without one.
            let sql = "SELECT state FROM entry WHERE date = ? AND occasion = ?"
            guard let earlier = try Row.fetchOne(database, sql: sql, arguments: key) else {
                try entry.insert(database)
                return
            }
            // An unknown state is treated as final.
            let state = String.fromDatabaseValue(earlier["state"]).flatMap(LedgerState.init) ?? .interrupted
            guard state.mayBecome(entry.state) else {
                throw LedgerError.refused(entry.key, from: state, to: entry.state)
            }
            let columns = try entry.databaseDictionary.sorted { $0.key < $1.key }
            try database.execute(
                sql: """
                    UPDATE entry SET \(columns.map { "\($0.key) = ?" }.joined(separator: ", "))
                    WHERE date = ? AND occasion = ?
                    """,
                arguments: StatementArguments(columns.map(\.value)) + key
            )
        }
    }

    package func record(_ change: Preferences.Change) throws(LedgerError) {
        try writing { database in
            try database.execute(
                sql: "INSERT INTO setting (at, key, value, who) VALUES (?, ?, ?, ?)",
                arguments: [change.at.microseconds, change.key.name, change.value?.text, change.who]
            )
        }
    }

    package func changes(limit: Int) throws(LedgerError) -> [Preferences.Change] {
        try reading { database in
            let rows = try Row.fetchAll(
                database,
                sql: "SELECT * FROM setting ORDER BY id DESC LIMIT ?",
                arguments: [limit]
            )
            return rows.compactMap(Preferences.Change.init)
        }
    }

    package func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows {
        try reading { database in
            try LedgerRows(
                database,
                sql: "SELECT * FROM entry WHERE date >= ? AND date < ? ORDER BY date, due_at, occasion",
                arguments: [dates.lowerBound.description, dates.upperBound.description],
                limit: limit
            )
        }
    }

    /// Reads the whole file and checks its integrity. Takes milliseconds per year of rows.
    ///
    /// - Throws: `LedgerError.unreadable` with SQLite's first message about the damage.
    package func check() throws(LedgerError) {
        let words = try reading { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard words == "ok" else {
            throw .damaged(file: file, reason: "it is damaged: \(words ?? "SQLite does not say where")")
        }
    }

    /// Whether the file exists and is not a ledger; a missing file can still become one. Uses SQLite, because opening
    /// and closing the file in any other way would release this process' locks on it.
    package var isForeign: Bool {
        do {
            _ = try open()
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
                if state.queue != nil, !state.isOwn { state.isOwn = self.opened() }
                return nil
            }
            state.queue = nil
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

    /// What happened to the file, if another one is in use now.
    private func words(_ now: FileIdentity) -> String {
        switch now {
        case .missing: "the ledger \(file) was removed; a new one is created"
        case .empty: "the ledger \(file) was truncated; a new one is created"
        case .file: "the ledger \(file) was replaced by another file, which is used from now on"
        }
    }

    private func reading<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
        do {
            return try open().read(body)
        } catch let error as LedgerError {
            throw error
        } catch {
            closeAfter(error)
            throw unreadable(error)
        }
    }

    /// - Parameter key: that of the row that is written; nil where it is none of an occasion.
    private func writing<Value>(
        of key: OccasionKey? = nil,
        _ body: (Database) throws -> Value
    ) throws(LedgerError) -> Value {
        do {
            return try open().write(body)
        } catch let error as LedgerError {
            throw error
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT && key != nil {
            // It would fail at each try, and hold up all rows behind it.
            guard let key else { throw .unwritable(file: file, reason: Self.words(error)) }
            throw .impossible(key, reason: Self.words(error))
        } catch {
            closeAfter(error)
            throw .unwritable(file: file, reason: Self.words(error))
        }
    }

    /// The file is reopened after these errors. `SQLITE_ERROR` means that a table is gone, as in a file that was
    /// truncated.
    private static let reopening: [ResultCode] = [
        .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_ERROR, .SQLITE_CORRUPT, .SQLITE_NOTADB,
    ]

    /// After a disk failure a different disk may come back, and a file whose name is gone (`SQLITE_READONLY_DBMOVED`)
    /// never comes back. The next call opens whatever is there.
    private func closeAfter(_ error: any Error) {
        guard let error = error as? DatabaseError, Self.reopening.contains(error.resultCode) else {
            return
        }
        state.withLock { $0.queue = nil }
    }

    private func open() throws(LedgerError) -> DatabaseQueue {
        try state.withLock { state throws(LedgerError) in try open(&state) }
    }

    private func open(_ state: inout State) throws(LedgerError) -> DatabaseQueue {
        if let queue = state.queue { return queue }
        do {
            let before = try FileIdentity.ofLedger(file)
            if access == .readWrite, file != Self.inMemory {
                if before == .missing { FileIdentity.makeForOwner(file) }
                FileIdentity.removeStrangersEmptyJournal(of: file)
            }
            let opened = try DatabaseQueue(path: file, configuration: configuration)
            try LedgerSchema.prepare(opened, access)
            if access == .readWrite, state.opened == nil, before == .empty { state.replaced = words(.empty) }
            // After an I/O error a reader may be the one that reopens it.
            if let last = state.opened, let before, before != last || state.isLost {
                state.replaced = before == last ? "the ledger \(file) is back" : words(before)
            }
            (state.queue, state.opened, state.isLost) = (opened, FileIdentity(file), false)
            state.wasEmpty = before == .empty
            state.isOwn = self.opened()
            return opened
        } catch let error as DatabaseError where Self.isDisksFault(error) {
            throw .unwritable(file: file, reason: Self.words(error))
        } catch {
            throw unreadable(error)
        }
    }

    private func unreadable(_ error: any Error) -> LedgerError {
        let reason = Self.words(error)
        return switch (error as? DatabaseError)?.resultCode {
        case .some(.SQLITE_NOTADB): .foreign(file: file, reason: reason)
        case .some(.SQLITE_CORRUPT): .damaged(file: file, reason: reason)
        default: .unreadable(file: file, reason: reason)
        }
    }

    var configuration: Configuration {
        var configuration = Configuration()
        configuration.readonly = access == .readOnly
        // A reader such as `adhand history` holds the lock for milliseconds only.
        configuration.busyMode = .timeout(5)
        configuration.label = "ledger"
        configuration.prepareDatabase { database in
            // FULL would not sync the removal of the rollback journal: after a power cut, a committed `started` could
            // be rolled back and the prayer called twice. EXTRA syncs the folder as well.
            try database.execute(sql: "PRAGMA synchronous = EXTRA")
        }
        return configuration
    }

    /// Whether the disk is to blame and the file may be intact.
    private static func isDisksFault(_ error: DatabaseError) -> Bool {
        [.SQLITE_FULL, .SQLITE_READONLY].contains(error.resultCode)
            || [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC].contains(error.extendedResultCode)
    }

    private static func words(_ error: any Error) -> String {
        guard let error = error as? DatabaseError else { return "\(error)" }
        return "SQLite says '\(error.message ?? "nothing")' (code \(error.extendedResultCode.rawValue))"
            + (isDisksFault(error) ? "; see whether the disk is full or read-only (df -h, mount)" : "")
    }
}
