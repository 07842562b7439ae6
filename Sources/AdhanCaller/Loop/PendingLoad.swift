import AdhanCore

/// A read of the ledger, and at a start of the marks, that the loop waits for before it decides anything; at most
/// `DaemonLoop.loadPatience`.
package struct PendingLoad {
    /// When the read began.
    package let since: Instant
    package var awaitsMarks: Bool
    /// The ledger's answer, kept until the marks have answered; nil where the ledger has not answered.
    package var answer: LoadedLedger?
}

/// The result of reading the ledger; the memory is empty where there is a problem.
package struct LoadedLedger {
    package let memory: LedgerCache
    package let problem: String?
}
