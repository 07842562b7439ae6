import AdhanCore

/// What the ledger writer reports to the loop.
package enum LedgerAnswer: Sendable {
    /// The ledger was read. Where it could not be, the memory is empty and `problem` says why.
    case ledgerLoaded(LedgerCache, problem: String?)
    /// The rows that an earlier process has marked. Comes once, before or after `ledgerLoaded`.
    case found([LedgerEntry])
    case recorded(LedgerEntry)
    /// The ledger already has another row of the occasion, so this one was not written.
    case refused(LedgerEntry, LedgerError)
    /// The disk did not take the row, which waits. The sentence says why, and whether the row could be marked.
    case unsaved(LedgerEntry, String, isMarked: Bool)
    /// The row was marked; `problem` says why it could not be.
    case marked(LedgerEntry, problem: String?)
    /// So many rows that had waited are now in the ledger.
    case saved(rows: Int)
    /// The ledger's file was replaced, and lacks the rows written so far. The sentence says what happened.
    case replaced(String)
    /// The ledger's file is gone and no new one can be made. The sentence says why. Comes at each attempt.
    case lost(String)
}
