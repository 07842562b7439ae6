import AdhanCore
import AdhanSupport

extension Hooks {
    /// Queues the hooks for a notice of the loop. Returns at once.
    package func handle(_ notice: Notice, _ zone: ZoneRules, _ now: Instant) {
        switch notice {
        case .armed(let due, _, _):
            decide { $0.armed(HookOccasion(due.key, at: due.at, source: due.source, zone)) }
        case .began(let due, _, _), .reached(let due):
            decide { _ in [.at(HookOccasion(due.key, at: due.at, source: due.source, zone))] }
        case .settled(let entry) where entry.isEndedForACall:
            decide { $0.handedOver(HookOccasion(entry.key, at: entry.due, source: entry.source, zone)) }
        case .settled(let entry):
            decide { $0.over(HookOccasion(entry.key, at: entry.due, source: entry.source, zone), entry.state) }
        case .gaveUp(let due, _):
            // Given up before its second, it does not sound now; after it, it is missed.
            let state = now < due.at ? LedgerState.skipped : .missed
            decide { $0.over(HookOccasion(due.key, at: due.at, source: due.source, zone), state) }
        case .auxiliary(let auxiliary, .opened):
            decide { $0.armed(HookOccasion(auxiliary, zone)) }
        case .auxiliary(let auxiliary, .ended(let state, _)):
            decide { $0.over(HookOccasion(auxiliary, zone), state) }
        default: break
        }
    }
}

extension LedgerEntry {
    /// Whether it was faded out because an adhan is due, which follows within seconds.
    fileprivate var isEndedForACall: Bool {
        guard state == .stopped, let who else { return false }
        // Else it is a person's name.
        guard let other = try? Occasion(named: who) else { return false }  // reason: see above
        return other.isCall && other.kind != .jumuah
    }
}

extension HookOccasion {
    /// For a trial or a dua.
    package init(_ auxiliary: AuxiliaryPlayback, _ zone: ZoneRules) {
        self.init(trialAt: auxiliary.request.at, zone)
        guard case .dua(let key) = auxiliary.purpose, let prayer = key.occasion.prayer else { return }
        (occasion, self.prayer, date) = ("dua-\(prayer.rawValue)", prayer.rawValue, "\(key.date)")
    }
}
