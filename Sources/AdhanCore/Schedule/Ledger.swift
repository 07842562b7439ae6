/// The port to the ledger of called prayers. Calls block until the disk has answered: never call them on the loop's
/// thread.
package protocol Ledger: Sendable {
    /// What the scheduler needs to continue at `now`: the rows of `since` and later, all rows begun and not ended, when
    /// the ledger was started, and until when it accounts for everything.
    func load(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerCache

    /// Adds durably whatever the ledger lacks of it: a first start that it has stays, and so does the mark of a move.
    func record(_ origin: LedgerOrigin) throws(LedgerError)

    /// Writes the row durably, replacing the occasion's earlier row.
    ///
    /// - Throws: `LedgerError.refused` if the earlier row may not be replaced by this one (`LedgerState.mayBecome`),
    ///   and `LedgerError.impossible` if no ledger takes such a row. Both are final.
    func record(_ entry: LedgerEntry) throws(LedgerError)

    /// Writes durably that a person changed a setting.
    func record(_ change: SettingChange) throws(LedgerError)

    /// The latest changes of settings, the latest first.
    func changes(limit: Int) throws(LedgerError) -> [SettingChange]

    /// Checks whether the open file is still the one at its path. If it was removed or replaced, opens the file that is
    /// there now, which lacks the rows written so far.
    ///
    /// - Returns: what happened, as a sentence, once; nil if it is the same file or none was open yet.
    /// - Throws: if the file is gone and no new one can be made: what happened and why. The next call tries again.
    func reopenIfReplaced() throws(LedgerError) -> String?

    /// The rows of these mosque dates, sorted by date and due time; at most `limit`, not counting rows that cannot be
    /// understood.
    func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows

    /// Closes the file; a later call opens it again. May block, as on a server that does not answer.
    func close()
}

extension Ledger {
    package func entries(_ dates: Range<CivilDate>) throws(LedgerError) -> [LedgerEntry] {
        try rows(dates, limit: .max).entries
    }
}

/// The beginning of a ledger: it accounts for the prayers from then on. A new file gets it with the rows.
package struct LedgerOrigin: Sendable, Hashable {
    /// When this box first ran; nothing before it counts as missed. Nil if unknown.
    package var firstStart: Instant?
    /// When the ledger came from another box, which may have called what was due before the first start here. Nil for a
    /// ledger that was always here.
    package var movedAt: Instant?

    package init(firstStart: Instant? = nil, movedAt: Instant? = nil) {
        (self.firstStart, self.movedAt) = (firstStart, movedAt)
    }

    /// Adds whatever it lacks of `other`: a first start stays as it is.
    package mutating func merge(_ other: LedgerOrigin) {
        firstStart = firstStart ?? other.firstStart
        movedAt = movedAt ?? other.movedAt
    }
}

package struct LedgerRows: Sendable, Hashable {
    package var entries: [LedgerEntry]
    /// The rows that this adhand cannot understand, each as a phrase, and finally how many more there are. A newer
    /// adhand or a person at the `sqlite3` prompt wrote them. They are not changed.
    package var strange: [String]

    package init(_ entries: [LedgerEntry], strange: [String] = []) { (self.entries, self.strange) = (entries, strange) }
}

package enum LedgerError: Error, Hashable, CustomStringConvertible {
    /// The earlier row is final; nothing was written.
    case refused(OccasionKey, from: LedgerState, to: LedgerState)
    /// The row contradicts itself, such as a missed occasion that was heard; nothing was written.
    case impossible(OccasionKey, reason: String)
    /// The ledger cannot be opened or understood.
    case unreadable(file: String, reason: String)
    /// The file is not a ledger and may belong to somebody else: it must not be changed.
    case foreign(file: String, reason: String)
    /// It is a ledger, and damaged.
    case damaged(file: String, reason: String)
    /// A row could not be written to disk.
    case unwritable(file: String, reason: String)

    package var description: String {
        switch self {
        case .refused(let key, let from, let to):
            "the ledger already has \(key) as \(from.rawValue); it cannot become \(to.rawValue)"
        case .impossible(let key, let reason):
            "the ledger takes no such row of \(key): \(reason)"
        case .foreign(let file, let reason):
            "\(file) is not a ledger: \(reason)"
        case .unreadable(let file, let reason), .damaged(let file, let reason):
            "the ledger \(file) cannot be read: \(reason)"
        case .unwritable(let file, let reason):
            "the ledger \(file) cannot be written: \(reason)"
        }
    }

    /// The reason alone, without the file.
    package var reason: String {
        switch self {
        case .refused, .impossible: description
        case .unreadable(_, let reason), .foreign(_, let reason), .damaged(_, let reason), .unwritable(_, let reason):
            reason
        }
    }
}
