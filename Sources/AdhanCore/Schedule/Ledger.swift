/// The port to the book of what was called. Calls block until the disk has answered: keep them off the tick's thread.
package protocol Ledger: Sendable {
    /// What the scheduler must know to go on at `now`: the rows of `since` and later, those that were begun and
    /// not ended, since when the ledger has been kept,
    /// and up to when it accounts for everything.
    func recall(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerMemory

    /// Notes when this box first ran, once; later calls change nothing. Nothing is missed before it.
    func recordFirstStart(_ instant: Instant) throws(LedgerError)

    /// Writes the row, durably, in place of the occasion's earlier one.
    ///
    /// - Throws: `LedgerError.refused` where the earlier row does not allow it (`LedgerState.mayBecome`).
    func record(_ entry: LedgerEntry) throws(LedgerError)

    /// Looks whether the file that is open is still the one under its name; where it was removed or replaced, what is there now is
    /// opened, and lacks the rows written so far.
    ///
    /// - Returns: what happened, once, as a sentence; nil where it is the same file or none was opened yet.
    /// - Throws: where there is none any more and none can be begun; what happened and why not. It is tried again at the next call.
    func reopenIfReplaced() throws(LedgerError) -> String?

    /// The rows of these mosque dates in their order, each date's in that of their due times; the first `limit` that are understood.
    func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows

    /// Lets go of the file; a later call opens it anew. On a server that does not answer even this blocks.
    func close()
}

extension Ledger {
    package func entries(_ dates: Range<CivilDate>) throws(LedgerError) -> [LedgerEntry] {
        try rows(dates, limit: .max).entries
    }
}

/// Rows that were read.
package struct LedgerRows: Sendable, Hashable {
    package var entries: [LedgerEntry]
    /// Rows that this adhand does not understand, each as a phrase, and at last how many more there are: a newer one has written
    /// them, or a hand at the `sqlite3` prompt. They stay as they are.
    package var strange: [String]

    package init(_ entries: [LedgerEntry], strange: [String] = []) { (self.entries, self.strange) = (entries, strange) }
}

package enum LedgerError: Error, Hashable, CustomStringConvertible {
    /// The row is settled; nothing was written.
    case refused(OccasionKey, from: LedgerState, to: LedgerState)
    /// The book cannot be opened or understood.
    case unreadable(file: String, reason: String)
    /// The file is no book, and perhaps somebody else's: it has to stay as it is.
    case foreign(file: String, reason: String)
    /// It is a book, and broken.
    case damaged(file: String, reason: String)
    /// The disk did not take a row.
    case unwritable(file: String, reason: String)

    package var description: String {
        switch self {
        case .refused(let key, let from, let to):
            "the ledger already has \(key) as \(from.rawValue); it does not become \(to.rawValue)"
        case .foreign(let file, let reason):
            "\(file) is no ledger: \(reason)"
        case .unreadable(let file, let reason), .damaged(let file, let reason):
            "the ledger \(file) cannot be read: \(reason)"
        case .unwritable(let file, let reason):
            "the ledger \(file) cannot be written: \(reason)"
        }
    }

    /// Without the file.
    package var reason: String {
        switch self {
        case .refused: description
        case .unreadable(_, let reason), .foreign(_, let reason), .damaged(_, let reason), .unwritable(_, let reason):
            reason
        }
    }
}
