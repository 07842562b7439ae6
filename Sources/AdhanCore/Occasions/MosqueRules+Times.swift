/// Applies the rules for adhan, iqama and Jumu'ah to the days of a timetable.
extension MosqueRules {
    /// The days with the adhans, iqamas and Friday prayers that the rules give them.
    ///
    /// - Parameter days: ascending. An iqama that changes once a week needs the days of its week; those that are
    ///   missing do not count.
    package func applied(to days: [PrayerDay], in zone: ZoneRules) -> [PrayerDay] {
        let own = days.followed.map { day, next in
            let facts = DayFacts(of: day, before: next, in: zone, calendar)
            var day = day
            let khutbahs = jumuah.times.value(on: facts) ?? .timetable
            day.jumuah = jumuahs(of: day, khutbahs, zone)
            if jumuah.iqama != nil || !khutbahs.isFallback { day.hasJumuahPrayers = false }
            day.iqama = day.iqama.filter { isTimetables($0.key, facts) }
            // The khutbah is the congregation of that Dhuhr.
            if !day.fridays.isEmpty { day.iqama[.dhuhr] = nil }
            return RuledDay(day: day, facts: facts, iqama: iqamas(of: day, facts, zone))
        }
        return own.enumerated().map { index, ruled in
            // The days around it, its week among them.
            let near = own[max(0, index - 6)...min(own.count - 1, index + 6)]
            return Prayer.called.reduce(ruled.day) { day, prayer in
                var day = day
                day.iqama[prayer] = day.iqama[prayer] ?? iqama(prayer, ruled, near, zone)
                day.called[prayer] = called(prayer, day, ruled.facts, zone)
                if prayer == .maghrib, iftarLead(ruled.facts) != nil {
                    // The adhan waits for the recording of iftar, and the congregation for the adhan.
                    day.iqama[prayer] = day.iqama[prayer].map { max($0, day.adhan(of: prayer)) }
                }
                return day
            }
        }
    }

    /// A day with the iqamas that its rules give it by itself, without its week.
    private struct RuledDay {
        let day: PrayerDay
        let facts: DayFacts
        let iqama: [Prayer: Instant]
    }

    /// Whether the timetable's iqama counts on that day, if it has one.
    func isTimetables(_ prayer: Prayer, _ facts: DayFacts) -> Bool {
        iqama[prayer]?.value(on: facts, for: prayer)?.isFallback ?? true
    }

    /// The Friday prayers by a rule. A file that has them on each day means Fridays.
    private func jumuahs(of day: PrayerDay, _ rule: KhutbahRule, _ zone: ZoneRules) -> [Instant] {
        guard day.date.weekday == 5 else { return [] }
        if rule.isFallback, !day.jumuah.isEmpty {
            let ahead = day.hasJumuahPrayers ? jumuah.iqama ?? 0 : 0
            return day.fridays.prefix(Occasion.most).map { $0 - .seconds(ahead) }
        }
        return Set(rule.times.compactMap { instant($0, .dhuhr, day, zone) }).sorted()
    }

    /// How long the adhan of Maghrib waits for the recording of iftar; nil on days on which it does not.
    private func iftarLead(_ facts: DayFacts) -> Duration? {
        guard facts.isRamadan, case .before(let lead) = ramadan.iftar else { return nil }
        return .seconds(lead)
    }

    /// When the adhan is called; nil if that is when the prayer begins. Never before that, never after its iqama, and
    /// never after the prayer's time has ended.
    private func called(_ prayer: Prayer, _ day: PrayerDay, _ facts: DayFacts, _ zone: ZoneRules) -> Instant? {
        var time: Instant?
        if case .at(let rule) = adhan[prayer]?.value(on: facts, for: prayer),
            let wanted = instant(rule, prayer, day, zone),
            end(of: prayer, day, facts).map({ wanted < $0 }) ?? true
        {
            let latest = congregation(of: prayer, day).map { min(wanted, $0) } ?? wanted
            if day[prayer] < latest { time = latest }
        }
        guard prayer == .maghrib, let lead = iftarLead(facts) else { return time }
        return max(time ?? day[prayer], day[prayer] + lead)
    }

    /// When the congregation gathers after the adhan: at the iqama, and on a Friday with khutbahs for the first of
    /// them.
    func congregation(of prayer: Prayer, _ day: PrayerDay) -> Instant? {
        prayer == .dhuhr ? day.fridays.first ?? day.iqama[prayer] : day.iqama[prayer]
    }

    /// When the prayer's time ends; nil if that is not known.
    func end(of prayer: Prayer, _ day: PrayerDay, _ facts: DayFacts) -> Instant? {
        switch prayer {
        case .fajr: day[.sunrise]
        case .dhuhr: day[.asr]
        case .asr: day[.maghrib]
        case .maghrib: day[.isha]
        case .isha: facts.nextFajr
        case .sunrise: nil
        }
    }

    private func iqamas(of day: PrayerDay, _ facts: DayFacts, _ zone: ZoneRules) -> [Prayer: Instant] {
        var found: [Prayer: Instant] = [:]
        for prayer in Prayer.called where day.iqama[prayer] == nil && (prayer != .dhuhr || day.fridays.isEmpty) {
            guard let rule = iqama[prayer]?.value(on: facts, for: prayer),
                let wanted = wanted(rule, prayer, day, facts, zone)
            else { continue }
            let called = calledWithoutIqama(prayer, day, facts, zone)
            found[prayer] = fitted(wanted, rule, prayer, called, facts, zone)
        }
        return found
    }

