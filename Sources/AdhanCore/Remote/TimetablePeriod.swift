/// The days that a network source gives in one answer: a calendar year or a calendar month.
package struct TimetablePeriod: Sendable, Hashable {
    /// `2026`, or `2026-11`.
    package let name: String
    package let dates: ClosedRange<CivilDate>

    package static func year(of date: CivilDate) -> TimetablePeriod {
        let year = date.year
        let first = CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: 1, day: 1))
        return TimetablePeriod(
            name: year.padded(to: 4),
            dates: first...first.adding(days: CivilDate.isLeap(year) ? 365 : 364)
        )
    }

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

extension TimetablePeriod {
    /// The placeholder for the year in the name of a file or an object.
    package static let yearMark = "{year}"

    /// Whether a name is this one, with a year of four digits in place of each `yearMark`.
    package static func name(_ name: String, fits pattern: String) -> Bool {
        let parts = pattern.split(separator: yearMark, omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, name.hasPrefix(first) else { return name == pattern }
        let year = name.dropFirst(first.count).prefix(4)
        return year.utf8.count == 4 && year.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && name == parts.joined(separator: String(year))
    }

    /// The period with this `name`, for example from the name of a file; nil if it names no year and no month.
    package static func named(_ name: String) -> TimetablePeriod? {
        for (first, period) in [(name + "-01-01", year(of:)), (name + "-01", month(of:))] {
            // A text that is no date is no period.
            if let date = try? CivilDate(first) { return period(date) }  // reason: see above
        }
        return nil
    }
}
