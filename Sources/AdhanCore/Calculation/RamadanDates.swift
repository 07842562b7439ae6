/// The mosque dates that lie in Ramadan, computed once, because asking a calendar for each day is slow.
package struct RamadanDates: Sendable, Hashable {
    /// Ramadan is not known; no date counts as Ramadan.
    package static let unknown = RamadanDates([])

    /// The first and last day of each Ramadan.
    private let months: [ClosedRange<CivilDate>]

    package init(_ months: [ClosedRange<CivilDate>]) { self.months = months }

    /// Every Ramadan of the years that the calendar covers.
    package init(_ calendar: HijriCalendar) {
        self.init(calendar, years: UmmAlQura.years)
    }

    /// Every Ramadan that has one of those dates, as far as the calendar covers them.
    package init(_ calendar: HijriCalendar, around dates: ClosedRange<CivilDate>) {
        let years = (UmmAlQura.month(of: dates.lowerBound).year - 1)...(UmmAlQura.month(of: dates.upperBound).year + 1)
        self.init(calendar, years: years.clamped(to: UmmAlQura.years))
    }

    private init(_ calendar: HijriCalendar, years: ClosedRange<Int>) {
        self.init(
            years.map { year in
                let ramadan = HijriMonth(index: (year - 1) * 12 + 8)
                let next = calendar.start(of: ramadan.advanced(by: 1))
                return calendar.start(of: ramadan)...next.adding(days: -1)
            }
        )
    }

    package func contains(_ date: CivilDate) -> Bool { months.contains { $0.contains(date) } }
}
