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

    package struct Held: Sendable {
        package var provenance: Provenance
        package var table: CheckedTimetable
        /// Whether the server confirmed it at the last request.
        package var isConfirmed: Bool

        /// The same, checked by another judge; nil if that judge would parse it differently.
        package func judged(by judge: TimetableJudge) -> Held? {
            table.judged(by: judge).map { Held(provenance: provenance, table: $0, isConfirmed: isConfirmed) }
        }
    }

    package struct State: Sendable {
        /// The last accepted payload of each period.
        package var last: [TimetablePeriod: Held] = [:]
        /// The stored payload, if the last payload lacks some of its days.
        package var behind: [TimetablePeriod: Held] = [:]
        /// The periods that were loaded from the store, or are not in it.
        package var recalled: Set<TimetablePeriod> = []
        /// What is wrong with the stored payloads.
        package var storeFaults: [TimetablePeriod: String] = [:]
        /// Until when the server asked to wait.
        package var notBefore: Instant?
        /// When the last round began.
        package var roundAt: Instant?
        /// Whether the config of this source was replaced.
        package var isRetired = false
        /// The zone's rules of now, by which the days are judged.
        package var zone: ZoneRules
    }

    package let remote: any RemoteTimetable
    package let store: any PayloadStore
    private let judge: TimetableJudge
    package let state: Mutex<State>

    package init(_ remote: any RemoteTimetable, store: any PayloadStore, judge: TimetableJudge) {
        (self.remote, self.store, self.judge) = (remote, store, judge)
        state = Mutex(State(zone: judge.calculator.zone))
    }

    /// The judge by the zone's rules of now.
    package var currentJudge: TimetableJudge { judge.inZone(state.withLock(\.zone)) }

    /// Judges the days by these rules of the zone, if they are judged by others; not for the loop's thread.
    package func follow(_ zone: ZoneRules) {
        state.withLock { $0.zone = zone }
        for path in [\State.last, \State.behind] {
            for (period, held) in state.withLock({ $0[keyPath: path] }) {
                guard let moved = held.table.judged(in: zone) else { continue }
                state.withLock { state in
                    // What came meanwhile is newer.
                    guard state[keyPath: path][period]?.table.written == held.table.written else { return }
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

    /// All its dates, fresh or cached.
    package var dates: Set<CivilDate> {
        state.withLock { state in
            [state.last, state.behind].flatMap(\.values).reduce(into: []) { $0.formUnion($1.table.dates) }
        }
    }

    /// The dates in the last payloads that cannot be used.
    package var refused: [CivilDate: TimetableFault] {
        state.withLock { state in
            state.last.reduce(into: [:]) { refused, held in
                refused.merge(held.value.table.refused.filter { held.key.dates.contains($0.key) }) { first, _ in first }
            }
        }
    }

    /// Loads the stored payloads of those dates into memory, each period once. A failed load is retried at the next
    /// call. May block.
    package func recall(_ dates: ClosedRange<CivilDate>) {
        for period in remote.origin.periods(holding: dates) where !state.withLock({ $0.recalled.contains(period) }) {
            do {
                let kept = try store.load(name, period)
                state.withLock { _ = $0.recalled.insert(period) }
                // A payload from another address belongs to another timetable.
                guard let kept, kept.provenance.address == remote.origin.address(of: period) else { continue }
                let table = try currentJudge.read(kept.bytes, TableHints(today: period.dates.lowerBound))
                state.withLock { state in
                    state.storeFaults[period] = nil
                    guard state.last[period] == nil else { return }
                    state.last[period] = Held(provenance: kept.provenance, table: table, isConfirmed: false)
                }
            } catch {
                let isOfReader = (error as? TimetableRefusal)?.isOfReader == true
                state.withLock { state in
                    state.storeFaults[period] = "\(error)"
                    // It may be read the next time.
                    if isOfReader { state.recalled.remove(period) }
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
        for (period, held) in theirs.last where held.provenance.address == remote.origin.address(of: period) {
            guard isNews(held, of: period), let last = held.judged(by: currentJudge) else { continue }
            let behind = theirs.behind[period]?.judged(by: currentJudge)
            state.withLock { ($0.last[period], $0.behind[period]) = (last, behind) }
        }
    }

    /// Called when its config was replaced. It asks nothing more, and an answer that is still to come is neither used
    /// nor stored, since its successor may have stored a newer one.
    package func retire() { state.withLock { $0.isRetired = true } }

    /// Whether the store has no payload as new: its disk may not answer, or may have refused the last payload.
    private func isNews(_ held: Held, of period: TimetablePeriod) -> Bool {
        let own = state.withLock { $0.last[period]?.provenance.fetchedAt }
        return own.map { $0 < held.provenance.fetchedAt } ?? true
    }

    /// Forgets periods long past.
    package func forget(before date: CivilDate) {
        let old = date.adding(days: -Self.remembered)
        state.withLock { state in
            state.last = state.last.filter { $0.key.dates.upperBound >= old }
            state.behind = state.behind.filter { $0.key.dates.upperBound >= old }
            state.storeFaults = state.storeFaults.filter { $0.key.dates.upperBound >= old }
            state.recalled = state.recalled.filter { $0.dates.upperBound >= old }
        }
    }

    /// The last payloads, or those behind them.
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
