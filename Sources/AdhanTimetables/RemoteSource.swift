import AdhanCore
import Synchronization

/// A network timetable with its cache. It is asked off the loop's thread and serves days from memory.
///
/// A period's payload is accepted if at least one of its days passes the check. It replaces the stored payload if it
/// has all of that one's days. If it lacks some, the stored payload stays and serves those. A day counts as the
/// source's own until a request fails; from then on the same day counts as coming from the cache.
package final class RemoteSource: Sendable {
    /// How many days ahead a source is asked: the next year's timetable from 1 December on.
    package static let ahead = 31
    /// How many days a past period is kept in memory.
    private static let remembered = 62

    package struct Accepted: Sendable {
        package var provenance: Provenance
        package var table: CheckedTimetable
        /// Whether the server confirmed it at the last request.
        package var isConfirmed: Bool

        /// Nil if that validator would parse it differently.
        package func checked(by validator: TimetableValidator) -> Accepted? {
            table.checked(by: validator).map { Accepted(provenance: provenance, table: $0, isConfirmed: isConfirmed) }
        }
    }

    package struct State: Sendable {
        /// The last accepted payload of each period.
        package var last: [TimetablePeriod: Accepted] = [:]
        /// The stored payload, if the last payload lacks some of its days.
        package var behind: [TimetablePeriod: Accepted] = [:]
        /// The periods that were loaded from the store, or are not in it.
        package var loaded: Set<TimetablePeriod> = []
        package var storeFaults: [TimetablePeriod: String] = [:]
        /// Until when the server asked to wait.
        package var notBefore: Instant?
        package var roundAt: Instant?
        /// Whether the config of this source was replaced.
        package var isRetired = false
        /// The present rules of the zone.
        package var zone: ZoneRules
    }

    package let remote: any RemoteTimetable
    package let store: any PayloadStore
    private let validator: TimetableValidator
    package let state: Mutex<State>

    package init(_ remote: any RemoteTimetable, store: any PayloadStore, validator: TimetableValidator) {
        (self.remote, self.store, self.validator) = (remote, store, validator)
        state = Mutex(State(zone: validator.calculator.zone))
    }

    /// With the present rules of the zone.
    package var currentValidator: TimetableValidator { validator.inZone(state.withLock(\.zone)) }

    /// Checks the days by these rules of the zone, if they were checked by others; not for the loop's thread.
    package func follow(_ zone: ZoneRules) {
        state.withLock { $0.zone = zone }
        for path in [\State.last, \State.behind] {
            for (period, accepted) in state.withLock({ $0[keyPath: path] }) {
                guard let moved = accepted.table.checked(in: zone) else { continue }
                state.withLock { state in
                    // What came meanwhile is newer.
                    guard state[keyPath: path][period]?.table.written == accepted.table.written else { return }
                    state[keyPath: path][period]?.table = moved
                }
            }
        }
    }

    package var name: SourceName { remote.origin.source }

    /// The source, and behind it its cache.
    package var layers: [any TimetableSource] {
        [Layer(source: self, isBehind: false), Layer(source: self, isBehind: true)]
    }

    package var dates: Set<CivilDate> {
        state.withLock { state in
            [state.last, state.behind].flatMap(\.values).reduce(into: []) { $0.formUnion($1.table.dates) }
        }
    }

    /// The dates in the last payloads that cannot be used.
    package var refused: [CivilDate: TimetableFault] {
        state.withLock { state in
            state.last.reduce(into: [:]) { refused, accepted in
                refused.merge(accepted.value.table.refused.filter { accepted.key.dates.contains($0.key) }) { first, _ in
                    first
                }
            }
        }
    }

    /// Loads the stored payloads of those dates into memory, each period once. A failed load is retried at the next
    /// call. May block.
    package func load(_ dates: ClosedRange<CivilDate>) {
        for period in remote.origin.periods(holding: dates) where !state.withLock({ $0.loaded.contains(period) }) {
            do {
                let kept = try store.load(name, period)
                state.withLock { _ = $0.loaded.insert(period) }
                // A payload from another address belongs to another timetable.
                guard let kept, kept.provenance.address == remote.origin.address(of: period) else { continue }
                let table = try currentValidator.read(kept.bytes, TableHints(today: period.dates.lowerBound))
                state.withLock { state in
                    state.storeFaults[period] = nil
                    guard state.last[period] == nil else { return }
                    state.last[period] = Accepted(provenance: kept.provenance, table: table, isConfirmed: false)
                }
            } catch {
                let isOfReader = (error as? TimetableRefusal)?.isOfReader == true
                state.withLock { state in
                    state.storeFaults[period] = "\(error)"
                    // It may be read the next time.
                    if isOfReader { state.loaded.remove(period) }
                }
            }
        }
    }

    /// When the next round may begin. If the clock was set back since the last one, at once.
    package func earliestRound(_ now: Instant) -> Instant {
        guard let last = state.withLock(\.roundAt), last <= now else { return now }
        return max(now, last + (rest(now) == nil ? FetchScheduler.leastInterval : FetchScheduler.busyInterval))
    }

    package func note(roundAt now: Instant) { state.withLock { $0.roundAt = now } }

    /// Until when the server asked to wait; nil if it may be asked.
    package func rest(_ now: Instant) -> Instant? {
        state.withLock(\.notBefore).flatMap { now < $0 && $0 - now <= Self.longestRest ? $0 : nil }
    }

    /// Takes over the state of earlier instances after a reload: the server's answers and its request to wait stay
    /// valid.
    package func adopt(_ others: [RemoteSource], today: CivilDate) {
        func address(_ source: RemoteSource) -> RemoteAddress? {
            source.remote.origin.periods(holding: today...today).first.map(source.remote.origin.address(of:))
        }
        guard let other = others.first(where: { $0.name == name && address($0) == address(self) }) else { return }
        guard other !== self else { return }
        let theirs = other.state.withLock(\.self)
        state.withLock { ($0.notBefore, $0.roundAt) = (theirs.notBefore, theirs.roundAt) }
        for (period, accepted) in theirs.last where accepted.provenance.address == remote.origin.address(of: period) {
            guard isNews(accepted, of: period), let last = accepted.checked(by: currentValidator) else { continue }
            let behind = theirs.behind[period]?.checked(by: currentValidator)
            state.withLock { ($0.last[period], $0.behind[period]) = (last, behind) }
        }
    }

    /// Called when its config was replaced. It asks nothing more, and an answer that is still to come is neither used
    /// nor stored, since its successor may have stored a newer one.
    package func retire() { state.withLock { $0.isRetired = true } }

    /// Whether the store has no payload as new: its disk may not answer, or may have refused the last payload.
    private func isNews(_ accepted: Accepted, of period: TimetablePeriod) -> Bool {
        let own = state.withLock { $0.last[period]?.provenance.fetchedAt }
        return own.map { $0 < accepted.provenance.fetchedAt } ?? true
    }

    package func forget(before date: CivilDate) {
        let old = date.adding(days: -Self.remembered)
        state.withLock { state in
            state.last = state.last.filter { $0.key.dates.upperBound >= old }
            state.behind = state.behind.filter { $0.key.dates.upperBound >= old }
            state.storeFaults = state.storeFaults.filter { $0.key.dates.upperBound >= old }
            state.loaded = state.loaded.filter { $0.dates.upperBound >= old }
        }
    }

    private struct Layer: TimetableSource {
        let source: RemoteSource
        let isBehind: Bool

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            source.state.withLock { state in
                source.remote.origin.periods(holding: dates).flatMap { period -> [PrayerDay] in
                    let path = isBehind ? \State.behind[period] : \State.last[period]
                    guard let isConfirmed = state[keyPath: path]?.isConfirmed else { return [] }
                    let days = state[keyPath: path]?.table.days(dates.clamped(to: period.dates), in: zone) ?? []
                    return days.map { $0.of(isConfirmed && !isBehind ? source.name : .cache) }
                }
            }
        }
    }
}
