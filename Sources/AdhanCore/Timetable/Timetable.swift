/// The days that the scheduler knows, at least yesterday, today and tomorrow, with their zone.
package struct Timetable: Sendable, Hashable {
    package let zone: ZoneRules
    /// Ascending by mosque date, each date once.
    package let days: [PrayerDay]
    /// The `now` of the tick that loaded it.
    package let loadedAt: Instant
    /// Every adhan of the days, sorted by its second.
    package let adhans: [Due]
    /// When it is to be loaded again, sorted by moment.
    package let refreshes: [Refresh]

    /// - Parameters:
    ///   - zone: the mosque's zone.
    ///   - days: the source's days, ascending; a date that the zone skips is left out.
    ///   - window: the dates that were asked for, whether the source has them or not.
    ///   - loadedAt: the `now` of the tick that loaded it.
    ///   - plan: when it is to be loaded again.
    package init(
        zone: ZoneRules,
        days: [PrayerDay],
        window: ClosedRange<CivilDate>,
        loadedAt: Instant,
        plan: RefreshPlan = RefreshPlan()
    ) {
        // A date that the zone skips, as Apia did with 2011-12-30, has no noon. Its times equal its neighbour's and
        // would be called twice.
        let days = days.filter { zone.wall(at: zone.instant($0.date, secondOfDay: 43_200)).date == $0.date }
        (self.zone, self.days, self.loadedAt) = (zone, days, loadedAt)
        adhans = days.flatMap { day in
            Prayer.called.map { Due(OccasionKey(day.date, .adhan($0)), at: day[$0], source: day.source(of: $0)) }
        }.sorted { $0.at < $1.at }
        refreshes = Schedule.refreshes(days, window: window, zone: zone, plan: plan)
    }

    /// The dates to load at `now`: at least yesterday, today and tomorrow, and back to `since` to account for every
    /// second, but at most `reach` back.
    package static func window(
        now: Instant,
        since: Instant,
        zone: ZoneRules,
        reach: Duration = Schedule.listedAbsence
    ) -> ClosedRange<CivilDate> {
        let today = zone.wall(at: now).date
        let earliest = zone.wall(at: max(since, now - reach)).date
        return min(earliest, today).adding(days: -1)...today.adding(days: 1)
    }

    /// The next adhan after that moment; nil if the days do not reach that far.
    ///
    /// - Parameter memory: occasions that are final in it are not called again and are skipped. After the clock was set
    ///   back, such adhans lie ahead.
    package func next(after moment: Instant, besides memory: LedgerMemory = LedgerMemory()) -> Due? {
        adhans.first { $0.at > moment && memory[$0.key]?.state.settles != true }
    }
}

/// The port to a source of prayer days.
package protocol TimetableSource: Sendable {
    /// The days of those mosque dates that this source has, ascending.
    ///
    /// - Parameter zone: the mosque's zone, as the system's tzdata has it now.
    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay]
}
