import AdhanCore

/// Rows kept beside the ledger, as marks of what it may not have yet. A port, since simulations keep them in memory.
/// Calls may block.
package protocol PendingRowStore: Sendable {
    /// Where they are, for messages.
    var place: String { get }
    /// The marked rows, oldest first.
    func load() -> [LedgerEntry]
    /// - Returns: why it could not be marked; nil where it was.
    func save(_ entry: LedgerEntry) -> String?
    func remove(_ key: OccasionKey)
}
