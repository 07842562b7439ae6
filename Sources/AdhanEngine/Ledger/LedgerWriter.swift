import AdhanCore
import Synchronization

/// Keeps the ledger's disk away from the tick: takes rows at once, writes them in order on a worker, and holds on to those the disk
/// refuses until it takes them.
///
/// Each row is marked beside the ledger, too, whatever the ledger's disk does: that may hang, and the file be lost with the row in it.
/// The mark is removed when the ledger has the row and nothing could call its prayer again (`removeMarks`). Marks are saved and
/// removed by one worker, in the order in which the loop says so.
package final class LedgerWriter: Sendable {
    package typealias Perform = @Sendable (@escaping @Sendable () -> Void) -> Void

    /// So many may wait to read the ledger while its disk is slow.
    private static let readLimit = 16

    package let marks: any PendingRows
    package let performMark: Perform
    package let post: @Sendable (LedgerAnswer) -> Void
    package let waiting: Mutex<WaitingRows>

    /// - Parameters:
    ///   - ledger: the book; it may block.
    ///   - marks: where rows are kept beside the book; it may block, too.
    ///   - perform: runs its argument later, one after another, on a thread that may block.
    ///   - performMark: likewise, on another thread: a mark is there for a ledger whose thread does not come back, too.
    ///   - post: where events go.
    package init(
        ledger: any Ledger,
        marks: any PendingRows,
        perform: @escaping Perform,
        performMark: @escaping Perform,
        post: @escaping @Sendable (LedgerAnswer) -> Void
    ) {
        waiting = Mutex(WaitingRows(Book(ledger, perform)))
        self.marks = marks
        (self.performMark, self.post) = (performMark, post)
    }

    /// Whether everything that was handed in has been answered.
    package var isQuiet: Bool { waiting.withLock { $0.unmarked == 0 && $0.unwritten == 0 } }

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
        enqueue { [self] book in
            catchUp(book)
            do {
                // What waits goes first, so that the ledger sees every occasion's rows in their order.
                if ifPresent(book, { $0.entries.isEmpty }) == false { throw Waits() }
                guard isPresent(book) else { return }
                let refusal = try write(entry, to: book)
                guard ifPresent(book, { $0.marked.written(entry) }) != nil else { return }
                post(refusal.map { .refused(entry, $0) } ?? .recorded(entry))
            } catch {
                guard ifPresent(book, { $0.entries.hold(entry) }) != nil else { return }
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
        enqueue { [self] book in
            catchUp(book)
            for entry in entries {
                guard isPresent(book) else { return }
                do {
                    // One that it refuses it has settled, or as this very row.
                    _ = try write(entry, to: book)
                    ifPresent(book) { $0.marked.written(entry) }
                } catch {
                    ifPresent(book) { $0.entries.hold(entry) }
                }
            }
        }
    }

    /// Another ledger takes the place of this one, as its configuration says. What waits is written there; what the thread of the one
    /// before has not got to, it leaves undone.
    ///
    /// - Parameter perform: as in `init`, on a thread of its own: the disk of the ledger before may hang. Nil where there is none left.
    package func move(to other: any Ledger, perform: Perform?) {
        let before = waiting.withLock { waiting in
            defer { waiting.move(to: Book(other, perform ?? waiting.book.perform)) }
            return waiting.book
        }
        // Even that may block.
        before.perform { before.ledger.close() }
    }

    /// Has the ledger closed by its thread, and returns at once: its disk may hang, and where the last to use it lets go, it is closed
    /// there.
    package func close() {
        let book = waiting.withLock(\.book)
        book.perform { book.ledger.close() }
    }

    /// Hands the ledger to whoever only reads it, in turn with what is written: a reader beside it could hold a row up.
    ///
    /// - Returns: false where so many wait already that this one is turned away.
    package func read(_ body: @escaping @Sendable (any Ledger) -> Void) -> Bool {
        let book: Book? = waiting.withLock { waiting in
            guard waiting.reads < Self.readLimit else { return nil }
            waiting.reads += 1
            return waiting.book
        }
        guard let book else { return false }
        book.perform { [self] in
            body(book.ledger)
            ifPresent(book) { $0.reads -= 1 }
        }
        return true
    }

    package func isPresent(_ book: Book) -> Bool { waiting.withLock { $0.book === book } }

    /// What a book's worker changes here, it changes by this: one that hung may come back long after another ledger has taken its
    /// place, and then neither waits nor counts for it what does here.
    ///
    /// - Returns: nil where another one has.
    @discardableResult
    package func ifPresent<Answer: Sendable>(_ book: Book, _ change: (inout WaitingRows) -> Answer) -> Answer? {
        waiting.withLock { $0.book === book ? change(&$0) : nil }
    }

    /// Has it done by the ledger's thread, unless another ledger has taken its place by then.
    package func enqueue(_ job: @escaping @Sendable (Book) -> Void) {
        let book = waiting.withLock { waiting in
            waiting.unwritten += 1
            return waiting.book
        }
        book.perform { [self] in
            guard isPresent(book) else { return }
            job(book)
            ifPresent(book) { $0.unwritten -= 1 }
        }
    }

    private func enqueueMark(_ job: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.unmarked += 1 }
        performMark { [self] in
            job()
            waiting.withLock { $0.unmarked -= 1 }
        }
    }
}
