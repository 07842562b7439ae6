import AdhanCore

/// What the desk has not done yet, and what it knows of its marks.
package struct WaitingRows {
    /// Refused rows, the newest of each occasion, in the order they came (`hold`).
    package var entries: [LedgerEntry] = []
    package var firstStart: Instant?
    package var marked = MarkedRows()
    /// Marks, and jobs of the ledger's worker, that are not yet answered.
    package var unmarked = 0
    package var unwritten = 0
    /// Whether a job to try again what waits is on its way; a disk that hangs gets no second one.
    package var isRetrying = false
    /// What is to be recalled; nil where no such job is on its way.
    package var recall: (since: CivilDate, now: Instant)?
    package var reads = 0
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
