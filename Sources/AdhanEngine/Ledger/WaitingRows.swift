import AdhanCore

/// A ledger with the thread that writes it.
package final class Book: Sendable {
    package let ledger: any Ledger
    package let perform: LedgerWriter.Perform

    package init(_ ledger: any Ledger, _ perform: @escaping LedgerWriter.Perform) {
        (self.ledger, self.perform) = (ledger, perform)
    }
}

/// What the desk has not done yet, and what it knows of its marks.
package struct WaitingRows: Sendable {
    /// How far the marks of earlier processes have been read, which is done once.
    package enum Marks: Sendable {
        case unread
        case reading
        /// Read, and not yet compared with the ledger.
        case found([LedgerEntry])
        case compared
    }

    /// The ledger that is written now.
    package private(set) var book: Book
    /// Refused rows, the newest of each occasion, in the order they came (`hold`).
    package var entries: [LedgerEntry] = []
    package var firstStart: Instant?
    package var marked = MarkedRows()
    /// Marks, and jobs of the book's worker, that are not yet answered.
    package var unmarked = 0
    package var unwritten = 0
    /// Whether a job to try again what waits is on its way; a disk that hangs gets no second one.
    package var isRetrying = false
    /// What is to be recalled; nil where no such job is on its way.
    package var recall: (since: CivilDate, now: Instant)?
    package var reads = 0
    package var marks = Marks.unread
    /// The rows of a ledger that has answered before the marks; nil where it has not, or they are compared.
    package private(set) var known: [LedgerEntry]?

    package init(_ book: Book) { self.book = book }

    /// Another ledger takes the place of the one before: it has none of the rows, whatever that one had.
    package mutating func move(to other: Book) {
        (book, unwritten, isRetrying, recall, reads, known) = (other, 0, false, nil, 0, nil)
        marked.unwritten()
    }

    /// The ledger has been read.
    package mutating func read(_ rows: [LedgerEntry]) {
        if case .compared = marks { return }
        known = rows
        compare()
    }

    /// The marks have been read.
    ///
    /// - Returns: those rows that this process has not handed in anew, and whether the ledger was read before.
    package mutating func find(_ rows: [LedgerEntry]) -> (found: [LedgerEntry], isCompared: Bool) {
        let found = rows.filter { !marked.contains($0.key) }
        marks = .found(found)
        let isCompared = known != nil
        compare()
        return (found, isCompared)
    }

    /// Has the rows written that a process before this one has marked, and the ledger does not have.
    private mutating func compare() {
        guard case .found(let found) = marks, let rows = known else { return }
        (marks, known) = (.compared, nil)
        let known = Dictionary(rows.map { ($0.key, $0) }) { $1 }
        // A row that was handed in meanwhile is newer than what was found.
        for entry in found where !marked.contains(entry.key) {
            let isWritten = known[entry.key]?.covers(entry) == true
            marked.note(entry, isWritten: isWritten)
            if !isWritten { entries.hold(entry) }
        }
    }
}

extension [LedgerEntry] {
    /// Puts the row in place of the occasion's earlier ones, or at the end.
    ///
    /// A `missed` before a new `started` stays: the ledger may have the `started` before it, and takes no second one.
    package mutating func hold(_ entry: LedgerEntry) {
        let index = firstIndex { $0.key == entry.key } ?? endIndex
        let earlier = filter { $0.key == entry.key && $0.state == .missed && entry.state == .started }.prefix(1)
        removeAll { $0.key == entry.key }
        insert(contentsOf: earlier + [entry], at: Swift.min(index, endIndex))
    }
}
