import AdhanCore
import Synchronization

/// Has the ledger take what waits, once its disk does, or another file is in its place.
extension LedgerWriter {
    /// Tries again what waits, and looks whether the ledger's file is still the same; `saved` and `replaced` may follow.
    package func retry() {
        let isOnItsWay = waiting.withLock { waiting in
            defer { waiting.isRetrying = true }
            return waiting.isRetrying
        }
        guard !isOnItsWay else { return }
        enqueue { [self] book in
            ifPresent(book) { $0.isRetrying = false }
            catchUp(book)
        }
    }

    /// Writes what waits, as far as the disk takes it. Only ever on the book's worker.
    package func catchUp(_ book: Book) {
        lookForReplacement(book)
        var saved = 0
        defer { if saved > 0 { post(.saved(rows: saved)) } }
        do {
            if let firstStart = ifPresent(book, { $0.firstStart }) ?? nil {
                try book.ledger.recordFirstStart(firstStart)
                ifPresent(book) { $0.firstStart = nil }
            }
            // Another ledger may take the place of this one in the middle of it, and then they wait for that.
            while let entry = ifPresent(book, { $0.entries.first }) ?? nil {
                let refusal = try write(entry, to: book)
                let isTaken = ifPresent(book) { waiting in
                    waiting.marked.written(entry)
                    waiting.entries.removeAll { $0 == entry }
                    return true
                }
                guard isTaken == true else { return }
                if let refusal { post(.refused(entry, refusal)) } else { saved += 1 }
            }
        } catch {
            // Said when the row was refused; said again each minute it would fill the journal.
        }
    }

    /// A file that was replaced in this very moment gets the row, too.
    ///
    /// - Returns: why the ledger, which has answered, does not want it; nil where it is written.
    /// - Throws: where the disk did not take it.
    package func write(_ entry: LedgerEntry, to book: Book) throws(LedgerError) -> LedgerError? {
        do {
            return try attempt(entry, book)
        } catch {
            guard lookForReplacement(book) else { throw error }
            return try attempt(entry, book)
        }
    }

    private func attempt(_ entry: LedgerEntry, _ book: Book) throws(LedgerError) -> LedgerError? {
        do {
            try book.ledger.record(entry)
            return nil
        } catch {
            guard error.isRefusal else { throw error }
            return error
        }
    }

    /// - Returns: whether there is another file.
    @discardableResult
    private func lookForReplacement(_ book: Book) -> Bool {
        do {
            return lookForReplacement(book, try book.ledger.reopenIfReplaced())
        } catch {
            if isPresent(book) { post(.lost("\(error)")) }
            return false
        }
    }

    /// - Parameter words: what the ledger says of it.
    @discardableResult
    package func lookForReplacement(_ book: Book, _ words: String?) -> Bool {
        guard let words, isPresent(book) else { return false }
        post(.replaced(words))
        return true
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
