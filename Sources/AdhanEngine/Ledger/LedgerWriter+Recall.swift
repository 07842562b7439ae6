import AdhanCore
import Synchronization

/// What the processes before this one have left: the ledger's rows, and those that were only marked.
extension LedgerWriter {
    /// Has both read at once, since either may hang; `found`, once, and `recalled` follow.
    package func recall(since: CivilDate, now: Instant) {
        readMarks()
        let isOnItsWay = waiting.withLock { waiting in
            defer { waiting.recall = (since, now) }
            return waiting.recall != nil
        }
        guard !isOnItsWay else { return }
        enqueue { [self] book in recall(book) }
    }

    private func readMarks() {
        let isFirst = waiting.withLock { waiting in
            guard case .unread = waiting.marks else { return false }
            waiting.marks = .reading
            return true
        }
        guard isFirst else { return }
        performMark { [self] in
            let rows = marks.load()
            let (found, isCompared) = waiting.withLock { $0.find(rows) }
            post(.found(found))
            if isCompared { retry() }
        }
    }

    private func recall(_ book: Book) {
        guard let asked = waiting.withLock({ $0.book === book ? $0.recall.take() : nil }) else { return }
        do {
            lookForReplacement(book, try book.ledger.reopenIfReplaced())
            let memory = try book.ledger.recall(since: asked.since, now: asked.now)
            guard ifPresent(book, { $0.read(memory.rows) }) != nil else { return }
            post(.recalled(memory, problem: nil))
            // What was marked is written behind it: the loop first books what the time before it owes.
            retry()
        } catch {
            if isPresent(book) { post(.recalled(LedgerMemory(), problem: "\(error)")) }
        }
    }
}
