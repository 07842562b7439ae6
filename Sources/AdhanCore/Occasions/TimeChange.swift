/// An iqama or a khutbah that is at another time from a date on, by the mosque's own decision and not by the sun.
package struct TimeChange: Hashable, Sendable {
    /// The time on the first date of the change.
    package struct Time: Hashable, Sendable {
        package let at: Instant
        /// How many seconds after the adhan the iqama is each day; nil where it is at a time on the clock.
        package let wait: Int?
    }

    /// `iqama(prayer)`, or `jumuah(number)`.
    package let occasion: Occasion
    /// The first mosque date.
    package let date: CivilDate
    /// The last mosque date, where the old time returns within a week; nil for longer.
    package let last: CivilDate?
    /// The weekdays that change, as in `CivilDate.weekday`; empty for all.
    package let weekdays: Set<Int>
    /// By the old rule on the same date; nil where there was none.
    package fileprivate(set) var old: Time?
    /// Nil where there is none any more.
    package let new: Time?
}

/// Finds the changes of iqamas and khutbahs on the days ahead.
///
/// A change is told where the rule of the config is another than on the day before. An iqama of the timetable, and one
/// that changes once a week, changes by one rule: where both its time on the clock and its distance from the prayer's
/// beginning leap. A time that follows the sun changes one of the two only, by a few minutes.
package struct TimeChanges {
    /// How many days before and after the wanted dates are needed: weeks, and how long a change lasts.
    static let margin = 14
    /// A rule that ends after so many days at most is told with its last day, and its end is not told again.
    private static let short = 7
    /// A smaller step is the sun's.
    private static let leap: Int64 = 300

    private let rules: MosqueRules
    private let zone: ZoneRules
    /// The timetable's days, ascending.
    private let plain: [PrayerDay]
    private let ruled: [PrayerDay]
    private let facts: [DayFacts]

    /// - Parameter days: as the timetable has them, ascending, without gaps; with `margin` days around the wanted ones.
    package init(_ rules: MosqueRules, _ days: [PrayerDay], in zone: ZoneRules) {
        (self.rules, self.zone, plain) = (rules, zone, days)
        ruled = rules.applied(to: days, in: zone)
        facts = days.followed.map { DayFacts(of: $0, before: $1, in: zone, rules.calendar) }
    }

    /// The changes whose first day is among these dates, by their dates.
    ///
    /// - Parameter source: the timetable without the mosque's rules. It may take long.
    package static func found(
        on dates: ClosedRange<CivilDate>,
        by rules: MosqueRules,
        _ source: any TimetableSource,
        in zone: ZoneRules
    ) -> [TimeChange] {
        let wide = dates.lowerBound.adding(days: -margin)...dates.upperBound.adding(days: margin)
        return TimeChanges(rules, source.days(wide, in: zone, by: rules.calendar), in: zone).found(dates)
    }

    /// The changes on these dates if new rules replace old ones: those of the new rules, and for each congregation the
    /// first date on which the two differ. What the old rules do not bring has as its old time theirs of that date.
    package static func found(
        on dates: ClosedRange<CivilDate>,
        from old: MosqueRules,
        to new: MosqueRules,
        _ source: any TimetableSource,
        in zone: ZoneRules
    ) -> [TimeChange] {
        let wide = dates.lowerBound.adding(days: -margin)...dates.upperBound.adding(days: margin)
        let days = source.days(wide, in: zone, by: new.calendar)
        let (before, after) = (TimeChanges(old, days, in: zone), TimeChanges(new, days, in: zone))
        let known = before.found(dates)
        var changes = after.found(dates).map { change in
            var change = change
            if !known.contains(change) { change.old = before.time(of: change.occasion, change.date) }
            return change
        }
        for occasion in Prayer.called.map(Occasion.iqama) + (1...Occasion.most).map(Occasion.jumuah) {
            let first = dates.first { before.moment(of: occasion, $0) != after.moment(of: occasion, $0) }
            guard let first, !changes.contains(where: { ($0.occasion, $0.date) == (occasion, first) }) else { continue }
            let (old, new) = (before.time(of: occasion, first), after.time(of: occasion, first))
            changes.append(TimeChange(occasion: occasion, date: first, last: nil, weekdays: [], old: old, new: new))
        }
        return sorted(changes.filter { $0.old?.at != $0.new?.at })
    }

    private func moment(of occasion: Occasion, _ date: CivilDate) -> Instant? {
        let day = ruled.first { $0.date == date }
        if case .jumuah(let number) = occasion { return day?.fridays.dropFirst(number - 1).first }
        return occasion.prayer.flatMap { day?.iqama[$0] }
    }

    private func time(of occasion: Occasion, _ date: CivilDate) -> TimeChange.Time? {
        guard case .iqama(let prayer) = occasion, let index = plain.firstIndex(where: { $0.date == date }) else {
            return moment(of: occasion, date).map { TimeChange.Time(at: $0, wait: nil) }
        }
        return time(prayer, rule(prayer, index), index)
    }

    /// By their dates, and on one date in the order of prayers.
    private static func sorted(_ changes: [TimeChange]) -> [TimeChange] {
        func rank(_ change: TimeChange) -> Int {
            change.occasion.prayer.flatMap(Prayer.called.firstIndex) ?? Prayer.called.count
        }
        return changes.sorted { ($0.date, rank($0), $0.occasion.name) < ($1.date, rank($1), $1.occasion.name) }
    }

    /// The changes whose first day is among these dates, by their dates.
    package func found(_ dates: ClosedRange<CivilDate>) -> [TimeChange] {
        let all = Prayer.called.flatMap { byRule($0) + byLeap($0) } + khutbahs
        return Self.sorted(all.filter { dates.contains($0.date) })
    }

    // MARK: The iqamas of the config

    private func rule(_ prayer: Prayer, _ index: Int, as weekday: Int? = nil) -> IqamaRule {
        rules.iqama[prayer]?.value(on: facts[index], for: prayer, as: weekday) ?? .timetable
    }

    /// The rules of a day, by the weekday that it may be: weekdays alone change nothing from week to week.
    private func week(_ prayer: Prayer, _ index: Int) -> [IqamaRule] { (0..<7).map { rule(prayer, index, as: $0) } }

    private func byRule(_ prayer: Prayer) -> [TimeChange] {
        guard rules.iqama[prayer] != nil else { return [] }
        let weeks = plain.indices.map { week(prayer, $0) }
        let starts = weeks.indices.dropFirst().filter { weeks[$0] != weeks[$0 - 1] }
        var found: [TimeChange] = []
        var end: Int?
        for (number, start) in starts.enumerated() {
            let next = number + 1 < starts.count ? starts[number + 1] : weeks.count
            let (old, new) = (weeks[start - 1], weeks[start])
            // The end of a short one, which was told with it.
            if end == start { continue }
            let isShort = next < weeks.count && next - start <= Self.short && weeks[next] == old
            if isShort { end = next }
            let changed = Set((0..<7).filter { old[$0] != new[$0] })
            let indices = (start..<next).filter { index in
                let weekday = plain[index].date.weekday
                let areTimetables = [old[weekday], new[weekday]].allSatisfy { isTimetables(prayer, $0, index) }
                let isFriday = prayer == .dhuhr && !ruled[index].fridays.isEmpty
                return changed.contains(weekday) && !areTimetables && !isFriday
            }
            guard let first = indices.first, let last = indices.last else { continue }
            let weekday = plain[first].date.weekday
            let change = TimeChange(
                occasion: .iqama(prayer),
                date: plain[first].date,
                last: isShort ? plain[last].date : nil,
                weekdays: isShort || changed.count == 7 ? [] : changed,
                old: time(prayer, old[weekday], first),
                new: time(prayer, new[weekday], first)
            )
            if change.old != change.new { found.append(change) }
        }
        return found
    }

    /// Whether that rule leaves the iqama of the day to the timetable, which has one.
    private func isTimetables(_ prayer: Prayer, _ rule: IqamaRule, _ index: Int) -> Bool {
        rule.isFallback && plain[index].iqama[prayer] != nil
    }

    /// The iqama of a day, were that rule the only one.
    private func time(_ prayer: Prayer, _ rule: IqamaRule, _ index: Int) -> TimeChange.Time? {
        var single = rules
        single.iqama[prayer] = ByDay(rule)
        // With its week.
        let near = max(0, index - 6)...min(plain.count - 1, index + 6)
        guard let day = single.applied(to: Array(plain[near]), in: zone).first(where: { $0.date == plain[index].date }),
            let at = day.iqama[prayer]
        else { return nil }
        let wait = at - day.adhan(of: prayer)
        // A rounded one, or one that had no room, is told by its time.
        let isSteady =
            rule.round == 0 && rule.changesOn == nil && rule.counts(wait) && !isTimetables(prayer, rule, index)
        return TimeChange.Time(at: at, wait: isSteady ? Int(wait.components.seconds) : nil)
    }

    // MARK: The iqamas of the timetable, and those that change once a week

    private func byLeap(_ prayer: Prayer) -> [TimeChange] {
        plain.indices.dropFirst(7).compactMap { index -> TimeChange? in
            guard isFree(prayer, index), let new = ruled[index].iqama[prayer],
                let old = clock(ruled[index - 1].iqama[prayer], index - 1),
                leaps(prayer, index - 1, index), leaps(prayer, index - 7, index)
            else { return nil }
            return TimeChange(
                occasion: .iqama(prayer),
                date: plain[index].date,
                last: nil,
                weekdays: [],
                old: .init(at: zone.instant(plain[index].date, secondOfDay: Int(old)), wait: nil),
                new: .init(at: new, wait: nil)
            )
        }
    }

    /// Whether the iqama of the day is no matter of a rule that is another than on the day before.
    private func isFree(_ prayer: Prayer, _ index: Int) -> Bool {
        let areTimetables = [index, index - 1].map { isTimetables(prayer, rule(prayer, $0), $0) }
        if areTimetables == [true, true] { return true }
        let isOneRule = week(prayer, index) == week(prayer, index - 1)
        return isOneRule && (areTimetables.contains(true) || rule(prayer, index).changesOn != nil)
    }

    private func leaps(_ prayer: Prayer, _ before: Int, _ index: Int) -> Bool {
        leaps(ruled[before].iqama[prayer], ruled[index].iqama[prayer], prayer, before, index)
    }

    /// Whether both the time on the clock and the distance from the prayer's beginning are others. False where one of
    /// the two days has no time.
    private func leaps(_ old: Instant?, _ new: Instant?, _ prayer: Prayer, _ before: Int, _ index: Int) -> Bool {
        guard let old, let new, let (first, second) = both(clock(old, before), clock(new, index)) else { return false }
        let waits = (old - ruled[before][prayer], new - ruled[index][prayer])
        return abs(second - first) >= Self.leap
            && abs(waits.1.components.seconds - waits.0.components.seconds) >= Self.leap
    }

    private func both<Value>(_ first: Value?, _ second: Value?) -> (Value, Value)? {
        if let first, let second { (first, second) } else { nil }
    }

    /// Seconds on the wall clock after the midnight that begins the mosque date.
    private func clock(_ time: Instant?, _ index: Int) -> Int64? {
        time.map { time in
            let wall = zone.wall(at: time)
            return Int64(wall.secondOfDay + plain[index].date.distance(to: wall.date) * 86_400)
        }
    }

    // MARK: The khutbahs

    private var khutbahs: [TimeChange] {
        let fridays = plain.indices.filter { plain[$0].date.weekday == 5 }
        var found: [TimeChange] = []
        for (number, index) in fridays.enumerated().dropFirst() {
            let before = fridays[number - 1]
            guard plain[before].date.adding(days: 7) == plain[index].date else { continue }
            let (old, rule) = (khutbahRule(before), khutbahRule(index))
            let isByRule = old != rule
            let areAllByRule = [before, index].allSatisfy {
                plain[$0].fridays.isEmpty || !khutbahRule($0).isFallback
            }
            if !isByRule, areAllByRule { continue }
            // Another rule for one Friday is told with its day, and its end is not told again.
            let isEnd = number > 1 && isByRule && khutbahRule(fridays[number - 2]) == rule
            let isOnce = number + 1 < fridays.count && isByRule && khutbahRule(fridays[number + 1]) == old
            if isEnd, !isOnce { continue }
            let times = isByRule ? khutbahs(old, index) : moved(ruled[before].fridays, before, index)
            found += changes(times, index, isByRule: isByRule, last: isOnce ? plain[index].date : nil)
        }
        return found
    }

    private func khutbahRule(_ index: Int) -> KhutbahRule { rules.jumuah.times.value(on: facts[index]) ?? .timetable }

    /// The khutbahs of a Friday, were that rule the only one.
    private func khutbahs(_ rule: KhutbahRule, _ index: Int) -> [Instant] {
        var single = rules
        single.jumuah.times = ByDay(rule)
        return single.applied(to: [plain[index]], in: zone).first?.fridays ?? []
    }

    /// The times of one day on the clock of another.
    private func moved(_ times: [Instant], _ from: Int, _ index: Int) -> [Instant] {
        times.compactMap { clock($0, from) }.map { zone.instant(plain[index].date, secondOfDay: Int($0)) }
    }

    private func changes(_ old: [Instant], _ index: Int, isByRule: Bool, last: CivilDate?) -> [TimeChange] {
        let new = ruled[index].fridays
        return (0..<max(old.count, new.count)).compactMap { number in
            let before = old.indices.contains(number) ? old[number] : nil
            let after = new.indices.contains(number) ? new[number] : nil
            let isSame = before == after || !isByRule && isNear(before, after, index)
            if isSame { return nil }
            return TimeChange(
                occasion: .jumuah(number + 1),
                date: plain[index].date,
                last: last,
                weekdays: [],
                old: before.map { .init(at: $0, wait: nil) },
                new: after.map { .init(at: $0, wait: nil) }
            )
        }
    }

    /// Whether a khutbah of the timetable has moved no further than the sun may move it in a week.
    private func isNear(_ old: Instant?, _ new: Instant?, _ index: Int) -> Bool {
        guard let old, let new, index >= 7 else { return false }
        let sun = (ruled[index][.dhuhr] - ruled[index - 7][.dhuhr] - .days(7)).components.seconds
        let step = (new - old).components.seconds
        return abs(step) < Self.leap || abs(step - sun) < Self.leap
    }
}

extension IqamaRule {
    /// Whether the iqama is so long after the adhan by this rule each day.
    fileprivate func counts(_ wait: Duration) -> Bool {
        switch time {
        case .beside(.adhan, let seconds), .beside(.begins, let seconds): .seconds(seconds) == wait
        default: false
        }
    }
}
