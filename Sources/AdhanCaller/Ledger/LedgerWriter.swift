import AdhanCore
import Synchronization

/// Writes rows to the ledger without blocking the loop: it takes rows at once, writes them in order on a worker, and
/// keeps those that the disk refuses until it takes them.
///
/// Each row is also marked beside the ledger, since the ledger's disk may hang or the file be lost. The mark is removed
/// when the ledger has the row and nothing could call its prayer again (`retry`). One worker saves and removes
/// marks, in the order of the calls.
final class LedgerWriter: Sendable {
    typealias Perform = @Sendable (@escaping @Sendable () -> Void) -> Void

    /// How many readers may wait while the ledger's disk is slow.
    private static let readLimit = 16
    /// How many changes of settings may wait for the disk.
    private static let mostChanges = 100

    package let marks: any PendingRowStore
    let performMark: Perform
    package let post: @Sendable (LedgerAnswer) -> Void
    package let waiting: Mutex<WaitingRows>

    /// - Parameters:
    ///   - ledger: it may block.
    ///   - marks: where rows are kept beside the ledger; it may block, too.
    ///   - perform: queues a job on a thread that may block; jobs run one after another.
    ///   - performMark: the same on another thread, so that marks are saved while the ledger's thread hangs.
    ///   - post: receives the answers, on those threads.
    init(
        ledger: any Ledger,
        marks: any PendingRowStore,
        perform: @escaping Perform,
        performMark: @escaping Perform,
        post: @escaping @Sendable (LedgerAnswer) -> Void
    ) {
        waiting = Mutex(WaitingRows(LedgerWorker(ledger, perform)))
        self.marks = marks
        (self.performMark, self.post) = (performMark, post)
    }

    /// Whether every row and mark has been answered.
    var isQuiet: Bool { waiting.withLock { $0.unmarked == 0 && $0.unwritten == 0 } }

    /// Whether something waits for the disk to take it.
    var hasWaiting: Bool { waiting.withLock { !$0.entries.isEmpty || !$0.changes.isEmpty } }

    func record(_ origin: LedgerOrigin) {
        waiting.withLock { $0.origin = origin }
        retry()
    }

    /// Writes a change of a setting as soon as the disk takes it.
    ///
    /// - Returns: false if too many wait for the disk already, so that the ledger does not get this one.
    func record(_ change: SettingChange) -> Bool {
        defer { retry() }
        return waiting.withLock { waiting in
            guard waiting.changes.count < Self.mostChanges else { return false }
            waiting.changes.append(change)
            return true
        }
    }

    /// Writes the row and marks it; `recorded`, `refused` or `unsaved` follows, and `marked`.
    func record(_ entry: LedgerEntry) {
        waiting.withLock { $0.note(entry) }
        enqueueMark { [self] in
            let problem = marks.save(entry)
            waiting.withLock { $0.marked.tried(entry, problem) }
            post(.marked(entry, problem: problem))
        }
        enqueue { [self] worker in
            catchUp(worker)
            do {
                // Waiting rows go first, so that the ledger gets each occasion's rows in order.
                if ifCurrent(worker, { $0.entries.isEmpty }) == false { throw EarlierRowsWait() }
                guard isCurrent(worker) else { return }
                let refusal = try write(entry, to: worker)
                guard ifCurrent(worker, { $0.marked.written(entry) }) != nil else { return }
                post(refusal.map { .refused(entry, $0) } ?? .recorded(entry))
            } catch {
                guard ifCurrent(worker, { $0.entries.add(entry) }) != nil else { return }
                // The row's mark is ahead of this in the queue, so its outcome is known.
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

    /// Writes the origin and the rows, which a new file may lack. Where the file has another row of the occasion, that
    /// one stays; what the disk refuses waits.
    package func restore(_ memory: LedgerCache) {
        if memory.origin != LedgerOrigin() { waiting.withLock { $0.origin = memory.origin } }
        enqueue { [self] worker in
            catchUp(worker)
            for entry in memory.rows {
                guard isCurrent(worker) else { return }
                do {
                    // Refused: the ledger has this row, or has settled the occasion.
                    _ = try write(entry, to: worker)
                    ifCurrent(worker) { $0.marked.written(entry) }
                } catch {
                    ifCurrent(worker) { $0.entries.add(entry) }
                }
            }
        }
    }

    /// Replaces the ledger after a reload. Waiting rows are written to the new one; jobs still queued for the old one
    /// are skipped.
    ///
    /// - Parameter perform: as in `init`, on a new thread, since the old ledger's disk may hang. Nil to keep the old
    ///   thread, where the machine has no more.
    package func move(to other: any Ledger, perform: Perform?) {
        let before = waiting.withLock { waiting in
            defer { waiting.move(to: LedgerWorker(other, perform ?? waiting.worker.perform)) }
            return waiting.worker
        }
        // Closing may block, too.
        before.perform { before.ledger.close() }
    }

    /// Closes the ledger on its own thread; returns at once. Its disk may hang.
    func close() {
        let worker = waiting.withLock(\.worker)
        worker.perform { worker.ledger.close() }
    }

    /// Runs a read on the ledger's thread, in turn with the writes: a reader beside them could delay a row.
    package func read(_ body: @escaping @Sendable (any Ledger) -> Void) -> Bool {
        let worker: LedgerWorker? = waiting.withLock { waiting in
            guard waiting.reads < Self.readLimit else { return nil }
            waiting.reads += 1
            return waiting.worker
        }
        guard let worker else { return false }
        worker.perform { [self] in
            body(worker.ledger)
            ifCurrent(worker) { $0.reads -= 1 }
        }
        return true
    }

    func isCurrent(_ worker: LedgerWorker) -> Bool { waiting.withLock { $0.worker === worker } }

    /// Changes the state on behalf of a ledger, unless it was replaced: a thread that hung may return long after that,
    /// and must not change the new ledger's state.
    @discardableResult
    func ifCurrent<Answer: Sendable>(_ worker: LedgerWorker, _ change: (inout WaitingRows) -> Answer) -> Answer? {
        waiting.withLock { $0.worker === worker ? change(&$0) : nil }
    }

    /// Queues a job on the ledger's thread. It is skipped where the ledger was replaced by then.
    func enqueue(_ job: @escaping @Sendable (LedgerWorker) -> Void) {
        let worker = waiting.withLock { waiting in
            waiting.unwritten += 1
            return waiting.worker
        }
        worker.perform { [self] in
            guard isCurrent(worker) else { return }
            job(worker)
            ifCurrent(worker) { $0.unwritten -= 1 }
        }
    }

    func enqueueMark(_ job: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.unmarked += 1 }
        performMark { [self] in
            job()
            waiting.withLock { $0.unmarked -= 1 }
        }
    }
}
