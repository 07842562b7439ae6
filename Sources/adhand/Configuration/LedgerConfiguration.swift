import AdhanCore

/// `[ledger]`: where the book is kept.
struct LedgerConfiguration: Sendable {
    var file: String

    init(_ table: ConfigTable, _ locations: Locations) {
        file = table.string("file")?.path ?? locations.state + "/ledger.sqlite"
    }
}
