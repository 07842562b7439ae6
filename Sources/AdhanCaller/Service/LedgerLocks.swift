import AdhanLedger
import AdhanSupport
import Logging
import Synchronization

/// The locks of the ledgers that this process writes to. Each ledger has a lock file beside it, and a lock on the file
/// itself, since a bind mount or a hard link leads to it by another path. They are held until the process ends.
final class LedgerLocks: Sendable {
    /// The lock file of a path. Threads take it one after another,
    /// so that one that hung does not find this process's own lock.
    private final class Entry: Sendable {
        let lock = Mutex<LockFile?>(nil)
        /// Whether the lock is ours, or the daemon goes on without it for good. False while another process has it or
        /// the disk has not answered.
        let isDecided = Atomic(false)
    }

    private struct Files {
        /// The files that each path has led to; earlier ones stay until `acquireOpened`.
        var names: [String: Set<Inode>] = [:]
        /// A nil lock is being opened, or cannot be taken.
        var locks: [Inode: InodeLock?] = [:]
        /// Why a lock is not taken, as last reported.
        var faults: [Inode: LockFault] = [:]
    }

    /// By the ledger's resolved path.
    private let entries = Mutex<[String: Entry]>([:])
    private let files = Mutex(Files())
    private let log: Logger
    private let lock: Lock

    typealias Lock = @Sendable (_ path: String) throws(LockFault) -> LockFile

    /// - Parameter lock: makes a lock file; in tests it may hang.
    init(log: Logger, lock: @escaping Lock = { path throws(LockFault) in try LockFile(path) }) {
        (self.log, self.lock) = (log, lock)
    }

    /// Locks the ledger for this process, so that no other daemon takes our unfinished rows for those of a crash.
    /// It may block.
    ///
    /// Where the lock fails for another reason than `Throws`, that is logged, and the daemon goes on without it.
    ///
    /// - Throws: `LockFault.held` and `.inUse` where another process has it.
    func acquire(_ ledger: String) throws(LockFault) {
        let file = LedgerPath.resolved(ledger)
        let entry = entries.withLock { entries in
            let entry = entries[file] ?? Entry()
            entries[file] = entry
            return entry
        }
        // Its disk may hang.
        try entry.lock.withLock { held throws(LockFault) in
            guard held == nil else { return }
            if let problem = LedgerPath.otherNames(file) { log.warning("\(problem.words); \(problem.advice)") }
            held = try acquire(file, entry)
        }
        try acquireFile(file)
    }

    /// Locks the ledger's file after it was opened, since it may be new or replaced. Call it on the thread that writes
    /// the ledger, and not within a transaction: it releases the lock of the earlier file.
    ///
    /// - Returns: whether both locks are decided; false while another thread waits for the lock file.
    /// - Throws: `LockFault.held` and `.inUse` where another process has it.
    func acquireOpened(_ ledger: String) throws(LockFault) -> Bool {
        let file = LedgerPath.resolved(ledger)
        let entry = entries.withLock { $0[file] }
        if let entry, !entry.isDecided.load(ordering: .relaxed) {
            _ = try entry.lock.withLockIfAvailable { held throws(LockFault) in
                if held == nil { held = try acquire(file, entry) }
            }
        }
        try acquireFile(file)
        if let inode = Inode(file) { releaseOthers(of: file, but: inode) }
        return entry?.isDecided.load(ordering: .relaxed) ?? true
    }

    private func releaseOthers(of file: String, but inode: Inode) {
        files.withLock { files in
            files.names[file] = [inode]
            let used = files.names.values.reduce(into: Set()) { $0.formUnion($1) }
            files.locks = files.locks.filter { used.contains($0.key) }
            files.faults = files.faults.filter { used.contains($0.key) }
        }
    }

    private func acquire(_ file: String, _ entry: Entry) throws(LockFault) -> LockFile? {
        do throws(LockFault) {
            let found = try lock(file + ".lock")
            entry.isDecided.store(true, ordering: .relaxed)
            return found
        } catch {
            if case .held = error { throw error }
            entry.isDecided.store(true, ordering: .relaxed)
            log.error("\(error); a second daemon on this ledger might not be noticed")
            return nil
        }
    }

    /// Locks the file at the path, where there is one. It releases no other lock.
    private func acquireFile(_ file: String) throws(LockFault) {
        guard let inode = Inode(file) else { return }
        let (isKnown, known) = files.withLock { files in
            files.names[file, default: []].insert(inode)
            if let entry = files.locks[inode] { return (true, entry) }
            files.locks.updateValue(nil, forKey: inode)
            return (false, nil)
        }
        do throws(LockFault) {
            // A file that cannot be opened is not tried again.
            guard let lock = isKnown ? known : try InodeLock(file) else { return }
            files.withLock { $0.locks[inode] = lock }
            try lock.acquire(file)
            files.withLock { $0.faults[inode] = nil }
        } catch {
            let isNew = files.withLock { $0.faults.updateValue(error, forKey: inode) != error }
            if case .inUse = error { throw error }
            guard isNew else { return }
            log.warning("\(error); a second daemon that knows this ledger by another path would not be noticed")
        }
    }
}
