import AdhanCore
import GRDB

/// The core's own coding is the table's: `LedgerSchema` has a column for each of its keys.
extension LedgerEntry: FetchableRecord, PersistableRecord {
    package static var databaseTableName: String { "entry" }
}
