/// What the scheduler holds of the ledger: a value, so that a decision depends on nothing but what is passed in.
package struct LedgerMemory: Sendable, Hashable {
    /// Since when the ledger has been kept; nothing is missed before it. Nil where that is not known.
    package var firstStart: Instant?
    /// The last second that the ledger accounts for as it was read; nil where it was empty.
    package let lastDue: Instant?
    private var entries: [OccasionKey: LedgerEntry] = [:]
    /// The rows of long absences, by the date on which they began.
    private var absences: [CivilDate: LedgerEntry] = [:]

    package init(firstStart: Instant? = nil, lastDue: Instant? = nil, entries: [LedgerEntry] = []) {
        (self.firstStart, self.lastDue) = (firstStart, lastDue)
        for entry in entries { note(entry) }
    }

    package subscript(key: OccasionKey) -> LedgerEntry? { entries[key] }

    /// Rows begun and not ended, by their seconds.
    package var unfinished: [LedgerEntry] {
        entries.values.filter { $0.state == .started }.sorted { $0.due < $1.due }
    }

    /// Takes over a row as it was, or is about to be, written.
    package mutating func note(_ entry: LedgerEntry) {
        guard entry.key.occasion == .everyAdhan else {
            entries[entry.key] = entry
            return
        }
        absences[entry.key.date] = entry
    }

    /// Takes over everything that `newer` holds, over what was here.
    package mutating func merge(_ newer: LedgerMemory) {
        entries.merge(newer.entries) { $1 }
        absences.merge(newer.absences) { $1 }
    }

    /// Whether one row for a long absence accounts for that second.
    ///
    /// An absence that ends after `now` was written by a clock that lied; it accounts for nothing.
    package func coversAbsence(at due: Instant, now: Instant) -> Bool {
        absences.values.contains { $0.due <= due && due <= $0.until && $0.until <= now }
    }

    /// The rows of absences whose end is still to come: the clock that wrote them had run ahead.
    package func falseAbsences(now: Instant) -> [LedgerEntry] {
        absences.values.filter { $0.until > now }.sorted { $0.due < $1.due }
    }

    /// Forgets the rows of dates before that one, which no decision looks at any more.
    package mutating func forget(before date: CivilDate) {
        entries = entries.filter { $0.key.date >= date }
    }
}

extension LedgerEntry {
    /// The last moment the row of an absence accounts for.
    fileprivate var until: Instant { ended ?? due }
}
