/// What has become of the calls to prayer, for graphs and alerts. The counts only go up. Lesser sounds count for
/// `xruns` only.
package struct Tally: Sendable, Hashable {
    /// How late calls began. One that was early counts as on time.
    package struct Lateness: Sendable, Hashable {
        /// The upper bounds of the buckets in seconds, ascending; a last bucket has the rest.
        package static let bounds = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60]

        /// For each bound: how many calls were late by at most that.
        package private(set) var within = bounds.map { _ in 0 }
        package private(set) var count = 0
        package private(set) var seconds = 0.0

        fileprivate mutating func note(_ lateness: Double) {
            for (index, bound) in Self.bounds.enumerated() where lateness <= bound { within[index] += 1 }
            count += 1
            seconds += lateness
        }
    }

    /// When each was last heard, by the words of `played`; from the ledger, too.
    package private(set) var lastPlayed: [String: Instant] = [:]
    /// How many were heard, whole or in part: by prayer, `jumuah` and `jumuah-adhan` for those of a Friday prayer.
    package private(set) var played = Dictionary(uniqueKeysWithValues: Prayer.called.map { ($0.rawValue, 0) })
    /// How many broke off, and not because a person stopped them.
    package private(set) var interrupted = 0
    /// How many were missed. Called late after all, one counts as played, too. A long absence counts once.
    package private(set) var missed = Dictionary(uniqueKeysWithValues: MissReason.Kind.allCases.map { ($0, 0) })
    /// How many were not meant to sound.
    package private(set) var skipped = 0
    /// How often the device ran out of samples, in any sound.
    package private(set) var xruns = 0
    package private(set) var lateness = Lateness()
    /// The last that were missed: while it may still be called, each try that fails has a row.
    private var lastMissed: Set<OccasionKey> = []

    package init() {}

    /// A row was written.
    package mutating func note(_ entry: LedgerEntry, _ reason: MissReason.Kind?) {
        guard entry.key.occasion.isCall else { return }
        switch entry.state {
        case .started: break
        case .completed, .stopped: heard(entry)
        case .interrupted:
            interrupted += 1
            heard(entry)
        case .skipped: skipped += 1
        case .missed:
            guard let reason, !lastMissed.contains(entry.key) else { break }
            lastMissed = lastMissed.filter { $0.date == entry.key.date }
            lastMissed.insert(entry.key)
            missed[reason, default: 0] += 1
        }
    }

    package mutating func note(xruns more: Int) { xruns += more }

    /// Takes over from the ledger when calls were last heard.
    package mutating func load(_ memory: LedgerCache) {
        for row in memory.rows where row.key.occasion.isCall { noteBeginning(row) }
    }

    private mutating func heard(_ entry: LedgerEntry) {
        guard entry.began != nil else { return }
        noteBeginning(entry)
        played[Self.name(entry.key.occasion), default: 0] += 1
        if let late = entry.latenessMilliseconds { lateness.note(Double(max(0, late)) / 1000) }
    }

    private mutating func noteBeginning(_ entry: LedgerEntry) {
        let name = Self.name(entry.key.occasion)
        guard let began = entry.began, lastPlayed[name].map({ $0 < began }) ?? true else { return }
        lastPlayed[name] = began
    }

    private static func name(_ call: Occasion) -> String {
        if case .adhan(let prayer) = call { prayer.rawValue } else { call.kind.rawValue }
    }
}
