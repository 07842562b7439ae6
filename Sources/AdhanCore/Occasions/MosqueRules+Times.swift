/// Applies the rules for adhan, iqama and Jumu'ah to the days of a timetable.
extension MosqueRules {
    /// The days with the adhans, iqamas and Friday prayers that the rules give them.
    ///
    /// - Parameter days: ascending. An iqama that changes once a week needs the days of its week; those that are missing do not count.
    package func applied(to days: [PrayerDay], in zone: ZoneRules) -> [PrayerDay] {
        let own = days.map { day in
            let facts = DayFacts(of: day, in: zone, calendar)
            return RuledDay(own: day, facts: facts, applied: applied(to: day, facts, in: zone))
        }
        guard isWeekly else { return own.map(\.applied) }
        return own.enumerated().map { index, day in
            let near = own[max(0, index - 6)...min(own.count - 1, index + 6)]
            return Prayer.called.reduce(day.applied) { withWeekly($1, $0, day, near, zone) }
        }
    }

    private struct RuledDay {
        /// As the timetable has it.
        let own: PrayerDay
        let facts: DayFacts
        let applied: PrayerDay
    }

    private func applied(to day: PrayerDay, _ facts: DayFacts, in zone: ZoneRules) -> PrayerDay {
        var applied = day
        applied.jumuah = jumuahs(of: day, facts, zone)
        for prayer in Prayer.called {
            let adhan = adhanRule(prayer, facts)
            if day.iqama[prayer] == nil, prayer != .dhuhr || applied.fridays.isEmpty,
                let rule = iqama[prayer]?.value(on: facts)
            {
                applied.iqama[prayer] = time(of: rule, prayer, day, adhan, zone)
            }
            applied.called[prayer] = called(prayer, applied, adhan, zone)
        }
        return applied
    }

    private func adhanRule(_ prayer: Prayer, _ facts: DayFacts) -> AdhanRule? {
        let rule = adhan[prayer]?.value(on: facts)
        guard prayer == .maghrib, facts.isRamadan, rule != .off, case .before(let lead) = ramadan.iftar else {
            return rule
        }
        // The adhan follows the recording of iftar.
        return .at(.beside(.begins, seconds: lead))
    }

    /// The timetable's Friday prayers; on a Friday without them those of the rules.
    private func jumuahs(of day: PrayerDay, _ facts: DayFacts, _ zone: ZoneRules) -> [Instant] {
        guard day.date.weekday == 5, day.jumuah.isEmpty else { return day.jumuah }
        return jumuah.times.value(on: facts)?.map { zone.instant(day.date, secondOfDay: $0) } ?? []
    }

    /// When the adhan is called; nil if that is when the prayer begins.
    private func called(_ prayer: Prayer, _ day: PrayerDay, _ rule: AdhanRule?, _ zone: ZoneRules) -> Instant? {
        guard case .at(let time) = rule, let wanted = instant(time, prayer, day, zone) else { return nil }
        let latest = day.iqama[prayer].map { min(wanted, $0) } ?? wanted
        return latest > day[prayer] ? latest : nil
    }

    /// The iqama by its rule.
    private func time(
        of rule: IqamaRule,
        _ prayer: Prayer,
        _ day: PrayerDay,
        _ adhan: AdhanRule?,
        _ zone: ZoneRules
    ) -> Instant? {
        var day = day
        // An adhan that counts from the iqama cannot be what the iqama counts from.
        if case .at(let time) = adhan, !time.counts(from: .iqama) {
            day.called[prayer] = called(prayer, day, adhan, zone)
        }
        guard let time = rule.time, let wanted = instant(time, prayer, day, zone) else { return nil }
        let rounded = Self.rounded(wanted, rule, zone)
        let least = earliest(rule, prayer, day)
        return rounded >= least
            ? rounded : Self.rounded(least, IqamaRule(.beside(.adhan, seconds: 0), round: rule.round), zone)
    }

