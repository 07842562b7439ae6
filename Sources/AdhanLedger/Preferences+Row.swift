import AdhanCore
import GRDB

extension Preferences.Change {
    /// Nil for a row that this adhand does not understand, as from a newer one.
    init?(_ row: Row) {
        guard let key = String.fromDatabaseValue(row["key"]), let at = Int64.fromDatabaseValue(row["at"]),
            let who = String.fromDatabaseValue(row["who"])
        else { return nil }
        let value = String.fromDatabaseValue(row["value"])
        // A newer adhand may have more settings.
        guard let change = try? Self(key, value ?? "default", who: who, at: Instant(microseconds: at)) else {
            return nil
        }  // reason: see above
        self = change
    }
}
