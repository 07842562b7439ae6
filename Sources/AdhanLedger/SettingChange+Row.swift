import AdhanCore
import AdhanSQLite

extension SettingChange {
    /// Nil for a row of a person's own making.
    init?(_ row: SQLiteStatement) {
        // reason: see above
        guard let key = row.text("key"), let at = try? row.integer("at"), let who = row.text("who") else { return nil }
        self.init(key, row.text("value"), who: who, at: Instant(microseconds: at))
    }
}
