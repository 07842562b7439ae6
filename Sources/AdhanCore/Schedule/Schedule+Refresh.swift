/// A moment at which the timetable is to be loaded again.
package struct Refresh: Sendable, Hashable {
    package let at: Instant
    package let reason: RefreshReason
}

/// When the timetable is loaded again without a request.
package struct RefreshPlan: Sendable, Hashable {
    /// How long after Isha the next mosque date is loaded.
    package var afterIsha: Duration = .hours(1)
    /// The daily refresh, in seconds after midnight on the wall clock.
    package var rollover = 60

    package init() {}
}

extension Schedule {
    /// A refresh this close to Fajr is left to the rollover.
    private static let fajrMargin: Duration = .minutes(15)

    static func refreshDue(_ timetable: Timetable, now: Instant) -> RefreshReason? {
        if timetable.loadedAt > now { return .clockStepped }
        return timetable.refreshes.last { timetable.loadedAt < $0.at && $0.at <= now }?.reason
    }

    /// The refreshes for these days, in order: a rollover for each date and for the date after the last, and one after
    /// each Isha.
    static func refreshes(
        _ days: [PrayerDay],
        window: ClosedRange<CivilDate>,
        zone: ZoneRules,
        plan: RefreshPlan
    ) -> [Refresh] {
        var refreshes = (window.lowerBound...window.upperBound.adding(days: 1)).map {
            Refresh(at: zone.instant($0, secondOfDay: plan.rollover), reason: .rollover)
        }
        for (day, next) in zip(days, days.dropFirst().map(Optional.some) + [nil]) {
            let moment = day[.isha] + plan.afterIsha
            // After a late Isha the rollover is soon enough. Nothing is refreshed shortly before Fajr.
            if moment >= zone.instant(day.date.adding(days: 1), secondOfDay: plan.rollover) { continue }
            if let next, moment > next[.fajr] - fajrMargin { continue }
            refreshes.append(Refresh(at: moment, reason: .afterIsha))
        }
        return refreshes.sorted { $0.at < $1.at }
    }
}
