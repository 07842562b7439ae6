import AdhanCore

/// Which rows have a mark, and which of these the ledger has.
package struct MarkedRows: Sendable {
    private struct Row: Sendable {
        let entry: LedgerEntry
        /// Whether the ledger has it, or has its occasion settled otherwise.
        var isWritten: Bool
        /// Why it could not be marked.
        var problem: String?
    }

    private var rows: [OccasionKey: Row] = [:]

    /// A row takes the place of its occasion's earlier one.
    package mutating func note(_ entry: LedgerEntry, isWritten: Bool = false) {
        rows[entry.key] = Row(entry: entry, isWritten: isWritten)
    }

    package func contains(_ key: OccasionKey) -> Bool { rows[key] != nil }

    /// The mark was tried; nil where it is in its place.
    package mutating func tried(_ entry: LedgerEntry, _ problem: String?) {
        if rows[entry.key]?.entry == entry { rows[entry.key]?.problem = problem }
    }

    package func problem(_ entry: LedgerEntry) -> String? { rows[entry.key]?.problem }

    /// The ledger has answered for the row. An earlier row of the occasion says nothing of its last one.
    package mutating func written(_ entry: LedgerEntry) {
        if rows[entry.key]?.entry == entry { rows[entry.key]?.isWritten = true }
    }

    /// Another ledger is to have the rows, and has answered for none of them.
    package mutating func unwritten() {
        for key in rows.keys { rows[key]?.isWritten = false }
    }

    /// Takes out the rows due before then that the ledger has.
    package mutating func takeSettled(before end: Instant) -> [OccasionKey] {
        let settled = rows.filter { $0.value.isWritten && $0.value.entry.due < end }.map(\.key)
        for key in settled { rows[key] = nil }
        return settled
    }
}

extension LedgerEntry {
    /// Whether the ledger, which has this row, knows all that the mark tells.
    package func covers(_ mark: LedgerEntry) -> Bool {
        self == mark || !state.mayBecome(mark.state) && [state, .started].contains(mark.state)
    }
}
