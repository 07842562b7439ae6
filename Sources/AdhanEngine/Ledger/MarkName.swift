import AdhanCore

/// The name of a mark's file: `2026-11-21.adhan-isha.mark` for one with the row in it, and
/// `2026-11-21.adhan-isha.started.1763740800000000.file.mark` for one whose name is all there is: the state, the microsecond it was
/// due at since 1970 UTC, and the source of that.
package struct MarkName {
    package let text: String
    package let key: OccasionKey
    /// What the name says of the row; nil where the row stands in the file.
    package let row: LedgerEntry?

    /// A file with the row in it.
    package init(_ key: OccasionKey) {
        (self.key, row) = (key, nil)
        text = "\(key.date).\(key.occasion.name).mark"
    }

    /// A file without a byte.
    package init(_ entry: LedgerEntry) {
        self.init(Due(entry.key, at: entry.due, source: entry.source), entry.state)
    }

    private init(_ due: Due, _ state: LedgerState) {
        key = due.key
        text = "\(key.date).\(key.occasion.name).\(state.rawValue).\(due.at.microseconds).\(due.source.rawValue).mark"
        // The ledger wants to know who stopped an adhan.
        row = LedgerEntry(
            due,
            state,
            reason: "no disk had room for more of this row",
            who: state == .stopped ? "unknown" : nil
        )
    }

    /// Nil for the name of anything else.
    package init?(parsing name: String) {
        var words = name.split(separator: ".").map(String.init).makeIterator()
        guard let date = words.next().flatMap({ try? CivilDate($0) }),  // reason: what is no date is no mark
            let occasion = words.next().flatMap({ try? Occasion(named: $0) })  // reason: likewise
        else { return nil }
        let key = OccasionKey(date, occasion)
        self.init(key)
        if text == name { return }
        guard let state = words.next().flatMap(LedgerState.init), let due = words.next().flatMap(Int64.init),
            let source = words.next().flatMap(SourceName.init)
        else { return nil }
        self.init(Due(key, at: Instant(microseconds: due), source: source), state)
        guard text == name else { return nil }
    }
}
