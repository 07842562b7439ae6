import AdhanCore

/// The rows that have a mark, and whether the ledger has them.
struct PendingRows: Sendable {
    private struct Row: Sendable {
        let entry: LedgerEntry
        /// Whether the ledger has the row, or has settled its occasion.
        var isWritten: Bool
        /// Why it could not be marked.
        var problem: String?
    }

    private var rows: [OccasionKey: Row] = [:]

    /// Adds a row, in place of its occasion's earlier one.
    package mutating func note(_ entry: LedgerEntry, isWritten: Bool = false) {
        rows[entry.key] = Row(entry: entry, isWritten: isWritten)
    }

    package func contains(_ key: OccasionKey) -> Bool { rows[key] != nil }

    /// Notes the outcome of marking a row; nil where it is marked.
    package mutating func tried(_ entry: LedgerEntry, _ problem: String?) {
        if rows[entry.key]?.entry == entry { rows[entry.key]?.problem = problem }
    }

    package func problem(_ entry: LedgerEntry) -> String? { rows[entry.key]?.problem }

    /// The ledger has answered for the row. An answer for an earlier row of the occasion is ignored.
    package mutating func written(_ entry: LedgerEntry) {
        if rows[entry.key]?.entry == entry { rows[entry.key]?.isWritten = true }
    }

    /// The ledger was replaced, or is lost: no row is known to be in another one.
    mutating func unwritten() {
        for key in rows.keys { rows[key]?.isWritten = false }
    }

    /// Removes and returns the rows due before `end` that the ledger has.
    mutating func takeSettled(before end: Instant) -> [OccasionKey] {
        let settled = rows.filter { $0.value.isWritten && $0.value.entry.due < end }.map(\.key)
        for key in settled { rows[key] = nil }
        return settled
    }
}

extension LedgerEntry {
    /// Whether a ledger that has this row needs nothing from the mark.
    func covers(_ mark: LedgerEntry) -> Bool {
        self == mark || !state.mayBecome(mark.state) && [state, .started].contains(mark.state)
    }
}
