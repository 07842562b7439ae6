import AdhanCore
import Synchronization

/// A ledger on a simulated disk that can fail.
package final class LedgerOnADisk: Ledger {
    package enum Fault: Sendable {
        case unreadable
        case unwritable
    }

    private struct State {
        var ledger: any Ledger
        var open: @Sendable () -> any Ledger
        var fault: Fault?
        var replaced: String?
    }

    private let state: Mutex<State>

    /// - Parameter open: opens the ledger; called again for each process.
    package init(_ open: @escaping @Sendable () -> any Ledger) { state = Mutex(State(ledger: open(), open: open)) }

    /// The disk's fault from now on; nil if it works.
    package func fail(_ fault: Fault?) { state.withLock { $0.fault = fault } }

    /// A new process opens it.
    package func reopen() { state.withLock { ($0.ledger, $0.replaced) = ($0.open(), nil) } }

    /// The file is removed, or another one replaces it.
    package func replace(with other: any Ledger) {
        state.withLock { state in
            (state.ledger, state.replaced) = (other, "the ledger was replaced by another file")
            state.open = { other }
        }
    }

    /// The rows that a new process would find if the disk worked.
    package func rowsOnDisk() throws(LedgerError) -> [LedgerEntry] {
        try state.withLock(\.open)().entries(.first..<(.last))
    }

    package func load(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerCache {
        try readable().load(since: since, now: now)
    }

    package func record(_ origin: LedgerOrigin) throws(LedgerError) { try writable().record(origin) }

    package func record(_ entry: LedgerEntry) throws(LedgerError) { try writable().record(entry) }

    package func record(_ change: SettingChange) throws(LedgerError) { try writable().record(change) }

    package func changes(limit: Int) throws(LedgerError) -> [SettingChange] { try readable().changes(limit: limit) }

    package func reopenIfReplaced() throws(LedgerError) -> String? {
        try state.withLock { state throws(LedgerError) -> String? in
            defer { state.replaced = nil }
            if let words = state.replaced { return words }
            return try state.ledger.reopenIfReplaced()
        }
    }

    package func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows {
        try readable().rows(dates, limit: limit)
    }

    package func close() { state.withLock(\.ledger).close() }

    private func readable() throws(LedgerError) -> any Ledger {
        let state = state.withLock { $0 }
        guard state.fault != .unreadable else { throw .unreadable(file: "disk", reason: "a test wants it so") }
        return state.ledger
    }

    private func writable() throws(LedgerError) -> any Ledger {
        let ledger = try readable()
        guard state.withLock(\.fault) == nil else { throw .unwritable(file: "disk", reason: "a test wants it so") }
        return ledger
    }
}
