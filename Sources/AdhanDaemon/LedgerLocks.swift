import AdhanLedger
import AdhanSystem
import Logging
import Synchronization

/// The locks of the ledgers that this process writes to: one beside each, and one on the file itself, which a bind mount or a hard link
/// leads to by another path. They are held until the process ends.
package final class LedgerLocks: Sendable {
    /// The lock of a path, taken by one thread after another: one that hung must not find its own lock taken.
    private final class Place: Sendable { let lock = Mutex<LockFile?>(nil) }

    private struct Files {
        /// Which file each path led to when it was last locked.
        var inodes: [String: Inode] = [:]
        /// Nil within: being locked.
        var locks: [Inode: InodeLock?] = [:]
    }

    /// By the path of the ledger without any link in it.
    private let places = Mutex<[String: Place]>([:])
    private let files = Mutex(Files())
    private let log: Logger
    private let lock: Lock

    package typealias Lock = @Sendable (_ path: String) throws(LockFault) -> LockFile

    /// - Parameter lock: makes a lock file; a test's may hang.
    package init(log: Logger, lock: @escaping Lock = { path throws(LockFault) in try LockFile(path) }) {
        (self.log, self.lock) = (log, lock)
    }

    /// Locks the ledger for this process, so that no other daemon takes what sounds here for what a crash has left. It may block.
    ///
    /// A lock that cannot be had for another reason is said and gone without: a disk that refuses is no reason not to call a prayer.
    ///
    /// - Throws: `LockFault.held` and `.inUse` where another process has it.
    package func own(_ ledger: String) throws(LockFault) {
        let file = LedgerPath.resolved(ledger)
        let place = places.withLock { places in
            let place = places[file] ?? Place()
            places[file] = place
            return place
        }
        // Its disk may hang.
        try place.lock.withLock { held throws(LockFault) in
            guard held == nil else { return }
            if let problem = LedgerPath.otherNames(file) { log.warning("\(problem.words); \(problem.advice)") }
            do throws(LockFault) {
                held = try lock(file + ".lock")
            } catch {
                if case .held = error { throw error }
                log.error("\(error); a second daemon on this ledger might not be noticed")
            }
        }
        try ownFile(file)
    }

    /// Locks the file that is there now; nothing where there is none. For a ledger that was just made, too, or has replaced another.
    ///
    /// - Throws: `LockFault.inUse` where another process has it.
    package func ownFile(_ ledger: String) throws(LockFault) {
        let file = LedgerPath.resolved(ledger)
        guard let inode = Inode(file) else { return }
        let isOurs = files.withLock { files in
            guard files.locks[inode] == nil else { return true }
            files.locks.updateValue(nil, forKey: inode)
            return false
        }
        guard !isOurs else { return }
        do throws(LockFault) {
            let lock = try InodeLock(file)
            files.withLock { files in
                files.inodes[file] = inode
                files.locks[inode] = lock
                // The file that was in its place is used no more.
                let used = Set(files.inodes.values)
                files.locks = files.locks.filter { $0.value == nil || used.contains($0.key) }
            }
        } catch {
            if case .inUse = error {
                files.withLock { _ = $0.locks.removeValue(forKey: inode) }
                throw error
            }
            // It is not tried again: that would take SQLite's locks from it (`InodeLock`).
            log.warning("\(error); a second daemon that knows this ledger by another path would not be noticed")
        }
    }
}
