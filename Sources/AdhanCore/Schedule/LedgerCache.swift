/// The scheduler's copy of the ledger. It is a value, so decisions depend only on their arguments.
package struct LedgerCache: Sendable, Hashable {
    package var origin: LedgerOrigin
    /// The last second that the ledger accounted for when it was read; nil if it was empty.
    package let lastDue: Instant?
    /// The rows that could not be understood, as in `LedgerRows`.
    package let strange: [String]
    /// When the process ended, at the latest, that had begun a sound and did not see its end. The ledger does not have
    /// it: nobody knows when the sound ended.
    package var processEnds: [OccasionKey: Instant] = [:]
    /// Whether the ledger's file had lost its content. What sounded before is not known.
    package var isLost = false
    private var entries: [OccasionKey: LedgerEntry] = [:]
    /// The rows for long absences, by the date on which the absence began.
    private var absences: [CivilDate: LedgerEntry] = [:]

    package init(
        origin: LedgerOrigin = LedgerOrigin(),
        lastDue: Instant? = nil,
        entries: [LedgerEntry] = [],
        strange: [String] = []
    ) {
        (self.origin, self.lastDue, self.strange) = (origin, lastDue, strange)
        for entry in entries { note(entry) }
    }

    /// When this box took over from another one, which may have called what was due before. Nil for a ledger that was
    /// always here, and for a first start that lies ahead: it was recorded while the clock was ahead.
    func takenOver(now: Instant) -> Instant? {
        guard origin.movedAt != nil, let firstStart = origin.firstStart, firstStart <= now else { return nil }
        return firstStart
    }

    /// The moment up to `now` before which no prayer lacks its row; nil if nothing proves one. Another box's rows prove
    /// nothing of the time until this one took over.
    ///
    /// - Parameter own: the rows that this process added before it could read the ledger.
    package func accounted(now: Instant, apartFrom own: LedgerCache = LedgerCache()) -> Instant? {
        let known = lastKnown(now: now, apartFrom: own)
        guard let movedAt = origin.movedAt else { return known ?? origin.firstStart.flatMap { $0 <= now ? $0 : nil } }
        if let start = takenOver(now: now) { return max(start, known ?? start) }
        // Before the first start here all rows are the other box's, also those of a clock that was ahead.
        guard origin.firstStart != nil else { return nil }
        return known.flatMap { $0 > movedAt ? $0 : nil }
    }

    package subscript(key: OccasionKey) -> LedgerEntry? { entries[key] }

    /// The end of that occasion's sound, by its row or with its process. A missed one did not sound.
    func end(of key: OccasionKey) -> Instant? {
        guard let entry = entries[key] else { return processEnds[key] }
        return entry.state == .missed ? nil : entry.ended ?? processEnds[key]
    }

    /// How many rows it has.
    package var count: Int { entries.count + absences.count }

    /// All its rows, sorted by due time.
    package var rows: [LedgerEntry] {
        (Array(entries.values) + Array(absences.values)).sorted { $0.due < $1.due }
    }

    /// What was heard through all of that time; nil if nothing was.
    package func sounding(from first: Instant, to last: Instant, besides key: OccasionKey) -> OccasionKey? {
        entries.values.first { entry in
            guard entry.key != key, let began = entry.began, let ended = entry.ended else { return false }
            // It ends a fade before what comes next.
            return began <= first && last - Schedule.fade - .seconds(1) <= ended
        }?.key
    }

    /// Rows begun and not ended, sorted by due time.
    package var unfinished: [LedgerEntry] {
        entries.values.filter { $0.state == .started }.sorted { $0.due < $1.due }
    }

    /// The prayers since then that were missed (absences included) or interrupted, but not stopped by a person; sorted
    /// by due time.
    package func failed(since: Instant) -> [LedgerEntry] {
        (Array(entries.values) + Array(absences.values))
            .filter { [.missed, .interrupted].contains($0.state) && $0.until >= since }
            .sorted { $0.due < $1.due }
    }

    /// Adds or replaces a row that was written or is about to be.
    package mutating func note(_ entry: LedgerEntry) {
        guard entry.key.occasion == .absence else {
            entries[entry.key] = entry
            return
        }
        absences[entry.key.date] = entry
    }

    /// Adds the rows of `newer` by the ledger's own rule (`LedgerState.mayBecome`): rows that are final here stay.
    package mutating func merge(_ newer: LedgerCache) {
        processEnds.merge(newer.processEnds) { $1 }
        origin.merge(newer.origin)
        entries.merge(newer.entries) { $0.state.mayBecome($1.state) ? $1 : $0 }
        absences.merge(newer.absences) { $1 }
    }

    /// The latest moment up to `now` that a row proves; nil if there is none.
    package func lastKnown(now: Instant) -> Instant? {
        let known = entries.values.map(\.due) + absences.values.map(\.until) + [lastDue].compactMap(\.self)
        return known.filter { $0 <= now }.max()
    }

    /// The latest moment up to `now` proved by a row that is not in `own`; nil if there is none.
    ///
    /// - Parameter own: the rows that this process added before it could read the ledger.
    package func lastKnown(now: Instant, apartFrom own: LedgerCache) -> Instant? {
        let isOwn = own.rows.contains { $0.due == lastDue || $0.until == lastDue }
        var others = LedgerCache(lastDue: isOwn ? nil : lastDue)
        others.entries = entries.filter { own.entries[$0.key] == nil }
        others.absences = absences.filter { own.absences[$0.key] == nil }
        return others.lastKnown(now: now)
    }

    /// The gaps of more than a day without any row, in order, if they began too long ago for their prayers to be listed
    /// one by one (`Schedule.listedAbsence`).
    ///
    /// - Parameters:
    ///   - now: no row is needed from here on.
    package func silences(from known: Instant, to now: Instant) -> [Range<Instant>] {
        // As in `coversAbsence`: an absence that ends after `now` accounts for nothing.
        let told = entries.values.map { ($0.due, $0.due) } + absences.values.map { ($0.due, $0.until) }
        let listed = now - Schedule.listedAbsence
        var (silences, end): ([Range<Instant>], Instant) = ([], known)
        for (first, last) in told.filter({ $0.1 <= now }).sorted(by: { $0.0 < $1.0 }) + [(now, now)] {
            if end < listed, first - end > .days(1) { silences.append(end..<first) }
            end = max(end, last)
        }
        return silences
    }

    /// Whether a row for a long absence accounts for that second.
    ///
    /// An absence that ends after `now` was written while the clock was ahead; it does not count, and each occasion
    /// from here on gets its own row.
    package func coversAbsence(at due: Instant, now: Instant) -> Bool {
        absences.values.contains { $0.due <= due && due <= $0.until && $0.until <= now }
    }

    /// The row of the absence that began on that date, if any.
    package func absence(from date: CivilDate) -> LedgerEntry? { absences[date] }

    /// Drops the rows of earlier dates, which no decision needs any more. Rows that are begun stay until they have
    /// ended.
    package mutating func forget(before date: CivilDate) {
        entries = entries.filter { $0.key.date >= date || $0.value.state == .started }
    }
}

extension LedgerEntry {
    /// The last moment for which the row accounts: an absence's has one after its first.
    fileprivate var until: Instant { key.occasion == .absence ? ended ?? due : due }
}
