import AdhanSQLite

/// The secret part of the address of the calendar, which phones ask for without a login.
extension PanelStore {
    /// Nil where the calendar is not given out.
    func calendarKey() throws -> String? {
        try read { connection in
            let row = try connection.prepare("SELECT key FROM calendar")
            return try row.next() ? row.text("key") : nil
        }
    }

    /// Sets another key, with which the earlier one ends; nil for none.
    func setCalendarKey(_ key: String?) throws {
        try write { connection in
            try connection.execute("DELETE FROM calendar")
            if let key { try connection.run("INSERT INTO calendar (one, key) VALUES (1, ?)", [.text(key)]) }
        }
    }
}
