import AdhanCore
import GRDB

/// Uses the core's own coding: `LedgerSchema` has a column for each of its keys.
extension LedgerEntry: FetchableRecord, PersistableRecord {
    package static var databaseTableName: String { "entry" }
}
