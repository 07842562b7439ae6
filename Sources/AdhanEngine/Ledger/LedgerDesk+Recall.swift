import AdhanCore
import Synchronization

/// What the processes before this one have left: the ledger's rows, and those that were only marked.
extension LedgerDesk {
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
}
