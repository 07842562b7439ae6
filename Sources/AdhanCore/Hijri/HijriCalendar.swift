/// The Hijri calendar that a mosque keeps: Umm al-Qura's, but for the months whose first day it has declared itself.
///
/// A declared month touches its neighbours no further than it must: the month before is as long as the declaration leaves it, and
/// the one after begins on Umm al-Qura's day if that leaves 29 or 30 days, else on the nearest day that does. So a Ramadan
/// that was seen a day later does not make the whole year a day late.
package struct HijriCalendar: Sendable, Hashable {
    /// How many days a declaration may differ from Umm al-Qura's calendar.
    static let farthest = 2
    private static let lengths = 29...30

    private let declared: [HijriMonth: CivilDate]

    package static let ummAlQura = HijriCalendar(unchecked: [:])

    private init(unchecked declared: [HijriMonth: CivilDate]) { self.declared = declared }

    /// - Parameter declared: first days of months.
    /// - Throws: `HijriFault` where one is too far from Umm al-Qura's, or a month would have other than 29 or 30 days.
    package init(declared: [HijriMonth: CivilDate]) throws(HijriFault) {
        self.declared = declared
        for (month, date) in declared.sorted(by: { $0.key < $1.key }) {
            let own = UmmAlQura.start(of: month)
            guard abs(own.distance(to: date)) <= Self.farthest else { throw .tooFar(month, date, ummAlQura: own) }
            for month in [month.advanced(by: -1), month] {
                let days = start(of: month).distance(to: start(of: month.advanced(by: 1)))
                guard Self.lengths.contains(days) else { throw .wrongLength(month, days: days) }
            }
        }
    }

    /// The month's first day.
    package func start(of month: HijriMonth) -> CivilDate {
        // A declaration's effect dies out within a few months: it ends at the first one that Umm al-Qura's length lets begin on its day.
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

    /// The date of a day whose timetable may have said one: what the mosque has declared comes first, then the timetable's, then
    /// Umm al-Qura's. Nil outside of the years for which the calendar is known.
    package func date(of day: PrayerDay) -> HijriDate? {
        let own = date(day.date)
        guard let said = day.hijri else { return own }
        // Both months: on the eve of a declared month nobody else may say that it has begun.
        let isDeclared = declared[said.month] != nil || own.map { declared[$0.month] != nil } ?? false
        return isDeclared || own != HijriCalendar.ummAlQura.date(day.date) ? own : said
    }

    /// Nil outside of the years for which the calendar is known.
    package func date(_ date: CivilDate) -> HijriDate? {
        var month = UmmAlQura.month(of: date)
        // A declaration moves a beginning by days, never by a month.
        if date < start(of: month) { month = month.advanced(by: -1) }
        if date >= start(of: month.advanced(by: 1)) { month = month.advanced(by: 1) }
        guard UmmAlQura.years.contains(month.year) else { return nil }
        return HijriDate(month: month, day: start(of: month).distance(to: date) + 1)
    }
}
