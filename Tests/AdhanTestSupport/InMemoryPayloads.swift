import AdhanCore
import Synchronization

/// A payload store in memory whose reads and writes can be made to fail.
package final class InMemoryPayloads: PayloadStore {
    private struct Key: Hashable {
        let source: SourceName
        let period: String
    }

    private struct State {
        var kept: [Key: Payload] = [:]
        var rejected: [Key: (payload: Payload, reason: String)] = [:]
        var refusesWrites = false
        var refusesReads = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether every write fails from now on.
    package func refuseWrites(_ refuses: Bool) { state.withLock { $0.refusesWrites = refuses } }

    /// Whether every read fails from now on.
    package func refuseReads(_ refuses: Bool) { state.withLock { $0.refusesReads = refuses } }

    package func load(_ source: SourceName, _ period: TimetablePeriod) throws(StoreFault) -> Payload? {
        try state.withLock { state throws(StoreFault) in
            guard !state.refusesReads else { throw StoreFault("\(source.rawValue) \(period.name): Input/output error") }
            return state.kept[Key(source: source, period: period.name)]
        }
    }

    package func keep(_ payload: Payload) throws(StoreFault) { try write(payload) { $0.kept[$1] = payload } }

    package func setAside(_ payload: Payload, because reason: String) throws(StoreFault) {
        try write(payload) { $0.rejected[$1] = (payload, reason) }
    }

    /// The last rejected payload, and why.
    package func rejected(_ source: SourceName, _ period: TimetablePeriod) -> (payload: Payload, reason: String)? {
        state.withLock { $0.rejected[Key(source: source, period: period.name)] }
    }

    private func write(_ payload: Payload, _ change: (inout State, Key) -> Void) throws(StoreFault) {
        let key = Key(source: payload.provenance.source, period: payload.provenance.period)
        try state.withLock { state throws(StoreFault) in
            guard !state.refusesWrites else {
                throw StoreFault("\(key.source.rawValue) \(key.period): a test wants it so")
            }
            change(&state, key)
        }
    }
}
