import AdhanCore
import AdhanSQLite

extension LedgerEntry {
    /// - Throws: why the row cannot be understood. A newer adhand or a person at the `sqlite3` prompt wrote it.
    init(_ row: SQLiteStatement) throws {
        func required<Value>(_ value: Value?, _ column: String) throws(StrangeRow) -> Value {
            guard let value else { throw StrangeRow(description: "it has no \(column)") }
            return value
        }
        func named<Value: RawRepresentable<String>>(_ column: String) throws(StrangeRow) -> Value {
            let name = try required(row.text(column), column)
            guard let value = Value(rawValue: name) else {
                throw StrangeRow(description: "its \(column) '\(name)' is unknown")
            }
            return value
        }
        func instant(_ column: String) throws(StrangeRow) -> Instant? {
            try row.integer(column).map(Instant.init(microseconds:))
        }
        let key = OccasionKey(
            try CivilDate(required(row.text("date"), "date")),
            try Occasion(named: required(row.text("occasion"), "occasion"))
        )
        let due = ScheduledOccasion(key, at: try required(instant("due_at"), "due_at"), source: try named("source"))
        self.init(due, try named("state"), reason: row.text("reason"), file: row.text("file"), who: row.text("who"))
        (began, ended) = (try instant("started_at"), try instant("ended_at"))
        latenessMilliseconds = try row.integer("lateness_ms")
        heardMilliseconds = try row.integer("heard_ms")
        gapMilliseconds = try row.integer("gap_ms")
        (sha256, device) = (row.text("sha256"), row.text("device"))
    }

    /// The columns of `LedgerSchema` with their values.
    var columns: [(name: String, value: SQLiteValue)] {
        [
            ("date", .text(key.date.description)),
            ("occasion", .text(key.occasion.name)),
            ("state", .text(state.rawValue)),
            ("due_at", .integer(due.microseconds)),
            // Missing values are written as null, to clear what the earlier row had.
            ("started_at", SQLiteValue(began?.microseconds)),
            ("ended_at", SQLiteValue(ended?.microseconds)),
            ("lateness_ms", SQLiteValue(latenessMilliseconds)),
            ("heard_ms", SQLiteValue(heardMilliseconds)),
            ("gap_ms", SQLiteValue(gapMilliseconds)),
            ("source", .text(source.rawValue)),
            ("file", SQLiteValue(file)),
            ("sha256", SQLiteValue(sha256)),
            ("device", SQLiteValue(device)),
            ("reason", SQLiteValue(reason)),
            ("who", SQLiteValue(who)),
        ]
    }
}
