/// The Hijri calendar of a mosque: Umm al-Qura's, except for months whose first day the mosque has declared.
///
/// A declaration changes as few neighbouring months as possible. The month before it ends where the declared month
/// begins. The month after it begins on Umm al-Qura's day if that leaves 29 or 30 days, otherwise on the nearest day
/// that does. So a Ramadan that was seen a day later does not move the rest of the year.
package struct HijriCalendar: Sendable, Hashable {
    /// The maximum difference, in days, between a declaration and Umm al-Qura's calendar.
    static let farthest = 2
    private static let lengths = 29...30

    /// When a Hijri day ends.
    package enum Turn: String, CaseIterable, Sendable {
        case midnight, maghrib
    }

    private let declared: [HijriMonth: CivilDate]
    /// When today's Hijri date changes. A Hijri date still names the daylight of one Gregorian date.
    package var turn = Turn.midnight

    package static let ummAlQura = HijriCalendar(unchecked: [:])

    private init(unchecked declared: [HijriMonth: CivilDate]) { self.declared = declared }

    /// - Throws: `HijriFault` if a date is too far from Umm al-Qura's, or a month would not have 29 or 30 days.
    package init(declared: [HijriMonth: CivilDate]) throws(HijriFault) {
        self.declared = declared
        for (month, date) in declared.sorted(by: { $0.key < $1.key }) {
            let own = UmmAlQura.start(of: month)
            guard abs(own.distance(to: date)) <= Self.farthest else { throw .tooFar(month, date, ummAlQura: own) }
            for month in [month.advanced(by: -1), month] {
                let days = start(of: month).distance(to: start(of: month.advanced(by: 1)))
                guard Self.lengths.contains(days) else { throw .wrongLength(month, days: days, mend: mend(month)) }
            }
        }
    }

    /// The first days, earlier ones first, with which that month and those before it have 29 or 30 days; empty if a
    /// declared one is among them, so that a person has to find the mistake.
    private func mend(_ month: HijriMonth) -> [HijriStart] {
        var found: [HijriStart] = []
        var (month, end) = (month, start(of: month.advanced(by: 1)))
        while !Self.lengths.contains(start(of: month).distance(to: end)) {
            guard declared[month] == nil, found.count < 12 else { return [] }
            let isLong = start(of: month).distance(to: end) > Self.lengths.upperBound
            end = end.adding(days: -(isLong ? Self.lengths.upperBound : Self.lengths.lowerBound))
            found.append(HijriStart(month: month, date: end))
            month = month.advanced(by: -1)
        }
        return found.reversed()
    }

    /// The same calendar with one more declaration. It replaces one for its month. The months before it move with it as
    /// far as they need 29 or 30 days, unless they are declared themselves.
    ///
    /// - Throws: `HijriFault`, as the initialiser does.
    package func declaring(_ start: HijriStart) throws(HijriFault) -> HijriCalendar {
        var all = declared
        all[start.month] = start.date
        var next: HijriCalendar
        do {
            next = try HijriCalendar(declared: all)
        } catch {
            guard case .wrongLength(_, _, let mend) = error, !mend.isEmpty else { throw error }
            for earlier in mend { all[earlier.month] = earlier.date }
            next = try HijriCalendar(declared: all)
        }
        next.turn = turn
        return next
    }

    /// The mosque's own first day of a month; nil where it has declared none.
    package func declaration(of month: HijriMonth) -> CivilDate? { declared[month] }

    /// The month's first day.
    package func start(of month: HijriMonth) -> CivilDate {
        // A declaration has no effect after a few months: its effect ends with the first month that can begin on Umm
        // al-Qura's day.
        guard let last = declared.keys.filter({ $0 <= month && month.index - $0.index <= 12 }).max(),
            var start = declared[last]
        else { return UmmAlQura.start(of: month) }
        var reached = last
        while reached < month {
            reached = reached.advanced(by: 1)
            let own = UmmAlQura.start(of: reached)
            start = min(
                max(own, start.adding(days: Self.lengths.lowerBound)),
                start.adding(days: Self.lengths.upperBound)
            )
            if start == own { return UmmAlQura.start(of: month) }
        }
        return start
    }

    /// The Gregorian date of a day.
    ///
    /// - Throws: `HijriFault.noSuchDay` for the thirtieth of a month that has 29 days.
    package func day(of date: HijriDate) throws(HijriFault) -> CivilDate {
        let day = start(of: date.month).adding(days: date.day - 1)
        guard day < start(of: date.month.advanced(by: 1)) else { throw .noSuchDay(date) }
        return day
    }

    /// The Hijri date of a day. The mosque's declarations have priority, then the timetable's own date, then Umm
    /// al-Qura's. Nil outside the known years.
    package func date(of day: PrayerDay) -> HijriDate? {
        let own = date(day.date)
        guard let said = day.hijri else { return own }
        // Both months are checked: before a declared month begins, the timetable must not say that it has begun.
        let isDeclared = declared[said.month] != nil || own.map { declared[$0.month] != nil } ?? false
        return isDeclared || own != HijriCalendar.ummAlQura.date(day.date) ? own : said
    }

    /// The Hijri date at a moment of a mosque date, which changes at the calendar's turn; nil outside the known years.
    ///
    /// - Parameter next: the mosque date after it; nil if the timetable ends.
    package func date(at moment: Instant, of day: PrayerDay, before next: PrayerDay?) -> HijriDate? {
        turn == .maghrib && moment >= day[.maghrib] ? date(after: day, next) : date(of: day)
    }

    /// The date whose daylight the Hijri date at that moment names.
    package func daylight(at moment: Instant, of day: PrayerDay) -> CivilDate {
        turn == .maghrib && moment >= day[.maghrib] ? day.date.adding(days: 1) : day.date
    }

    /// The Hijri date of the daylight after that day.
    ///
    /// - Parameter next: the mosque date after it; nil if the timetable ends.
    func date(after day: PrayerDay, _ next: PrayerDay?) -> HijriDate? {
        if let next { date(of: next) } else { date(day.date.adding(days: 1)) }
    }

    /// Whether taraweeh is prayed in the evening of a mosque date: from the eve of 1 Ramadan to the eve of Ramadan's
    /// last day. A night belongs to the Hijri date of the daylight after it.
    ///
    /// - Parameter next: the mosque date after it; nil if the timetable ends.
    package func hasTaraweeh(onTheEveningOf day: PrayerDay, before next: PrayerDay?) -> Bool {
        date(after: day, next)?.isRamadan == true
    }

    /// The Hijri date of a Gregorian date; nil outside the known years.
    package func date(_ date: CivilDate) -> HijriDate? {
        var month = UmmAlQura.month(of: date)
        // A declaration moves the beginning of a month by days, never by a whole month.
        if date < start(of: month) { month = month.advanced(by: -1) }
        if date >= start(of: month.advanced(by: 1)) { month = month.advanced(by: 1) }
        guard UmmAlQura.years.contains(month.year) else { return nil }
        return HijriDate(month: month, day: start(of: month).distance(to: date) + 1)
    }
}
