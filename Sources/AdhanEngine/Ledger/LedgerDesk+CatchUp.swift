import AdhanCore
import Synchronization

/// Has the ledger take what waits, once its disk does, or another file is in its place.
extension LedgerDesk {
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

    /// Writes what waits, as far as the disk takes it. Only ever on the worker.
    package func catchUp(_ ledger: any Ledger) {
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

    /// A file that was replaced in this very moment gets the row, too.
    package func write(_ entry: LedgerEntry, to ledger: any Ledger) throws(LedgerError) {
        do {
            try ledger.record(entry)
        } catch {
            guard !error.isRefusal, lookForReplacement(ledger) else { throw error }
            try ledger.record(entry)
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

    package struct Waits: Error, CustomStringConvertible {
        package var description: String { "the ledger has not taken earlier rows yet" }
    }
}

extension LedgerError {
    /// Whether the ledger answered, and said no.
    package var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}