    /// The first moment at which the iqama may be: without a least distance from the adhan, when the prayer begins.
    private func earliest(_ rule: IqamaRule, _ prayer: Prayer, _ day: PrayerDay) -> Instant {
        rule.least == 0 ? day[prayer] : day.adhan(of: prayer) + .seconds(rule.least)
    }

    /// The time to the rule's minutes: never nearer to the time that it is before or after.
    private static func rounded(_ time: Instant, _ rule: IqamaRule, _ zone: ZoneRules) -> Instant {
        guard rule.round > 0 else { return time }
        let wall = zone.wall(at: time)
        let step = rule.round * 60
        let floor = wall.secondOfDay / step * step
        let second = floor == wall.secondOfDay || rule.time?.isBefore == true ? floor : floor + step
        return zone.instant(wall.date, secondOfDay: second)
    }

    /// The time that a rule means on that day; nil if it counts from an iqama and there is none.
    private func instant(_ rule: TimeRule, _ prayer: Prayer, _ day: PrayerDay, _ zone: ZoneRules) -> Instant? {
        switch rule {
        case .clock(let second):
            let time = zone.instant(day.date, secondOfDay: second)
            // The small hours belong to the evening's Isha.
            return prayer == .isha && time < day[.maghrib] - .hours(6)
                ? zone.instant(day.date.adding(days: 1), secondOfDay: second) : time
        case .beside(.begins, let seconds): return day[prayer] + .seconds(seconds)
        case .beside(.adhan, let seconds): return day.adhan(of: prayer) + .seconds(seconds)
        case .beside(.iqama, let seconds): return day.iqama[prayer].map { $0 + .seconds(seconds) }
        case .beside(.time(let other), let seconds): return day[other] + .seconds(seconds)
        }
    }

    /// The day with the iqama of its week: the latest of the week's, so that no day's is too early for the rule; for a rule that
    /// counts backwards the earliest.
    ///
    /// - Parameter near: the days around it, its week among them.
    private func withWeekly(
        _ prayer: Prayer,
        _ applied: PrayerDay,
        _ day: RuledDay,
        _ near: ArraySlice<RuledDay>,
        _ zone: ZoneRules
    ) -> PrayerDay {
        guard day.own.iqama[prayer] == nil, applied.iqama[prayer] != nil,
            let rule = iqama[prayer]?.value(on: day.facts), let change = rule.changesOn
        else { return applied }
        let date = applied.date
        let first = date.adding(days: -((date.weekday - change + 7) % 7))
        let seconds = near.filter {
            first <= $0.own.date && $0.own.date < first.adding(days: 7) && iqama[prayer]?.value(on: $0.facts) == rule
        }.compactMap { other in
            other.applied.iqama[prayer].map { time in
                let wall = zone.wall(at: time)
                return wall.secondOfDay + other.own.date.distance(to: wall.date) * 86_400
            }
        }
        guard let second = rule.time?.isBefore == true ? seconds.min() : seconds.max() else { return applied }
        var applied = applied
        let adhan = adhanRule(prayer, day.facts)
        let countsFromIqama = if case .at(let time) = adhan { time.counts(from: .iqama) } else { false }
        // An adhan that counts from the iqama cannot be what the iqama counts from.
        if countsFromIqama { applied.called[prayer] = nil }
        applied.iqama[prayer] = max(zone.instant(date, secondOfDay: second), earliest(rule, prayer, applied))
        if countsFromIqama { applied.called[prayer] = called(prayer, applied, adhan, zone) }
        return applied
    }
}

/// A source whose days have the mosque's adhans, iqamas and Friday prayers.
package struct MosqueTimetable: TimetableSource {
    private let source: any TimetableSource
    private let rules: MosqueRules

    package init(_ source: any TimetableSource, _ rules: MosqueRules) {
        (self.source, self.rules) = (source, rules)
    }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        guard rules.isWeekly else { return rules.applied(to: source.days(dates, in: zone), in: zone) }
        let wide = dates.lowerBound.adding(days: -6)...dates.upperBound.adding(days: 6)
        return rules.applied(to: source.days(wide, in: zone), in: zone).filter { dates.contains($0.date) }
    }
}
