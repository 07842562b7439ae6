import AdhanCore
import Synchronization

/// A timetable on the network with what is kept of it: asked off the loop's thread, answered from memory.
///
/// A period's payload is taken over where at least a day of it passes the check. It replaces the kept one where it has all of
/// its days; where it lacks some, the kept one stays, and serves those from behind. A day is the source's own while the last
/// question was answered; from then on the same day comes from the cache.
package final class RemoteSource: Sendable {
    /// How far ahead a source is asked, in days: from 1 December on for the next year.
    package static let ahead = 31
    /// How long a period that has passed is remembered, in days.
    private static let remembered = 62

    package struct Held: Sendable {
        package var provenance: Provenance
        package var table: CheckedTimetable
        /// Whether the server had it so when it was last asked.
        package var isConfirmed: Bool

        /// The same as another judges it; nil where that one would read it otherwise.
        package func judged(by judge: TimetableJudge) -> Held? {
            table.judged(by: judge).map { Held(provenance: provenance, table: $0, isConfirmed: isConfirmed) }
        }
    }

    package struct State: Sendable {
        /// What a period's times are, by the last payload that was accepted.
        package var last: [TimetablePeriod: Held] = [:]
        /// What the store keeps instead, where the last payload lacks days of it.
        package var behind: [TimetablePeriod: Held] = [:]
        /// The periods that were read from the store, or are not in it.
        package var recalled: Set<TimetablePeriod> = []
        /// What is wrong with what it has of them.
        package var storeFaults: [TimetablePeriod: String] = [:]
        /// Until when the server wants to be left alone.
        package var notBefore: Instant?
        /// When the last round began.
        package var roundAt: Instant?
        /// Whether its config has gone.
        package var isRetired = false
    }

    package let remote: any RemoteTimetable
    package let store: any PayloadStore
    package let judge: TimetableJudge
    package let state = Mutex(State())

    package init(_ remote: any RemoteTimetable, store: any PayloadStore, judge: TimetableJudge) {
        (self.remote, self.store, self.judge) = (remote, store, judge)
    }

    package var name: SourceName { remote.source }

    /// The source and its cache directly behind it, the first first.
    package var layers: [any TimetableSource] {
        [Layer(source: self, isBehind: false), Layer(source: self, isBehind: true)]
    }

    /// Every date it has, fresh or kept.
    package var dates: Set<CivilDate> {
        state.withLock { state in
            [state.last, state.behind].flatMap(\.values).reduce(into: []) { $0.formUnion($1.table.dates) }
        }
    }

    /// The dates that the last payloads have, but not as they can be used.
    package var refused: [CivilDate: TimetableFault] {
        state.withLock { state in
            state.last.reduce(into: [:]) { refused, held in
                refused.merge(held.value.table.refused.filter { held.key.dates.contains($0.key) }) { first, _ in first }
            }
        }
    }

    /// Takes what the store has of those dates into memory, each period once; what cannot be read is tried again the next time. It may
    /// block.
    package func recall(_ dates: ClosedRange<CivilDate>) {
        for period in remote.periods(holding: dates) where !state.withLock({ $0.recalled.contains(period) }) {
            do {
                let kept = try store.load(name, period)
                state.withLock { _ = $0.recalled.insert(period) }
                // What was kept from another address is of another timetable.
                guard let kept, kept.provenance.address == remote.address(of: period) else { continue }
                let table = try judge.read(kept.bytes)
                state.withLock { state in
                    state.storeFaults[period] = nil
                    guard state.last[period] == nil else { return }
                    state.last[period] = Held(provenance: kept.provenance, table: table, isConfirmed: false)
                }
            } catch {
                state.withLock { $0.storeFaults[period] = "\(error)" }
            }
        }
    }

    /// When the next round may begin. A clock that was set back since the last one is not waited for.
    package func earliestRound(_ now: Instant) -> Instant {
        guard let last = state.withLock(\.roundAt), last <= now else { return now }
        return max(now, last + (rest(now) == nil ? FetchScheduler.leastInterval : FetchScheduler.busyInterval))
    }

    package func note(roundAt now: Instant) { state.withLock { $0.roundAt = now } }

    /// Until when the server wants to be left alone; nil where it may be asked.
    package func rest(_ now: Instant) -> Instant? {
        state.withLock(\.notBefore).flatMap { now < $0 && $0 - now <= Self.longestRest ? $0 : nil }
    }

    /// Goes on, for another config, where others have left off: what a server was asked and has answered, and what it wants, a reload
    /// does not change.
    package func adopt(_ others: [RemoteSource], today: CivilDate) {
        func address(_ source: RemoteSource) -> String? {
            source.remote.periods(holding: today...today).first.map(source.remote.address(of:))
        }
        guard let other = others.first(where: { $0.name == name && address($0) == address(self) }) else { return }
        guard other !== self else { return }
        let theirs = other.state.withLock(\.self)
        state.withLock { ($0.notBefore, $0.roundAt) = (theirs.notBefore, theirs.roundAt) }
        for (period, held) in theirs.last where held.provenance.address == remote.address(of: period) {
            guard isNews(held, of: period), let last = held.judged(by: judge) else { continue }
            let behind = theirs.behind[period]?.judged(by: judge)
            state.withLock { ($0.last[period], $0.behind[period]) = (last, behind) }
        }
    }

    /// Its config has gone: it asks nothing more, and an answer that is still to come is neither used nor kept, since the source in its
    /// place may have kept another meanwhile.
    package func retire() { state.withLock { $0.isRetired = true } }

    /// Whether nothing as new has been read from the store: its disk may not answer, or not have taken what was fetched last.
    private func isNews(_ held: Held, of period: TimetablePeriod) -> Bool {
        let own = state.withLock { $0.last[period]?.provenance.fetchedAt }
        return own.map { $0 < held.provenance.fetchedAt } ?? true
    }

    /// Forgets what has long passed.
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
                source.remote.periods(holding: dates).flatMap { period -> [PrayerDay] in
                    let path = isBehind ? \State.behind[period] : \State.last[period]
                    guard let isConfirmed = state[keyPath: path]?.isConfirmed else { return [] }
                    let days = state[keyPath: path]?.table.days(dates.clamped(to: period.dates), in: zone) ?? []
                    return days.map { $0.of(isConfirmed && !isBehind ? source.name : .cache) }
                }
            }
        }
    }
}
