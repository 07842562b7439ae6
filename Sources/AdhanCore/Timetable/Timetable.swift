/// The days that the scheduler knows, at least yesterday, today and tomorrow, with their zone.
package struct Timetable: Sendable, Hashable {
    package let zone: ZoneRules
    /// Ascending by mosque date, each date once.
    package let days: [PrayerDay]
    /// The `now` of the tick that loaded it.
    package let loadedAt: Instant
    /// Everything that happens on the days, sorted by its second; in one second the higher rank comes first.
    package let occasions: [ScheduledOccasion]
    package let khutbahs: [Khutbah]
    /// When it is to be loaded again, sorted by moment.
    package let refreshes: [Refresh]

    /// - Parameters:
    ///   - days: ascending; a date that the zone skips is left out.
    ///   - window: the dates that were asked for, whether the source has them or not.
    ///   - sounds: what sounds for each occasion, and how loud; nil if all adhans sound, and nothing else does.
    package init(
        zone: ZoneRules,
        days: [PrayerDay],
        window: ClosedRange<CivilDate>,
        loadedAt: Instant,
        plan: RefreshPlan = RefreshPlan(),
        rules: MosqueRules = MosqueRules(),
        sounds: SoundPlan? = nil
    ) {
        // A date that the zone skips, as Apia did with 2011-12-30, has no noon. Its times equal its neighbour's and
        // would be called twice.
        let days = days.filter { zone.wall(at: zone.instant($0.date, secondOfDay: 43_200)).date == $0.date }
        (self.zone, self.days, self.loadedAt) = (zone, days, loadedAt)
        let khutbahs = days.flatMap(rules.khutbahs)
        self.khutbahs = khutbahs
        occasions = days.followed.flatMap { rules.occasions(of: $0, before: $1, in: zone) }.map { due in
            var due = due
            due.hasSound = sounds?.sounding.contains(due.key.occasion.kind) ?? due.key.occasion.isAdhan
            if due.silence == nil, due.hasSound {
                let second = zone.wall(at: due.at).secondOfDay
                due.silence = sounds?.volumes.silence(of: due.key.occasion.prayer, at: second)
            }
            if due.silence == nil,
                let khutbah = khutbahs.first(where: {
                    $0.silences(due.key.occasion, at: due.at)
                })
            {
                due.silence = .khutbah(khutbah.occasion)
            }
            return due
        }.sorted { ($0.at, $1.key.occasion.rank) < ($1.at, $0.key.occasion.rank) }
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

    /// Congregations that a person has moved.
    package struct ChangedCongregations: Sendable {
        package let prayers: Set<Prayer>
        package let fridays: Bool

        package init(prayers: Set<Prayer> = [], fridays: Bool = false) {
            (self.prayers, self.fridays) = (prayers, fridays)
        }
    }

    /// The days, with the iqamas of this timetable whose adhan has been called, and with that adhan: what the
    /// congregation waits for or has prayed does not change any more. So do the khutbahs of a Friday once Dhuhr was
    /// due: its adhan may have been left to them. An adhan that was ahead, and that the new days have too far in the
    /// past to be called, keeps its time.
    ///
    /// - Parameters:
    ///   - changed: what a person has moved, which changes at once. A khutbah that has begun stays, so that those ahead
    ///     of it keep their numbers: each is known by its number.
    ///   - hasCome: whether an adhan whose second is over was called, announced or skipped. One that was not, and that
    ///     the new days have later, comes then, and its iqama with it.
    package func keepingCongregations(
        _ days: [PrayerDay],
        now: Instant,
        changed: ChangedCongregations = ChangedCongregations(),
        grace: Duration = SchedulePolicy().grace,
        hasCome: (OccasionKey) -> Bool = { _ in true }
    ) -> [PrayerDay] {
        days.keeping(pinned(now, hasCome: hasCome), now: now, changed: changed)
            .keepingCalls(of: self.days, now: now, grace: grace)
    }

    package func khutbah(at moment: Instant) -> Khutbah? { khutbahs.first { $0.contains(moment) } }

    package var adhans: [ScheduledOccasion] { occasions.filter(\.key.occasion.isAdhan) }

    /// The next adhan after that moment; nil if the days do not reach that far. `memory`: occasions that are final in
    /// it are not called again and are skipped. After the clock was set back, such adhans lie ahead.
    package func next(after moment: Instant, besides memory: LedgerCache = LedgerCache()) -> ScheduledOccasion? {
        next(.adhan, after: moment, besides: memory)
    }

    /// The next occasion with a recording after that moment, in the same way.
    package func nextSound(after moment: Instant, besides memory: LedgerCache) -> ScheduledOccasion? {
        occasions.first {
            $0.hasSound && $0.silence == nil && $0.at > moment && memory[$0.key]?.state.settles != true
        }
    }

    /// The next occasion of that kind after that moment, in the same way.
    package func next(_ kind: Occasion.Kind, after moment: Instant, besides memory: LedgerCache = LedgerCache())
        -> ScheduledOccasion?
    {
        occasions.first { $0.key.occasion.kind == kind && $0.at > moment && memory[$0.key]?.state.settles != true }
    }
}

/// The port to a source of prayer days.
package protocol TimetableSource: Sendable {
    /// The days of those mosque dates that this source has, ascending. `zone`: the mosque's zone, as the system's
    /// tzdata has it now.
    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay]

    /// Gives the days where times may depend on the Hijri date, as a method's Isha of Ramadan does. `calendar`: the
    /// mosque's, with what people have set.
    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules, by calendar: HijriCalendar) -> [PrayerDay]
}

extension TimetableSource {
    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules, by calendar: HijriCalendar) -> [PrayerDay] {
        days(dates, in: zone)
    }
}
