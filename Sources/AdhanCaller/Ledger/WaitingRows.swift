import AdhanCore

/// A ledger with the thread that writes to it.
final class LedgerWorker: Sendable {
    package let ledger: any Ledger
    package let perform: LedgerWriter.Perform

    init(_ ledger: any Ledger, _ perform: @escaping LedgerWriter.Perform) {
        (self.ledger, self.perform) = (ledger, perform)
    }
}

/// The state of the ledger writer: what is not written yet, and what is known of the marks.
struct WaitingRows: Sendable {
    /// How far the marks of earlier processes were read. They are read once.
    enum Marks: Sendable {
        case unread
        case reading
        /// Read, but not yet compared with the ledger.
        case found([LedgerEntry])
        case compared
    }

    /// The ledger in use.
    private(set) var worker: LedgerWorker
    /// Rows that the disk refused, the newest of each occasion, in the order in which they came (`hold`).
    package var entries: [LedgerEntry] = []
    /// Nil if none waits to be written.
    var origin: LedgerOrigin?
    /// The changes of settings that are not written yet, in order.
    package var changes: [SettingChange] = []
    var marked = PendingRows()
    /// How many marks, and how many jobs of the ledger's worker, are not answered yet.
    var unmarked = 0
    var unwritten = 0
    /// Whether a retry is queued; a disk that hangs gets no second one.
    var isRetrying = false
    /// The rows that the queued read of the ledger loads; nil if none is queued.
    package var load: (since: CivilDate, now: Instant)?
    package var reads = 0
    package var marks = Marks.unread
    /// The ledger's rows, where it has answered before the marks; else nil.
    package private(set) var known: [LedgerEntry]?

    init(_ worker: LedgerWorker) { self.worker = worker }

    /// Replaces the ledger: the new one has none of the rows.
    package mutating func move(to other: LedgerWorker) {
        (worker, unwritten, isRetrying, load, reads, known) = (other, 0, false, nil, 0, nil)
        marked.unwritten()
    }

    /// A row of this process is to be written. It is newer than the occasion's mark that was found, also where its own
    /// mark is gone before the ledger is read.
    mutating func note(_ entry: LedgerEntry) {
        marked.note(entry)
        if case .found(let found) = marks { marks = .found(found.filter { $0.key != entry.key }) }
    }

    /// The ledger has been read.
    ///
    /// - Returns: false where it is to be read from an earlier day on, since the clock was set back meanwhile. That
    ///   answer counts.
    package mutating func read(_ rows: [LedgerEntry], since: CivilDate) -> Bool {
        if let load, load.since < since { return false }
        if case .compared = marks { return true }
        known = rows
        compare()
        return true
    }

    /// The marks have been read.
    ///
    /// - Returns: the rows of which this process has no newer one.
    package mutating func find(_ rows: [LedgerEntry]) -> [LedgerEntry] {
        let found = rows.filter { !marked.contains($0.key) }
        marks = .found(found)
        compare()
        return found
    }

    /// Queues the rows that an earlier process has marked and the ledger does not have.
    private mutating func compare() {
        guard case .found(let found) = marks, let rows = known else { return }
        (marks, known) = (.compared, nil)
        let known = Dictionary(rows.map { ($0.key, $0) }) { $1 }
        for entry in found {
            let isWritten = known[entry.key]?.covers(entry) == true
            marked.note(entry, isWritten: isWritten)
            if !isWritten { entries.add(entry) }
        }
    }
}

extension [LedgerEntry] {
    /// Puts the row in place of the occasion's earlier rows, or at the end.
    ///
    /// A `missed` before a new `started` stays: the ledger may have an earlier `started`, and takes no second one
    /// without the `missed` between.
    package mutating func add(_ entry: LedgerEntry) {
        let index = firstIndex { $0.key == entry.key } ?? endIndex
        let earlier = filter { $0.key == entry.key && $0.state == .missed && entry.state == .started }.prefix(1)
        removeAll { $0.key == entry.key }
        insert(contentsOf: earlier + [entry], at: Swift.min(index, endIndex))
    }
}
