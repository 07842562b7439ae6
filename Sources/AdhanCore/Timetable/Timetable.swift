/// The days the schedule holds, at least yesterday, today and tomorrow, with the zone they are lived in.
package struct Timetable: Sendable, Hashable {
    package let zone: ZoneRules
    /// Ascending by mosque date, each date once.
    package let days: [PrayerDay]
    /// The `now` of the tick at which it was taken over.
    package let loadedAt: Instant
    /// Every adhan of the days, by its second.
    package let adhans: [Due]
    /// When it is to be asked for anew, by the moment.
    package let refreshes: [Refresh]

    /// - Parameters:
    ///   - zone: the mosque's zone.
    ///   - days: what the source had, ascending; one of a date that the zone does not have is left out.
    ///   - window: the dates it was asked for, whether it had them or not.
    ///   - loadedAt: the `now` of the tick that asked.
    ///   - plan: when it is to be asked for anew.
    package init(
        zone: ZoneRules,
        days: [PrayerDay],
        window: ClosedRange<CivilDate>,
        loadedAt: Instant,
        plan: RefreshPlan = RefreshPlan()
    ) {
        // A date that the zone leaves out, as Apia did with 2011-12-30, has no noon: its times are its neighbour's, and
        // would be called twice.
        let days = days.filter { zone.wall(at: zone.instant($0.date, secondOfDay: 43_200)).date == $0.date }
        (self.zone, self.days, self.loadedAt) = (zone, days, loadedAt)
        adhans = days.flatMap { day in
            Prayer.called.map { Due(OccasionKey(day.date, .adhan($0)), at: day[$0], source: day.source) }
        }.sorted { $0.at < $1.at }
        refreshes = Schedule.refreshes(days, window: window, zone: zone, plan: plan)
    }

    /// The dates to load at `now`, so that every second since `since` is accounted for: at least yesterday, today and
    /// tomorrow, at most `reach` back.
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

    /// The next adhan after that moment, if the days reach so far.
    ///
    /// - Parameter memory: what it settles is not called again, and so not next: a clock that was set back leaves such adhans ahead.
    package func next(after moment: Instant, besides memory: LedgerMemory = LedgerMemory()) -> Due? {
        adhans.first { $0.at > moment && memory[$0.key]?.state.settles != true }
    }
}

/// The port to a source of prayer days.
package protocol TimetableSource: Sendable {
    /// The days of those mosque dates, ascending, as far as this source has them.
    ///
    /// - Parameter zone: the mosque's zone, as the system's tzdata has it now.
    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay]
}
