import Synchronization
import AdhanCore

/// Reads what earlier processes have left: the ledger's rows, and the marked ones.
extension LedgerWriter {
    /// Reads both at the same time, since either may hang; `found`, once, and `recalled` follow.
    package func recall(since: CivilDate, now: Instant) {
        readMarks()
        let isOnItsWay = waiting.withLock { waiting in
            defer { waiting.recall = (since, now) }
            return waiting.recall != nil
        }
        guard !isOnItsWay else { return }
        enqueue { [self] worker in recall(worker) }
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
            post(.found(waiting.withLock { $0.find(rows) }))
            // Where the ledger was read before, the rows that it lacks wait from now on.
            retry()
        }
    }

    private func recall(_ worker: LedgerWorker) {
        guard let asked = ifCurrent(worker, { $0.recall.take() }) ?? nil else { return }
        do {
            lookForReplacement(worker, try worker.ledger.reopenIfReplaced())
            let memory = try worker.ledger.recall(since: asked.since, now: asked.now)
            guard ifCurrent(worker, { $0.read(memory.rows, since: asked.since) }) == true else { return }
            post(.recalled(memory, problem: nil))
            // Marked rows are written afterwards: the loop first records what was missed before them.
            retry()
        } catch {
            if isCurrent(worker) { post(.recalled(LedgerMemory(), problem: "\(error)")) }
        }
    }
}
