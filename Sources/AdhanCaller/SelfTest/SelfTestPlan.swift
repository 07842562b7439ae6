import AdhanCore
import AdhanSupport

/// When the self-test is due: at the start, and once a day at a set time in the mosque's zone.
///
/// The test at the start makes up for one that was due while the box was off.
struct SelfTestPlan: Sendable {
    /// Seconds after the mosque's midnight; nil for a test at the start only.
    package let at: Int?
    /// The last test, by both clocks.
    private var last: (wall: Instant, monotonic: MonotonicInstant)?
    /// Whether the wall clock has been set since.
    private var wasSet = false
    /// The day whose test is done.
    private var day: CivilDate?

    /// A wall clock that differs from the monotonic one by more than this has been set.
    private static let step: Duration = .minutes(1)
    /// After the clock was set, the next test comes no sooner than this after the last.
    private static let shortestDay: Duration = .hours(12)

    init(at: Int?) { self.at = at }

    /// Whether a test is due. It then counts as made, so call it only when a test can begin.
    ///
    /// - Parameters:
    ///   - now: the wall clock, which may have been set.
    ///   - monotonic: the monotonic clock.
    ///   - zone: the mosque's.
    mutating func isDue(_ now: Instant, _ monotonic: MonotonicInstant, _ zone: ZoneRules) -> Bool {
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

    /// When the next daily test is due; nil where there is none.
    package static func next(_ at: Int?, after now: Instant, _ zone: ZoneRules) -> Instant? {
        at.map { zone.instant(day(of: $0, before: now, zone).adding(days: 1), secondOfDay: $0) }
    }

    /// The last day whose test time has passed.
    private static func day(of at: Int, before now: Instant, _ zone: ZoneRules) -> CivilDate {
        let today = zone.wall(at: now).date
        return zone.instant(today, secondOfDay: at) <= now ? today : today.adding(days: -1)
    }

}
