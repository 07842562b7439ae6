/// What the scheduler holds of the ledger: a value, so that a decision depends on nothing but what is passed in.
package struct LedgerMemory: Sendable, Hashable {
    /// Since when the ledger has been kept; nothing is missed before it. Nil where that is not known.
    package var firstStart: Instant?
    /// The last second that the ledger accounts for as it was read; nil where it was empty.
    package let lastDue: Instant?
    /// Rows that were read and not understood, as in `LedgerRows`.
    package let strange: [String]
    private var entries: [OccasionKey: LedgerEntry] = [:]
    /// The rows of long absences, by the date on which they began.
    private var absences: [CivilDate: LedgerEntry] = [:]

    package init(
        firstStart: Instant? = nil,
        lastDue: Instant? = nil,
        entries: [LedgerEntry] = [],
        strange: [String] = []
    ) {
        (self.firstStart, self.lastDue, self.strange) = (firstStart, lastDue, strange)
        for entry in entries { note(entry) }
    }

    package subscript(key: OccasionKey) -> LedgerEntry? { entries[key] }

    /// Every row it holds, by their seconds.
    package var rows: [LedgerEntry] {
        (Array(entries.values) + Array(absences.values)).sorted { $0.due < $1.due }
    }

    /// Rows begun and not ended, by their seconds.
    package var unfinished: [LedgerEntry] {
        entries.values.filter { $0.state == .started }.sorted { $0.due < $1.due }
    }

    /// The prayers since then that were missed, absences among them, or broke off with nobody's doing, by their seconds.
    package func failed(since: Instant) -> [LedgerEntry] {
        (Array(entries.values) + Array(absences.values))
            .filter { [.missed, .interrupted].contains($0.state) && $0.until >= since }
            .sorted { $0.due < $1.due }
    }

    /// Takes over a row as it was, or is about to be, written.
    package mutating func note(_ entry: LedgerEntry) {
        guard entry.key.occasion == .everyAdhan else {
            entries[entry.key] = entry
            return
        }
        absences[entry.key.date] = entry
    }

    /// Takes over what `newer` holds, as the ledger itself would (`LedgerState.mayBecome`): what is settled here stays.
    package mutating func merge(_ newer: LedgerMemory) {
        firstStart = firstStart ?? newer.firstStart
        entries.merge(newer.entries) { $0.state.mayBecome($1.state) ? $1 : $0 }
        absences.merge(newer.absences) { $1 }
    }

    /// The last moment up to `now` of which some row tells; nil where there is none.
    package func lastKnown(now: Instant) -> Instant? {
        let known = entries.values.map(\.due) + absences.values.map(\.until) + [lastDue].compactMap(\.self)
        return known.filter { $0 <= now }.max()
    }

    /// The last moment up to `now` of which a row tells that `own` does not have; nil where there is none.
    ///
    /// - Parameter own: what this process has booked before it could read the ledger.
    package func lastKnown(now: Instant, apartFrom own: LedgerMemory) -> Instant? {
        let isOwn = own.rows.contains { $0.due == lastDue || $0.until == lastDue }
        var others = LedgerMemory(lastDue: isOwn ? nil : lastDue)
        others.entries = entries.filter { own.entries[$0.key] == nil }
        others.absences = absences.filter { own.absences[$0.key] == nil }
        return others.lastKnown(now: now)
    }

    /// The stretches of more than a day of which no row tells, in their order, as far as they begin too long ago for their prayers to be
    /// listed one by one (`Schedule.listedAbsence`).
    ///
    /// - Parameters:
    ///   - known: up to when all is accounted for.
    ///   - now: a moment that no row is needed for yet.
    package func silences(from known: Instant, to now: Instant) -> [Range<Instant>] {
        // As in `coversAbsence`, one that ends later accounts for nothing.
        let told = entries.values.map { ($0.due, $0.due) } + absences.values.map { ($0.due, $0.until) }
        let listed = now - Schedule.listedAbsence
        var (silences, end): ([Range<Instant>], Instant) = ([], known)
        for (first, last) in told.filter({ $0.1 <= now }).sorted(by: { $0.0 < $1.0 }) + [(now, now)] {
            if end < listed, first - end > .days(1) { silences.append(end..<first) }
            end = max(end, last)
        }
        return silences
    }

    /// Whether one row for a long absence accounts for that second.
    ///
    /// One that ends after `now` was written by a clock that ran ahead: what falls due from here on has a row of its own.
    package func coversAbsence(at due: Instant, now: Instant) -> Bool {
        absences.values.contains { $0.due <= due && due <= $0.until && $0.until <= now }
    }

    /// The row of the absence that began on that date, if there is one.
    package func absence(from date: CivilDate) -> LedgerEntry? { absences[date] }

    /// Forgets the rows of dates before that one, which no decision looks at any more; what is begun is kept until it has ended.
    package mutating func forget(before date: CivilDate) {
        entries = entries.filter { $0.key.date >= date || $0.value.state == .started }
    }
}

extension LedgerEntry {
    /// The last moment the row of an absence accounts for.
    fileprivate var until: Instant { ended ?? due }
}
