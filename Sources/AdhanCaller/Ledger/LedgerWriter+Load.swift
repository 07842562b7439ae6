import AdhanCore
import Synchronization

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

/// A report of the ledger writer to the loop.
package enum LedgerAnswer: Sendable {
    /// The ledger was read. Where it could not be, the memory is empty and `problem` says why.
    case ledgerLoaded(LedgerCache, problem: String?)
    /// The rows that an earlier process has marked. Comes once, before or after `ledgerLoaded`.
    case found([LedgerEntry])
    case recorded(LedgerEntry)
    /// The ledger already has another row of the occasion, so this one was not written.
    case refused(LedgerEntry, LedgerError)
    /// The disk did not take the row, which waits. The sentence says why, and whether the row could be marked.
    case unsaved(LedgerEntry, String, isMarked: Bool)
    /// The row was marked; `problem` says why it could not be.
    case marked(LedgerEntry, problem: String?)
    /// So many rows that had waited are now in the ledger.
    case saved(rows: Int)
    /// The ledger's file was replaced, and lacks the rows written so far. The sentence says what happened.
    case replaced(String)
    /// The ledger's file is gone and no new one can be made. The sentence says why. Comes at each attempt.
    case lost(String)
}
