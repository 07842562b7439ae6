import AdhanCore
import AdhanSQLite

extension Preferences.Change {
    /// Nil for a row that this adhand does not understand, as from a newer one.
    init?(_ row: SQLiteStatement) {
        // reason: see above, for both
        guard let key = row.text("key"), let at = try? row.integer("at"), let who = row.text("who"),
            let change = try? Self(key, row.text("value") ?? "default", who: who, at: Instant(microseconds: at))
        else { return nil }
        self = change
    }
}
