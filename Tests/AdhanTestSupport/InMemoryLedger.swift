import AdhanCore
import Synchronization

/// A ledger in memory that keeps the rules of the real one, and whose disk can be made to refuse.
package final class InMemoryLedger: Ledger {
    private struct Book {
        var firstStart: Instant?
        var entries: [OccasionKey: LedgerEntry] = [:]
        var fault: Fault?
    }

    package enum Fault: Sendable {
        case unreadable
        case unwritable
    }

    private let book = Mutex(Book())

    package init() {}

    /// What the disk does from now on; nil is well.
    package func fail(_ fault: Fault?) { book.withLock { $0.fault = fault } }

    package func recall(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerMemory {
        let book = try readable()
        let rows = book.entries.values
        let lastDue = rows.map { $0.key.occasion == .everyAdhan ? $0.ended ?? $0.due : $0.due }.filter { $0 <= now }
            .max()
        return LedgerMemory(
            firstStart: book.firstStart,
            lastDue: lastDue,
            entries: rows.filter { $0.key.date >= since || $0.key.occasion == .everyAdhan || $0.state == .started }
        )
    }

    package func recordFirstStart(_ instant: Instant) throws(LedgerError) {
        try write { book throws(LedgerError) in book.firstStart = book.firstStart ?? instant }
    }

    package func record(_ entry: LedgerEntry) throws(LedgerError) {
        try write { book throws(LedgerError) in
            if let earlier = book.entries[entry.key]?.state, !earlier.mayBecome(entry.state) {
                throw .refused(entry.key, from: earlier, to: entry.state)
            }
            book.entries[entry.key] = entry
        }
    }

    package func entries(_ dates: Range<CivilDate>) throws(LedgerError) -> [LedgerEntry] {
        try readable().entries.values.filter { dates.contains($0.key.date) }
            .sorted { ($0.due, $0.key.date, $0.key.occasion.name) < ($1.due, $1.key.date, $1.key.occasion.name) }
    }

    private func readable() throws(LedgerError) -> Book {
        let book = book.withLock { $0 }
        guard book.fault != .unreadable else { throw .unreadable(file: "memory", reason: "a test wants it so") }
        return book
    }

    private func write(_ body: (inout Book) throws(LedgerError) -> Void) throws(LedgerError) {
        _ = try readable()
        try book.withLock { book throws(LedgerError) in
            guard book.fault == nil else { throw .unwritable(file: "memory", reason: "a test wants it so") }
            try body(&book)
        }
    }
}
