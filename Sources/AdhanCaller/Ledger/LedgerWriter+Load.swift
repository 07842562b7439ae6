import Synchronization
import AdhanCore

/// Reads what earlier processes have left: the ledger's rows, and the marked ones.
extension LedgerWriter {
    /// Reads both at the same time, since either may hang; `found`, once, and `ledgerLoaded` follow.
    package func load(since: CivilDate, now: Instant) {
        readMarks()
        let isOnItsWay = waiting.withLock { waiting in
            defer { waiting.load = (since, now) }
            return waiting.load != nil
        }
        guard !isOnItsWay else { return }
        enqueue { [self] worker in load(worker) }
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

    private func load(_ worker: LedgerWorker) {
        guard let asked = ifCurrent(worker, { $0.load.take() }) ?? nil else { return }
        do {
            lookForReplacement(worker, try worker.ledger.reopenIfReplaced())
            let memory = try worker.ledger.load(since: asked.since, now: asked.now)
            guard ifCurrent(worker, { $0.read(memory.rows, since: asked.since) }) == true else { return }
            post(.ledgerLoaded(memory, problem: nil))
            // Marked rows are written afterwards: the loop first records what was missed before them.
            retry()
        } catch {
            if isCurrent(worker) { post(.ledgerLoaded(LedgerCache(), problem: "\(error)")) }
        }
    }
}