    /// The rule's time, rounded, whether or not it is within the prayer's; nil if the rule has none.
    ///
    /// - Parameter day: without its iqama of the prayer.
    func wanted(_ rule: IqamaRule, _ prayer: Prayer, _ day: PrayerDay, _ facts: DayFacts, _ zone: ZoneRules)
        -> Instant?
    {
        let called = calledWithoutIqama(prayer, day, facts, zone)
        return rule.time.flatMap { instant($0, prayer, called, zone) }.map { Self.rounded($0, rule, zone) }
    }

    /// The day with the adhan that the iqama may count from: one that counts from the iqama itself is when the prayer
    /// begins.
    private func calledWithoutIqama(
        _ prayer: Prayer,
        _ day: PrayerDay,
        _ facts: DayFacts,
        _ zone: ZoneRules
    ) -> PrayerDay {
        var day = day
        if case .at(let time) = adhan[prayer]?.value(on: facts, for: prayer), time.counts(from: .iqama) { return day }
        day.called[prayer] = called(prayer, day, facts, zone)
        return day
    }

    /// The iqama. Where that is too early for its day or after the prayer's time, it comes as long after the adhan as
    /// the rule asks for at least. Nil if the rule does not ask for that, or if the prayer's time ends before.
    private func fitted(
        _ time: Instant,
        _ rule: IqamaRule,
        _ prayer: Prayer,
        _ day: PrayerDay,
        _ facts: DayFacts,
        _ zone: ZoneRules
    ) -> Instant? {
        let end = end(of: prayer, day, facts)
        func isInTime(_ time: Instant) -> Bool { end.map { time < $0 } ?? true }
        let earliest = rule.least == 0 ? day[prayer] : day.adhan(of: prayer) + .seconds(rule.least)
        if time >= earliest, isInTime(time) { return time }
        guard rule.least > 0 else { return nil }
        let other = day.adhan(of: prayer) + .seconds(rule.least)
        let rounded = Self.rounded(other, IqamaRule(.beside(.adhan, seconds: 0), round: rule.round), zone)
        return [rounded, other].first(where: isInTime)
    }

    /// The prayer's iqama by the rules. One that changes once a week is the latest that a day of the week needs, so
    /// that no day's is too early for the rule; for a rule that counts backwards it is the earliest. A day on which
    /// that is not within the prayer's time has its own. A change of the clocks, and the beginning and the end of
    /// Ramadan, begin another week.
    private func iqama(_ prayer: Prayer, _ ruled: RuledDay, _ near: ArraySlice<RuledDay>, _ zone: ZoneRules) -> Instant?
    {
        guard let own = ruled.iqama[prayer], let rule = iqama[prayer]?.value(on: ruled.facts, for: prayer),
            let change = rule.changesOn
        else { return ruled.iqama[prayer] }
        let date = ruled.day.date
        let first = date.adding(days: -((date.weekday - change + 7) % 7))
        let offset = zone.offset(at: own)
        let seconds = near.compactMap { other -> Int? in
            guard first <= other.day.date, other.day.date < first.adding(days: 7), let time = other.iqama[prayer],
                zone.offset(at: time) == offset,
                other.facts.isRamadan(for: prayer) == ruled.facts.isRamadan(for: prayer),
                iqama[prayer]?.value(on: other.facts, for: prayer) == rule
            else { return nil }
            let wall = zone.wall(at: time)
            return wall.secondOfDay + other.day.date.distance(to: wall.date) * 86_400
        }
        guard let second = rule.time?.isBefore == true ? seconds.min() : seconds.max() else { return own }
        let day = calledWithoutIqama(prayer, ruled.day, ruled.facts, zone)
        return fitted(zone.instant(date, secondOfDay: second), rule, prayer, day, ruled.facts, zone) ?? own
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

    /// The time that a rule means on that day; nil if it counts from an iqama and there is none. On a Friday with
    /// khutbahs, Dhuhr's iqama is the first of them.
    func instant(_ rule: TimeRule, _ prayer: Prayer, _ day: PrayerDay, _ zone: ZoneRules) -> Instant? {
        switch rule {
        case .clock(let second):
            let time = zone.instant(day.date, secondOfDay: second)
            // The small hours belong to the evening's Isha.
            return prayer == .isha && time < day[.maghrib] - .hours(6)
                ? zone.instant(day.date.adding(days: 1), secondOfDay: second) : time
        case .beside(.begins, let seconds): return day[prayer] + .seconds(seconds)
        case .beside(.adhan, let seconds): return day.adhan(of: prayer) + .seconds(seconds)
        case .beside(.iqama, let seconds):
            return congregation(of: prayer, day).map { $0 + .seconds(seconds) }
        case .beside(.time(let other), let seconds): return day[other] + .seconds(seconds)
        }
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
        // With the days on which the rules of these depend: those of their weeks, and the day after, whose Fajr ends
        // the night.
        let week = rules.isWeekly ? 6 : 0
        let wide = dates.lowerBound.adding(days: -week)...dates.upperBound.adding(days: week + 1)
        let days = rules.applied(to: source.days(wide, in: zone, by: rules.calendar), in: zone)
        // Without those days. Other dates that the source returns stay.
        return days.filter { dates.contains($0.date) || !wide.contains($0.date) }
    }
}
