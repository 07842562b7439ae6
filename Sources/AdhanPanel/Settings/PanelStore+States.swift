import AdhanSQLite

/// The settings as they were after a change.
struct SettingsState: Sendable, Equatable {
    let id: Int64
    /// In seconds since 1970 UTC.
    let at: Int64
    /// The account's name.
    let who: String
    /// The change in words.
    let what: String
    /// The panel's file.
    let text: String
}

/// The last states of the settings.
extension PanelStore {
    /// The number of states that are kept, besides the one in force.
    static let mostStates: Int64 = 20
    /// The number of states that the daemon may not know yet, for the ledger.
    private static let mostUntold: Int64 = 200

    /// Adds a state whose file is about to be written, and forgets the oldest.
    ///
    /// - Parameter who: empty for the state before the first change, of which the daemon need not know.
    func add(who: String, what: String, _ text: String, at: Int64) throws -> Int64 {
        try write { connection in
            let sql = "INSERT INTO state (at, who, what, text, told) VALUES (?, ?, ?, ?, ?)"
            let told: SQLiteValue = .integer((who.isEmpty ? Told.confirmed : .unwritten).rawValue)
            try connection.run(sql, [.integer(at), .text(who), .text(what), .text(text), told])
            let old = """
                DELETE FROM state WHERE id NOT IN (SELECT id FROM state ORDER BY id DESC LIMIT ?1)
                AND (told = ?2 OR id NOT IN (SELECT id FROM state ORDER BY id DESC LIMIT ?3))
                """
            let confirmed = SQLiteValue.integer(Told.confirmed.rawValue)
            try connection.run(old, [.integer(Self.mostStates + 1), confirmed, .integer(Self.mostUntold)])
            return try connection.count("SELECT max(id) AS n FROM state")
        }
    }

    /// The state's file is written: the daemon is to be told of it.
    func markWritten(_ id: Int64) throws { try mark(id, .untold) }

    /// The states whose file may not have been written, in order.
    func unwrittenStates() throws -> [SettingsState] {
        try states("SELECT * FROM state WHERE told = \(Told.unwritten.rawValue) ORDER BY id")
    }

    /// Removes a state whose file was not written.
    func removeState(_ id: Int64) throws {
        try write { try $0.run("DELETE FROM state WHERE id = ?", [.integer(id)]) }
    }

    /// The states, the latest first: it is the one in force.
    func states() throws -> [SettingsState] {
        try states("SELECT * FROM state ORDER BY id DESC LIMIT \(Self.mostStates + 1)")
    }

    /// The daemon's progress with a state, in the column `told`.
    private enum Told: Int64 {
        case untold, confirmed
        /// The ledger has it, and the config is not taken up.
        case recorded
        /// The panel's file may not have it yet.
        case unwritten
    }

    /// The states that the daemon has not recorded yet, in order.
    func untoldStates(through last: Int64 = .max) throws -> [SettingsState] {
        try states("SELECT * FROM state WHERE told = \(Told.untold.rawValue) ORDER BY id").filter { $0.id <= last }
    }

    /// The states that the ledger may have, in order: those of a person whose file is written.
    func tellableStates() throws -> [(state: SettingsState, isTold: Bool)] {
        let untold = Set(try untoldStates().map(\.id))
        return try states("SELECT * FROM state WHERE told <> \(Told.unwritten.rawValue) AND who <> '' ORDER BY id")
            .map { ($0, !untold.contains($0.id)) }
    }

    /// The last state that the daemon has not taken up; nil where it has taken up all.
    func lastUnconfirmed() throws -> Int64? {
        let sql = "SELECT max(id) AS n FROM state WHERE told IN (\(Told.untold.rawValue), \(Told.recorded.rawValue))"
        let id = try read { try $0.count(sql) }
        return id > 0 ? id : nil
    }

    /// The daemon has recorded it.
    func markRecorded(_ state: SettingsState) throws { try mark(state.id, .recorded) }

    private func mark(_ id: Int64, _ told: Told) throws {
        let sql = "UPDATE state SET told = ? WHERE id = ?"
        try write { try $0.run(sql, [.integer(told.rawValue), .integer(id)]) }
    }

    /// The daemon has taken up this state and those before it.
    func confirm(through id: Int64) throws {
        let sql = "UPDATE state SET told = ? WHERE id <= ? AND told <> ?"
        let unwritten = SQLiteValue.integer(Told.unwritten.rawValue)
        try write { try $0.run(sql, [.integer(Told.confirmed.rawValue), .integer(id), unwritten]) }
    }

    private func states(_ sql: String) throws -> [SettingsState] {
        try read { connection in
            let rows = try connection.prepare(sql)
            var states: [SettingsState] = []
            while try rows.next() {
                guard let id = try rows.integer("id"), let at = try rows.integer("at"), let who = rows.text("who"),
                    let what = rows.text("what"), let text = rows.text("text")
                else { continue }
                states.append(SettingsState(id: id, at: at, who: who, what: what, text: text))
            }
            return states
        }
    }
}
