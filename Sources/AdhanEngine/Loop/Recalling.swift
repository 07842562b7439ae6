import AdhanCore

/// What is waited for before anything is decided: what the ledger has, and at a start the marks, each no longer than
/// `DaemonLoop.recallPatience`.
package struct Recalling {
    /// When they were asked.
    package let since: Instant
    package var awaitsMarks: Bool
    /// What the ledger has answered while the marks have not; nil where it has not answered either.
    package var answer: RecalledLedger?
}

/// What came of reading the ledger: nothing where there is a problem.
package struct RecalledLedger {
    package let memory: LedgerMemory
    package let problem: String?
}
