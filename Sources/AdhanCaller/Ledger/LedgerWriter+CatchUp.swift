import Synchronization
import AdhanCore

/// Writes the rows that wait, once the disk takes them or the ledger's file was replaced.
extension LedgerWriter {
    /// Tries the waiting rows again, and checks whether the ledger's file was replaced; `saved` and `replaced` may
    /// follow. After that it removes the marks of rows that the ledger has and nothing could call again.
    ///
    /// - Parameter end: what was due before then is not called any more, even if the ledger is lost now. Nil removes
    ///   no mark.
    func retry(removingMarksBefore end: Instant? = nil) {
        let isOnItsWay = waiting.withLock { waiting in
            defer { waiting.isRetrying = true }
            return waiting.isRetrying
        }
        guard !isOnItsWay else { return }
        enqueue { [self] worker in
            ifCurrent(worker) { $0.isRetrying = false }
            catchUp(worker)
            guard let end else { return }
            for key in ifCurrent(worker, { $0.marked.takeSettled(before: end) }) ?? [] {
                enqueueMark { [self] in marks.remove(key) }
            }
        }
    }

    /// Writes the waiting rows, as far as the disk takes them. Call it on the ledger's worker only.
    func catchUp(_ worker: LedgerWorker) {
        lookForReplacement(worker)
        var saved = 0
        defer { if saved > 0 { post(.saved(rows: saved)) } }
        do {
            if let origin = ifCurrent(worker, { $0.origin }) ?? nil {
                try worker.ledger.record(origin)
                ifCurrent(worker) { if $0.origin == origin { $0.origin = nil } }
            }
            // If another ledger replaces this one meanwhile, the remaining rows are for that one.
            while let entry = ifCurrent(worker, { $0.entries.first }) ?? nil {
                let refusal = try write(entry, to: worker)
                let isTaken = ifCurrent(worker) { waiting in
                    waiting.marked.written(entry)
                    waiting.entries.removeAll { $0 == entry }
                    return true
                }
                guard isTaken == true else { return }
                if let refusal { post(.refused(entry, refusal)) } else { saved += 1 }
            }
            // Last, so that a setting that cannot be written holds up no row.
            while let change = ifCurrent(worker, { $0.changes.first }) ?? nil {
                try worker.ledger.record(change)
                ifCurrent(worker) { $0.changes = Array($0.changes.dropFirst()) }
            }
        } catch {
            // Reported when the row was first refused. Each minute again would fill the journal.
        }
    }

    /// Writes the row. If it fails because the file has just been replaced, the new file gets the row.
    ///
    /// - Returns: the ledger's refusal; nil where the row is written.
    /// - Throws: `LedgerError` where the disk did not take it.
    package func write(_ entry: LedgerEntry, to worker: LedgerWorker) throws(LedgerError) -> LedgerError? {
        do {
            return try attempt(entry, worker)
        } catch {
            guard lookForReplacement(worker) else { throw error }
            return try attempt(entry, worker)
        }
    }

    private func attempt(_ entry: LedgerEntry, _ worker: LedgerWorker) throws(LedgerError) -> LedgerError? {
        do {
            try worker.ledger.record(entry)
            return nil
        } catch {
            guard error.isRefusal else { throw error }
            return error
        }
    }

    @discardableResult
    private func lookForReplacement(_ worker: LedgerWorker) -> Bool {
        do {
            return lookForReplacement(worker, try worker.ledger.reopenIfReplaced())
        } catch {
            if ifCurrent(worker, { $0.marked.unwritten() }) != nil { post(.lost("\(error)")) }
            return false
        }
    }

    /// - Parameter words: what happened to the file, as a sentence; nil where nothing did.
    @discardableResult
    func lookForReplacement(_ worker: LedgerWorker, _ words: String?) -> Bool {
        guard let words, ifCurrent(worker, { $0.marked.unwritten() }) != nil else { return false }
        post(.replaced(words))
        return true
    }

    struct EarlierRowsWait: Error, CustomStringConvertible {
        package var description: String { "the ledger has not taken earlier rows yet" }
    }
}

extension LedgerError {
    /// Whether the ledger answered and refused the row, for good.
    var isRefusal: Bool {
        switch self {
        case .refused, .impossible: true
        case .unreadable, .foreign, .damaged, .unwritable: false
        }
    }
}
