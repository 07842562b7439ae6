/// The days that a network source gives in one answer: a calendar year or a calendar month.
package struct TimetablePeriod: Sendable, Hashable {
    /// `2026`, or `2026-11`.
    package let name: String
    package let dates: ClosedRange<CivilDate>

    /// The calendar year of a date.
    package static func year(of date: CivilDate) -> TimetablePeriod {
        let year = date.year
        let first = CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: 1, day: 1))
        return TimetablePeriod(
            name: year.padded(to: 4),
            dates: first...first.adding(days: CivilDate.isLeap(year) ? 365 : 364)
        )
    }

    /// The calendar month of a date.
    package static func month(of date: CivilDate) -> TimetablePeriod {
        let (year, month, day) = date.components
        let first = date.adding(days: 1 - day)
        return TimetablePeriod(
            name: year.padded(to: 4) + "-" + month.padded(to: 2),
            dates: first...first.adding(days: CivilDate.days(inMonth: month, of: year) - 1)
        )
    }

    /// The years that contain those dates, ascending.
    package static func years(holding dates: ClosedRange<CivilDate>) -> [TimetablePeriod] {
        following(dates) { year(of: $0) }
    }

    /// The months that contain those dates, ascending.
    package static func months(holding dates: ClosedRange<CivilDate>) -> [TimetablePeriod] {
        following(dates) { month(of: $0) }
    }

    private static func following(
        _ dates: ClosedRange<CivilDate>,
        _ period: (CivilDate) -> TimetablePeriod
    ) -> [TimetablePeriod] {
        var periods = [period(dates.lowerBound)]
        while let last = periods.last, last.dates.upperBound < dates.upperBound {
            periods.append(period(last.dates.upperBound.adding(days: 1)))
        }
        return periods
    }
}
