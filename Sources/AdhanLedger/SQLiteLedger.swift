import AdhanCore
import GRDB
import Synchronization

/// The ledger in one SQLite file.
///
/// The file is opened at the first call and, where that failed, again at each later one: a disk that comes back is taken up
/// without a restart. It is opened anew after an I/O error, too, and where the file was removed or replaced
/// (`reopenIfReplaced`). A file that cannot be understood is left as it is, for a person to look at.
package final class SQLiteLedger: Ledger {
    package enum Access: Sendable {
        /// Makes the file where there is none, and brings its schema up to date.
        case readWrite
        /// For looking only: the file must be there.
        case readOnly
    }

    /// In the place of a file: one that goes with the value, for a simulation. SQLite's own name for it.
    package static let inMemory = ":memory:"

    private let file: String
    private let access: Access
    private let opened: @Sendable () -> Bool
    private struct State {
        var queue: DatabaseQueue?
        /// The file that was opened last; nil before the first time.
        var opened: FileIdentity?
        /// What became of the file before, where that is not said yet.
        var replaced: String?
        /// What `opened` said.
        var isOwn = true
        /// It was told that the file is gone and none could be begun.
        var isLost = false
    }
    private let state = Mutex(State())

    /// - Parameters:
    ///   - file: the path of the SQLite file; its folder must be there.
    ///   - access: whether rows are to be written.
    ///   - opened: called each time the file was opened, by whoever needs it then; it may be another file than before. It returns whether
    ///     the file is ours alone, and is called again at each `reopenIfReplaced` until it is. It must not ask the ledger anything.
    package init(file: String, access: Access = .readWrite, opened: @escaping @Sendable () -> Bool = { true }) {
        (self.file, self.access, self.opened) = (file, access, opened)
    }

    package func recall(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerMemory {
        try reading { database in
            let firstStart = try Int64.fetchOne(database, sql: "SELECT first_start FROM origin")
            // An absence accounts for all until its end, any other row for its own second. A row from a clock that ran ahead says
            // nothing of the days before it.
            let lastDue = try Int64.fetchOne(
                database,
                sql: """
                    SELECT max(accounts_to) FROM
                        (SELECT CASE occasion WHEN ? THEN ended_at ELSE due_at END AS accounts_to FROM entry)
                    WHERE accounts_to <= ?
                    """,
                arguments: [Occasion.everyAdhan.name, now.microseconds]
            )
            // An absence carries the date on which it began, and counts until it ended. What was begun is to be ended, however
            // long ago that was.
            let rows = try LedgerRows(
                database,
                sql: "SELECT * FROM entry WHERE date >= ? OR occasion = ? OR state = 'started'",
                arguments: [since.description, Occasion.everyAdhan.name]
            )
            return LedgerMemory(
                firstStart: firstStart.map(Instant.init(microseconds:)),
                lastDue: lastDue.map(Instant.init(microseconds:)),
                entries: rows.entries,
                strange: rows.strange
            )
        }
    }

    package func close() {
        let queue = state.withLock { state in
            defer { state.queue = nil }
            return state.queue
        }
        // Its own queue waits for a call that is under way. What it cannot flush is whole on the disk all the same.
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
        try writing { database in
            let key: StatementArguments = [entry.key.date.description, entry.key.occasion.name]
            // Not by GRDB's own key, which traps where a hand at the sqlite3 prompt has made the table anew without one.
            let sql = "SELECT state FROM entry WHERE date = ? AND occasion = ?"
            guard let earlier = try Row.fetchOne(database, sql: sql, arguments: key) else {
                try entry.insert(database)
                return
            }
            // One that is not known settles the occasion, whatever it says.
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

    /// Reads the whole file and looks whether it hangs together. Takes milliseconds for each year of rows.
    ///
    /// - Throws: `LedgerError.unreadable` with SQLite's first words on what is damaged.
    package func check() throws(LedgerError) {
        let words = try reading { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        guard words == "ok" else {
            throw .damaged(file: file, reason: "it is damaged: \(words ?? "SQLite does not say where")")
        }
    }

    /// Whether there is a file that no ledger can be; one that is not there can still become one. By SQLite itself, since whoever opens
    /// and closes the file beside it takes away the locks that this process has on it.
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
                let what = now == .missing ? "it was removed" : "its file is another one than before"
                throw .unwritable(file: file, reason: "\(what), and none can be begun or used there: \(error.reason)")
            }
            return state.replaced.take()
        }
    }

    /// What became of the file, where it is another one now and that is in use.
    private func words(_ now: FileIdentity) -> String {
        switch now {
        case .missing: "the ledger \(file) was removed; a new one is begun in its place"
        case .empty: "the ledger \(file) was cut to nothing; it is begun anew"
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

    private func writing<Value>(_ body: (Database) throws -> Value) throws(LedgerError) -> Value {
        do {
            return try open().write(body)
        } catch let error as LedgerError {
            throw error
        } catch {
            closeAfter(error)
            throw .unwritable(file: file, reason: Self.words(error))
        }
    }

    /// After these the file is opened anew; `SQLITE_ERROR` says that a table is gone, as of a file that was cut to nothing.
    private static let reopening: [ResultCode] = [
        .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_ERROR, .SQLITE_CORRUPT, .SQLITE_NOTADB,
    ]

    /// A disk that failed may have come back as another one, and a file whose name is gone (`SQLITE_READONLY_DBMOVED`) never comes back:
    /// the next call opens what is there then.
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
            // After an I/O error it is opened anew, perhaps by a reader.
            if let last = state.opened, let before, before != last || state.isLost {
                state.replaced = before == last ? "the ledger \(file) is back" : words(before)
            }
            (state.queue, state.opened, state.isLost) = (opened, FileIdentity(file), false)
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
        // A reader such as `adhand history` holds the file for milliseconds only.
        configuration.busyMode = .timeout(5)
        configuration.label = "ledger"
        configuration.prepareDatabase { database in
            // FULL would leave the removal of the rollback journal unsynced: after a power cut a committed `started` could be
            // rolled back, and the prayer called twice. EXTRA syncs the folder as well.
            try database.execute(sql: "PRAGMA synchronous = EXTRA")
        }
        return configuration
    }

    /// Whether the file may be well, and the disk is not.
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
