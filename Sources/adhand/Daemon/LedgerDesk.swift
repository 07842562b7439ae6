import AdhanCore
import Synchronization

enum DeskEvent: Sendable {
    /// `problem` where the ledger could not be read: the memory then holds only what was marked.
    case recalled(LedgerMemory, problem: String?)
    case recorded(LedgerEntry)
    /// The ledger has the occasion otherwise; it was not written.
    case refused(LedgerEntry, LedgerError)
    /// The disk refused; the row is marked and waits.
    case unsaved(LedgerEntry, String)
    /// Rows that had waited are now in the ledger.
    case saved(rows: Int)
}

/// Keeps the ledger's disk away from the tick: takes rows at once, writes them in order on a queue of its own, and holds on to
/// those the disk refuses until it takes them.
final class LedgerDesk: Sendable {
    private struct Waiting {
        /// Refused rows, the newest of each occasion, in the order they came.
        var entries: [LedgerEntry] = []
        var firstStart: Instant?
        /// Jobs handed to the queue and not yet done.
        var unanswered = 0
    }

    private let ledger: any Ledger
    private let marks: any MarkStore
    private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let post: @Sendable (DeskEvent) -> Void
    private let waiting = Mutex(Waiting())

    /// - Parameters:
    ///   - ledger: the book; it may block.
    ///   - marks: where rows are kept that the book does not take.
    ///   - perform: runs its argument later, one after another, on a thread that may block.
    ///   - post: where events go.
    init(
        ledger: any Ledger,
        marks: any MarkStore,
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        post: @escaping @Sendable (DeskEvent) -> Void
    ) {
        (self.ledger, self.marks, self.perform, self.post) = (ledger, marks, perform, post)
    }

    /// Whether everything that was handed in has been answered.
    var isQuiet: Bool { waiting.withLock { $0.unanswered == 0 } }

    /// Reads what there is to know; `recalled` follows.
    func recall(since: CivilDate, now: Instant) {
        perform { [self] in
            let marked = marks.load()
            waiting.withLock { waiting in
                for entry in marked { waiting.entries.hold(entry) }
            }
            do {
                var memory = try ledger.recall(since: since, now: now)
                memory.merge(LedgerMemory(entries: marked))
                post(.recalled(memory, problem: nil))
            } catch {
                post(.recalled(LedgerMemory(entries: marked), problem: "\(error)"))
            }
        }
    }

    func recordFirstStart(_ instant: Instant) {
        waiting.withLock { $0.firstStart = instant }
        retry()
    }

    /// Writes the row; `recorded`, `refused` or `unsaved` follows.
    func record(_ entry: LedgerEntry) {
        enqueue { [self] in
            catchUp()
            do {
                // What waits goes first, so that the ledger sees every occasion's rows in their order.
                if waiting.withLock({ !$0.entries.isEmpty }) { throw Waits() }
                try ledger.record(entry)
                marks.remove(entry.key)
                post(.recorded(entry))
            } catch let error as LedgerError where error.isRefusal {
                post(.refused(entry, error))
            } catch {
                waiting.withLock { $0.entries.hold(entry) }
                let lost = marks.save(entry).map { "; it could not be marked either: \($0)" } ?? ""
                post(.unsaved(entry, "\(error)\(lost)"))
            }
        }
    }

    /// Hands the ledger to whoever only reads it, in turn with what is written: a reader beside it could hold a row up.
    func read(_ body: @escaping @Sendable (any Ledger) -> Void) {
        perform { [ledger] in body(ledger) }
    }

    /// Marks a row whose writing takes too long, so that a crash does not forget it. Quick: the marks are in memory.
    func mark(_ entry: LedgerEntry) -> String? { marks.save(entry) }

    /// Tries again what waits; `saved` follows where the disk took it.
    func retry() {
        enqueue { [self] in catchUp() }
    }

    private func enqueue(_ job: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.unanswered += 1 }
        perform { [self] in
            job()
            waiting.withLock { $0.unanswered -= 1 }
        }
    }

    /// Writes what waits, as far as the disk takes it. Only ever on the queue.
    private func catchUp() {
        var saved = 0
        defer { if saved > 0 { post(.saved(rows: saved)) } }
        do {
            if let firstStart = waiting.withLock(\.firstStart) {
                try ledger.recordFirstStart(firstStart)
                waiting.withLock { $0.firstStart = nil }
            }
            while let entry = waiting.withLock(\.entries.first) {
                do {
                    try ledger.record(entry)
                    saved += 1
                } catch let error where error.isRefusal {
                    post(.refused(entry, error))
                }
                marks.remove(entry.key)
                waiting.withLock { $0.entries.removeAll { $0 == entry } }
            }
        } catch {
            // Said when the row was refused; said again each minute it would fill the journal.
        }
    }

    private struct Waits: Error, CustomStringConvertible {
        var description: String { "the ledger has not taken earlier rows yet" }
    }
}

extension LedgerError {
    /// Whether the ledger answered, and said no.
    var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}

extension [LedgerEntry] {
    /// Puts the row in place of the occasion's earlier one, or at the end.
    fileprivate mutating func hold(_ entry: LedgerEntry) {
        if let index = firstIndex(where: { $0.key == entry.key }) { self[index] = entry } else { append(entry) }
    }
}
