import AdhanCore

/// `[ledger]`: where the book is kept.
package struct LedgerConfiguration: Sendable {
    package var file: String

    package init(_ table: ConfigTable, _ locations: Locations) {
        file = table.string("file")?.path ?? locations.state + "/ledger.sqlite"
    }
}
