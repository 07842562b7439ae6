import AdhanCore

/// The name of a mark's file. A file that holds the row is called `2026-11-21.adhan-isha.mark`. An empty file has the
/// essentials in its name, `2026-11-21.adhan-isha.started.1763740800000000.file.mark`: the state, the due time in
/// microseconds since 1970 UTC, and the source.
struct PendingRowName {
    package let text: String
    package let key: OccasionKey
    /// What the name says of the row; nil where the row stands in the file.
    package let row: LedgerEntry?

    /// The name of a file that holds the row.
    init(_ key: OccasionKey) {
        (self.key, row) = (key, nil)
        text = "\(key.date).\(key.occasion.name).mark"
    }

    /// The name of an empty file.
    init(_ entry: LedgerEntry) {
        self.init(ScheduledOccasion(entry.key, at: entry.due, source: entry.source), entry.state)
    }

    private init(_ due: ScheduledOccasion, _ state: LedgerState) {
        key = due.key
        text = "\(key.date).\(key.occasion.name).\(state.rawValue).\(due.at.microseconds).\(due.source.rawValue).mark"
        // The ledger requires `who` for a stopped adhan.
        row = LedgerEntry(
            due,
            state,
            reason: "no disk had room for more of this row",
            who: state == .stopped ? "unknown" : nil
        )
    }

    /// Nil for a name that is no mark's.
    init?(parsing name: String) {
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
        self.init(ScheduledOccasion(key, at: Instant(microseconds: due), source: source), state)
        guard text == name else { return nil }
    }
}
