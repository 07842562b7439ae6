import AdhanCore

package enum LedgerAnswer: Sendable {
    /// What the ledger itself has; nothing where it could not be read, and `problem` says why.
    case recalled(LedgerMemory, problem: String?)
    /// Rows that a process before this one has marked, as they were read, once; the ledger may have answered before or not.
    case found([LedgerEntry])
    case recorded(LedgerEntry)
    /// The ledger has the occasion otherwise; it was not written.
    case refused(LedgerEntry, LedgerError)
    /// The disk refused; the row waits. The sentence says why, and whether it could be marked.
    case unsaved(LedgerEntry, String, isMarked: Bool)
    /// The row has its mark; `problem` where it could not be marked.
    case marked(LedgerEntry, problem: String?)
    /// Rows that had waited are now in the ledger.
    case saved(rows: Int)
    /// The ledger's file is another one than before; what happened, as a sentence. It lacks the rows written so far.
    case replaced(String)
    /// The ledger's file is gone, and none can be begun in its place; why, as a sentence. Said at each attempt.
    case lost(String)
}
