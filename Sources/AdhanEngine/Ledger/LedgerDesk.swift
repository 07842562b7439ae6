import AdhanCore
import Synchronization

package enum DeskEvent: Sendable {
    /// `problem` where the ledger could not be read: the memory then holds only what was marked.
    case recalled(LedgerMemory, problem: String?)
    /// Rows that a process before this one has marked; of the ledger nothing is known yet.
    case found([LedgerEntry])
    case recorded(LedgerEntry)
    /// The ledger has the occasion otherwise; it was not written.
    case refused(LedgerEntry, LedgerError)
    /// The disk refused; the row waits. The sentence says why, and whether it could be marked.
    case unsaved(LedgerEntry, String, isMarked: Bool)
    /// The row has its mark; `problem` where it could not be marked.
    case marked(LedgerEntry, problem: String?)
    /// Rows that had waited are now in the ledger.
    case saved(rows: Int)
    /// The ledger's file is another one than before; what happened, as a sentence. It lacks the rows written so far.
    case replaced(String)
    /// The ledger's file is gone, and none can be begun in its place; why, as a sentence. Said at each attempt.
    case lost(String)
}

/// Keeps the ledger's disk away from the tick: takes rows at once, writes them in order on a worker, and holds on to those the disk
/// refuses until it takes them.
///
/// Each row is marked beside the ledger, too, whatever the ledger's disk does: that may hang, and the file be lost with the row in it.
/// The mark is removed when the ledger has the row and nothing could call its prayer again (`removeMarks`). Marks are saved and
/// removed by one worker, in the order in which the loop says so.
package final class LedgerDesk: Sendable {
    package typealias Perform = @Sendable (@escaping @Sendable () -> Void) -> Void

    private struct Waiting {
        /// Refused rows, the newest of each occasion, in the order they came (`hold`).
        var entries: [LedgerEntry] = []
        var firstStart: Instant?
        var marked = MarkedRows()
        /// Marks, and jobs of the ledger's worker, that are not yet answered.
        var unmarked = 0
        var unwritten = 0
        /// Whether a job to try again what waits is on its way; a disk that hangs gets no second one.
        var isRetrying = false
        /// What is to be recalled; nil where no such job is on its way.
        var recall: (since: CivilDate, now: Instant)?
        var reads = 0
    }

    /// So many may wait to read the ledger while its disk is slow.
    private static let readLimit = 16

    /// A ledger with the thread that writes it.
    private final class Book: Sendable {
        let ledger: any Ledger
        let perform: Perform

        init(_ ledger: any Ledger, _ perform: @escaping Perform) { (self.ledger, self.perform) = (ledger, perform) }
    }

    private let present: Mutex<Book>
    private let marks: any MarkStore
    private let performMark: Perform
    private let post: @Sendable (DeskEvent) -> Void
    private let waiting = Mutex(Waiting())

    /// - Parameters:
    ///   - ledger: the book; it may block.
    ///   - marks: where rows are kept beside the book; it may block, too.
    ///   - perform: runs its argument later, one after another, on a thread that may block.
    ///   - performMark: likewise, on another thread: a mark is there for a ledger whose thread does not come back, too.
    ///   - post: where events go.
    package init(
        ledger: any Ledger,
        marks: any MarkStore,
        perform: @escaping Perform,
        performMark: @escaping Perform,
        post: @escaping @Sendable (DeskEvent) -> Void
    ) {
        present = Mutex(Book(ledger, perform))
        self.marks = marks
        (self.performMark, self.post) = (performMark, post)
    }

    /// Whether everything that was handed in has been answered.
    package var isQuiet: Bool { waiting.withLock { $0.unmarked == 0 && $0.unwritten == 0 } }

    /// Reads what there is to know; `found` and `recalled` follow.
    package func recall(since: CivilDate, now: Instant) {
        let isOnItsWay = waiting.withLock { waiting in
            defer { waiting.recall = (since, now) }
            return waiting.recall != nil
        }
        guard !isOnItsWay else { return }
        performMark { [self] in
            let marked = newest(marks.load())
            // The ledger's disk may hang for long, and what was called shortly before is to be known all the same.
            post(.found(marked))
            enqueue { [self] ledger in recall(ledger, beside: newest(marked)) }
        }
    }

    private func recall(_ ledger: any Ledger, beside marked: [LedgerEntry]) {
        guard let asked = waiting.withLock({ $0.recall.take() }) else { return }
        do {
            if let words = try ledger.reopenIfReplaced() { post(.replaced(words)) }
            var memory = try ledger.recall(since: asked.since, now: asked.now)
            take(marked, beside: memory)
            memory.merge(LedgerMemory(entries: marked))
            post(.recalled(memory, problem: nil))
            // What was marked is written behind it: the loop first books what the time before it owes.
            retry()
        } catch {
            post(.recalled(LedgerMemory(entries: marked), problem: "\(error)"))
        }
    }

    /// What this process has handed in is newer than what was found.
    private func newest(_ found: [LedgerEntry]) -> [LedgerEntry] {
        waiting.withLock { waiting in found.filter { !waiting.marked.contains($0.key) } }
    }

    /// Has the rows written that a process before this one has marked, and the ledger does not have.
    private func take(_ marked: [LedgerEntry], beside memory: LedgerMemory) {
        let known = Dictionary(memory.rows.map { ($0.key, $0) }) { $1 }
        waiting.withLock { waiting in
            // A row that was handed in meanwhile is newer than what was found.
            for entry in marked where !waiting.marked.contains(entry.key) {
                let isWritten = known[entry.key]?.covers(entry) == true
                waiting.marked.note(entry, isWritten: isWritten)
                if !isWritten { waiting.entries.hold(entry) }
            }
        }
    }

    package func recordFirstStart(_ instant: Instant) {
        waiting.withLock { $0.firstStart = instant }
        retry()
    }

    /// Writes the row and marks it; `recorded`, `refused` or `unsaved` follows, and `marked`.
    package func record(_ entry: LedgerEntry) {
        waiting.withLock { $0.marked.note(entry) }
        enqueueMark { [self] in
            let problem = marks.save(entry)
            waiting.withLock { $0.marked.tried(entry, problem) }
            post(.marked(entry, problem: problem))
        }
        enqueue { [self] ledger in
            catchUp(ledger)
            do {
                // What waits goes first, so that the ledger sees every occasion's rows in their order.
                if waiting.withLock({ !$0.entries.isEmpty }) { throw Waits() }
                try write(entry, to: ledger)
                waiting.withLock { $0.marked.written(entry) }
                post(.recorded(entry))
            } catch let error as LedgerError where error.isRefusal {
                waiting.withLock { $0.marked.written(entry) }
                post(.refused(entry, error))
            } catch {
                waiting.withLock { $0.entries.hold(entry) }
                // Its mark is ahead of this in the queue.
                enqueueMark { [self] in tellUnsaved(entry, "\(error)") }
            }
        }
    }

    private func tellUnsaved(_ entry: LedgerEntry, _ reason: String) {
        let problem = waiting.withLock { $0.marked.problem(entry) }
        let words =
            problem.map { "it could not be marked in the runtime directory either, and is kept in memory: \($0)" }
            ?? "it is marked in the runtime directory, and written when the disk takes it"
        post(.unsaved(entry, "\(reason); \(words)", isMarked: problem == nil))
    }

    /// Removes the marks that are not needed any more: the ledger has the row.
    ///
    /// - Parameter end: what was due before then is called by nobody any more, should the ledger be lost now.
    package func removeMarks(before end: Instant) {
        for key in waiting.withLock({ $0.marked.takeSettled(before: end) }) {
            enqueueMark { [self] in marks.remove(key) }
        }
    }

    /// Writes rows that a new file may lack. One that it has otherwise stays as it is there; one that the disk refuses waits.
    package func restore(_ entries: [LedgerEntry], firstStart: Instant?) {
        if let firstStart { waiting.withLock { $0.firstStart = firstStart } }
        enqueue { [self] ledger in
            catchUp(ledger)
            for entry in entries {
                do {
                    try write(entry, to: ledger)
                } catch let error as LedgerError where error.isRefusal {
                    // It has the occasion settled, or as this very row.
                } catch {
                    waiting.withLock { $0.entries.hold(entry) }
                }
            }
        }
    }

    /// Another ledger takes the place of this one, as its configuration says. What waits is written there; what the thread of the one
    /// before has not got to, it leaves undone.
    ///
    /// - Parameter perform: as in `init`, on a thread of its own: the disk of the ledger before may hang. Nil where there is none left.
    package func move(to other: any Ledger, perform: Perform?) {
        let before = present.withLock { present in
            defer { present = Book(other, perform ?? present.perform) }
            return present
        }
        waiting.withLock { ($0.unwritten, $0.isRetrying, $0.recall, $0.reads) = (0, false, nil, 0) }
        // Even that may block.
        before.perform { before.ledger.close() }
    }

    /// Hands the ledger to whoever only reads it, in turn with what is written: a reader beside it could hold a row up.
    ///
    /// - Returns: false where so many wait already that this one is turned away.
    package func read(_ body: @escaping @Sendable (any Ledger) -> Void) -> Bool {
        let isTaken = waiting.withLock { waiting in
            guard waiting.reads < Self.readLimit else { return false }
            waiting.reads += 1
            return true
        }
        guard isTaken else { return false }
        let book = present.withLock { $0 }
        book.perform { [self] in
            body(book.ledger)
            if isPresent(book) { waiting.withLock { $0.reads -= 1 } }
        }
        return true
    }

    /// Tries again what waits, and looks whether the ledger's file is still the same; `saved` and `replaced` may follow.
    package func retry() {
        let isOnItsWay = waiting.withLock { waiting in
            defer { waiting.isRetrying = true }
            return waiting.isRetrying
        }
        guard !isOnItsWay else { return }
        enqueue { [self] ledger in
            waiting.withLock { $0.isRetrying = false }
            catchUp(ledger)
        }
    }

    private func isPresent(_ book: Book) -> Bool { present.withLock { $0 === book } }

    /// Has it done by the ledger's thread, unless another ledger has taken its place by then.
    private func enqueue(_ job: @escaping @Sendable (any Ledger) -> Void) {
        let book = present.withLock { $0 }
        waiting.withLock { $0.unwritten += 1 }
        book.perform { [self] in
            guard isPresent(book) else { return }
            job(book.ledger)
            if isPresent(book) { waiting.withLock { $0.unwritten -= 1 } }
        }
    }

    private func enqueueMark(_ job: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.unmarked += 1 }
        performMark { [self] in
            job()
            waiting.withLock { $0.unmarked -= 1 }
        }
    }

    /// - Returns: whether there is another file.
    @discardableResult
    private func lookForReplacement(_ ledger: any Ledger) -> Bool {
        do {
            guard let words = try ledger.reopenIfReplaced() else { return false }
            post(.replaced(words))
            return true
        } catch {
            post(.lost("\(error)"))
            return false
        }
    }

    /// A file that was replaced in this very moment gets the row, too.
    private func write(_ entry: LedgerEntry, to ledger: any Ledger) throws(LedgerError) {
        do {
            try ledger.record(entry)
        } catch {
            guard !error.isRefusal, lookForReplacement(ledger) else { throw error }
            try ledger.record(entry)
        }
    }

    /// Writes what waits, as far as the disk takes it. Only ever on the worker.
    private func catchUp(_ ledger: any Ledger) {
        lookForReplacement(ledger)
        var saved = 0
        defer { if saved > 0 { post(.saved(rows: saved)) } }
        do {
            if let firstStart = waiting.withLock(\.firstStart) {
                try ledger.recordFirstStart(firstStart)
                waiting.withLock { $0.firstStart = nil }
            }
            while let entry = waiting.withLock(\.entries.first) {
                do {
                    try write(entry, to: ledger)
                    saved += 1
                } catch let error where error.isRefusal {
                    post(.refused(entry, error))
                }
                waiting.withLock { waiting in
                    waiting.marked.written(entry)
                    waiting.entries.removeAll { $0 == entry }
                }
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
    package var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}

extension [LedgerEntry] {
    /// Puts the row in place of the occasion's earlier ones, or at the end.
    ///
    /// A `missed` before a new `started` stays: the ledger may have the `started` before it, and takes no second one.
    fileprivate mutating func hold(_ entry: LedgerEntry) {
        let index = firstIndex { $0.key == entry.key } ?? endIndex
        let earlier = filter { $0.key == entry.key && $0.state == .missed && entry.state == .started }.prefix(1)
        removeAll { $0.key == entry.key }
        insert(contentsOf: earlier + [entry], at: Swift.min(index, endIndex))
    }
}
