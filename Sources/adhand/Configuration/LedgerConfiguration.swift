import AdhanCore

/// `[ledger]`: where the book is kept.
struct LedgerConfiguration: Sendable {
    var file: String

    init(_ table: ConfigTable, _ paths: ConfigPaths, _ locations: Locations) {
        file = table.string("file").map { paths.resolve($0.value) } ?? locations.state + "/ledger.sqlite"
    }
}
