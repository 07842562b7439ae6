import AdhanCore
import AdhanSystem

/// When the sound is tried out unheard: at the start, and once a day at a set hour of the mosque's.
///
/// The start makes up for an hour that passed while the box was off.
package struct SelfTestPlan: Sendable {
    /// Seconds after the mosque's midnight; nil for none but at the start.
    package let at: Int?
    /// The last one, by both clocks.
    private var last: (wall: Instant, monotonic: MonotonicInstant)?
    /// Whether the wall clock has been set since.
    private var wasSet = false
    /// The day whose hour has been dealt with.
    private var day: CivilDate?

    /// A clock that moves by more than that against the other has been set.
    private static let step: Duration = .minutes(1)
    /// Where the clock was set, a day is over no sooner than this after the last test.
    private static let shortestDay: Duration = .hours(12)

    package init(at: Int?) { self.at = at }

    /// Whether one is due; asked anew it is not, so it is to be asked only when one can be made.
    ///
    /// - Parameters:
    ///   - now: the wall clock, which may be set meanwhile.
    ///   - monotonic: which is not.
    package mutating func isDue(_ now: Instant, _ monotonic: MonotonicInstant, _ zone: ZoneRules) -> Bool {
        let latest = at.map { Self.day(of: $0, before: now, zone) }
        defer { day = latest }
        if let last {
            let lived = monotonic - last.monotonic
            let drift = now - last.wall - lived
            if drift > Self.step || drift < .zero - Self.step { wasSet = true }
            guard latest != day, !wasSet || lived >= Self.shortestDay else { return false }
        }
        (last, wasSet) = ((now, monotonic), false)
        return true
    }

    /// The next hour; nil where there is none.
    package static func next(_ at: Int?, after now: Instant, _ zone: ZoneRules) -> Instant? {
        at.map { zone.instant(day(of: $0, before: now, zone).adding(days: 1), secondOfDay: $0) }
    }

    /// The last day whose hour has come.
    private static func day(of at: Int, before now: Instant, _ zone: ZoneRules) -> CivilDate {
        let today = zone.wall(at: now).date
        return zone.instant(today, secondOfDay: at) <= now ? today : today.adding(days: -1)
    }

}
