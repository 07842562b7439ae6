import AdhanCore
import Synchronization

/// A ledger in memory with the rules of the real one.
package final class InMemoryLedger: Ledger {
    private struct State {
        var origin = LedgerOrigin()
        var entries: [OccasionKey: LedgerEntry] = [:]
        var changes: [SettingChange] = []
    }

    private let state: Mutex<State>

    package init() { state = Mutex(State()) }

    private init(_ content: State) { state = Mutex(content) }

    package func copy() -> InMemoryLedger { InMemoryLedger(state.withLock { $0 }) }

    /// A copy for another box, as `MovedLedger` makes one of a file.
    package func moved(at now: Instant) -> InMemoryLedger {
        var content = state.withLock { $0 }
        content.origin = LedgerOrigin(movedAt: now)
        return InMemoryLedger(content)
    }

    package func load(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerCache {
        let state = state.withLock { $0 }
        let rows = state.entries.values
        let lastDue = rows.map { $0.key.occasion == .absence ? $0.ended ?? $0.due : $0.due }.filter { $0 <= now }
            .max()
        return LedgerCache(
            origin: state.origin,
            lastDue: lastDue,
            entries: rows.filter { $0.key.date >= since || $0.key.occasion == .absence || $0.state == .started }
        )
    }

    package func record(_ origin: LedgerOrigin) { state.withLock { $0.origin.merge(origin) } }

    package func record(_ entry: LedgerEntry) throws(LedgerError) {
        try state.withLock { state throws(LedgerError) in
            if let earlier = state.entries[entry.key]?.state, !earlier.mayBecome(entry.state) {
                throw .refused(entry.key, from: earlier, to: entry.state)
            }
            if let reason = Self.contradiction(entry) { throw .impossible(entry.key, reason: reason) }
            state.entries[entry.key] = entry
        }
    }

    /// The constraints of the real one.
    private static func contradiction(_ entry: LedgerEntry) -> String? {
        switch entry.state {
        case .missed where entry.heardMilliseconds ?? 0 > 0: "missed and heard"
        case .missed where entry.reason == nil, .skipped where entry.reason == nil: "without a reason"
        case .stopped where entry.who == nil: "stopped by nobody"
        default: nil
        }
    }

    package func record(_ change: SettingChange) { state.withLock { $0.changes.append(change) } }

    package func changes(limit: Int) -> [SettingChange] { Array(state.withLock(\.changes).reversed().prefix(limit)) }

    /// Memory is never replaced by another process.
    package func reopenIfReplaced() -> String? { nil }

    package func close() {}

    package func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows {
        let rows = state.withLock(\.entries).values.filter { dates.contains($0.key.date) }
            .sorted { first, second in
                let (here, there) = ((first.key.date, first.due), (second.key.date, second.due))
                // The names are made, and compared, only where they decide.
                return here == there ? first.key.occasion.name < second.key.occasion.name : here < there
            }
        return LedgerRows(Array(rows.prefix(limit)))
    }
}
