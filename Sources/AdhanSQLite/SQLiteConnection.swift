import CSQLite

/// One open connection to SQLite. Only one thread at a time may use it: its owner holds a lock for that.
package final class SQLiteConnection {
    package enum Transaction: String {
        /// Takes a lock when a statement needs one.
        case reading = "DEFERRED"
        /// Takes the lock for writing at once: a later attempt could fail after reading.
        case writing = "IMMEDIATE"
    }

    /// How long a statement waits for another process' lock, in milliseconds. A reader such as `adhand history` holds
    /// the lock for milliseconds only.
    private static let busyTimeout: Int32 = 5000

    private let handle: OpaquePointer

    /// Opens the file, and creates it unless it is only read. May block.
    ///
    /// - Throws: what SQLite says, as of a file that is not a database.
    package init(_ path: String, isReadOnly: Bool = false) throws(SQLiteFault) {
        let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            // SQLite has a connection even then, except without memory.
            sqlite3_close_v2(opened)
            throw SQLiteFault(code: code == SQLITE_OK ? SQLITE_INTERNAL : code)
        }
        handle = opened
        sqlite3_busy_timeout(handle, Self.busyTimeout)
        try execute("PRAGMA foreign_keys = ON")
        // FULL would not sync the removal of the rollback journal: after a power cut, a committed `started` of the
        // ledger could be rolled back and the prayer called twice. EXTRA syncs the folder as well.
        try execute("PRAGMA synchronous = EXTRA")
        // SQLite reads the file only now.
        try execute("SELECT * FROM sqlite_master LIMIT 1")
    }

    /// Ends each statement that takes more than so many steps, with a fault: those of a hostile file may have no end.
    package func limit(steps: Int32) { sqlite3_progress_handler(handle, steps, { _ in 1 }, nil) }

    /// A statement that is still in use keeps the connection open until that is over.
    deinit { sqlite3_close_v2(handle) }

    /// Runs statements without parameters, separated by semicolons. Their rows are ignored.
    package func execute(_ script: String) throws(SQLiteFault) {
        try check(sqlite3_exec(handle, script, nil, nil, nil))
    }

    /// Runs one statement. Its rows are ignored.
    package func run(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteFault) {
        let statement = try prepare(sql, values)
        while try statement.next() {}
    }

    /// - Parameter values: those of the parameters (`?`), in their order.
    package func prepare(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteFault) -> SQLiteStatement {
        var prepared: OpaquePointer?
        try check(sqlite3_prepare_v2(handle, sql, -1, &prepared, nil))
        guard let prepared else { throw SQLiteFault(code: SQLITE_MISUSE) }
        return try SQLiteStatement(prepared, of: self, values)
    }

    /// Commits what the body does; an error undoes all of it.
    package func transaction<Value>(
        _ kind: Transaction,
        _ body: @Sendable (SQLiteConnection) throws -> Value
    ) throws -> Value {
        try execute("BEGIN \(kind.rawValue) TRANSACTION")
        do {
            let value = try body(self)
            try execute("COMMIT TRANSACTION")
            return value
        } catch {
            // After some errors SQLite has rolled back already. If it cannot, the next BEGIN fails and the owner
            // opens the file again.
            if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK TRANSACTION") }  // reason: see above
            throw error
        }
    }

    /// A whole copy of the file, as of one moment.
    ///
    /// - Throws: what SQLite says; SQLITE_TOOBIG where the file is larger.
    package func bytes(limit: Int) throws(SQLiteFault) -> [UInt8] {
        // Others must not write between the two looks.
        try execute("BEGIN")
        defer { sqlite3_exec(handle, "COMMIT", nil, nil, nil) }
        try execute("SELECT * FROM sqlite_master LIMIT 1")
        var size: sqlite3_int64 = 0
        // Without a copy it gives the size alone.
        _ = sqlite3_serialize(handle, "main", &size, UInt32(SQLITE_SERIALIZE_NOCOPY))
        guard size >= 0 else { throw SQLiteFault(code: SQLITE_ERROR, message: "the size of the file is not known") }
        // SQLite has no copy of it.
        guard size > 0 else { return [] }
        guard size <= limit else { throw SQLiteFault(code: SQLITE_TOOBIG) }
        guard let copy = sqlite3_serialize(handle, "main", &size, 0) else { throw SQLiteFault(code: SQLITE_NOMEM) }
        defer { sqlite3_free(copy) }
        return Array(UnsafeBufferPointer(start: copy, count: Int(size)))
    }

    /// Reads the whole file and checks that it is in order. May take long.
    ///
    /// - Returns: SQLite's first words about the damage; nil if there is none.
    package func firstDamage() throws(SQLiteFault) -> String? {
        let check = try prepare("PRAGMA quick_check(1)")
        let words = try check.next() ? check.text("quick_check") : nil
        return words == "ok" ? nil : words ?? "SQLite does not say where"
    }

    /// - Throws: SQLite's latest error, unless the code is one of success.
    func check(_ code: Int32) throws(SQLiteFault) {
        guard ![SQLITE_OK, SQLITE_ROW, SQLITE_DONE].contains(code) else { return }
        throw SQLiteFault(code: code, message: String(cString: sqlite3_errmsg(handle)))
    }
}

/// What SQLite says of a call that failed.
package struct SQLiteFault: Error, CustomStringConvertible {
    /// The extended result code.
    package let code: Int32
    package let message: String

    package init(code: Int32, message: String? = nil) {
        (self.code, self.message) = (code, message ?? String(cString: sqlite3_errstr(code)))
    }

    /// The result code without the part that says more.
    package var primaryCode: Int32 { code & 0xFF }

    /// Whether the disk is to blame and the file may be intact.
    package var isDisksFault: Bool {
        [SQLITE_FULL, SQLITE_READONLY].contains(primaryCode)
            || [Self.writeFault, Self.syncFault, Self.folderSyncFault].contains(code)
    }

    /// Whether the disk has no room; the file can be read.
    package var isFull: Bool { primaryCode == SQLITE_FULL }

    /// Whether the file is no database, or a damaged one.
    package var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB].contains(primaryCode) }

    /// Whether the file has other tables or columns than a statement.
    package var isOfSchema: Bool { primaryCode == SQLITE_ERROR }

    // SQLITE_IOERR_WRITE, …_FSYNC and …_DIR_FSYNC, macros that Swift does not import.
    private static let writeFault = SQLITE_IOERR | 3 << 8
    private static let syncFault = SQLITE_IOERR | 4 << 8
    private static let folderSyncFault = SQLITE_IOERR | 5 << 8

    package var description: String {
        "SQLite says '\(message)' (code \(code))"
            + (isDisksFault ? "; see whether the disk is full or read-only (df -h, mount)" : "")
    }
}
