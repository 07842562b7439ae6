import AdhanLedger
import AdhanSystem
import Logging
import Synchronization

/// The locks of the ledgers that this process writes to, beside each its file. They are held until the process ends.
package final class LedgerLocks: Sendable {
    /// By the path of the ledger without any link in it.
    private let held = Mutex<[String: LockFile]>([:])
    private let log: Logger

    package init(log: Logger) { self.log = log }

    /// Locks the ledger for this process, so that no other daemon takes what sounds here for what a crash has left. It may block.
    ///
    /// A lock file that cannot be made is said and gone without: a disk that refuses is no reason not to call a prayer.
    ///
    /// - Throws: `LockFault.held` where another process has it.
    package func own(_ ledger: String) throws(LockFault) {
        let file = LedgerPath.resolved(ledger)
        do {
            guard held.withLock({ $0[file] == nil }) else { return }
            if let problem = LedgerPath.otherNames(file) { log.warning("\(problem.words); \(problem.advice)") }
            // Outside of the lock: its disk may hang.
            let lock = try LockFile(file + ".lock")
            held.withLock { $0[file] = lock }
        } catch {
            if case .held = error { throw error }
            log.error("\(error); a second daemon on this ledger would not be noticed")
        }
    }
}
