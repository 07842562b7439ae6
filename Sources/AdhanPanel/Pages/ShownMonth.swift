import AdhanCore

/// A month of the Gregorian calendar, as a page asks for it: `2026-11`.
struct ShownMonth: Equatable {
    /// Years outside are typing errors.
    private static let years = 2000...2200

    let first: CivilDate
    /// The first day of the next month.
    let end: CivilDate

    /// Nil for another form, and for a month of no use.
    init?(_ text: String) {
        // reason: both are the same to the page
        guard text.utf8.count == 7, let first = try? CivilDate(text + "-01") else { return nil }
        self.init(of: first)
    }

    /// The month of a day.
    init?(of day: CivilDate) {
        let (year, month, _) = day.components
        guard Self.years.contains(year) else { return nil }
        first = day.adding(days: 1 - day.components.day)
        end = first.adding(days: CivilDate.days(inMonth: month, of: year))
    }

    var description: String { String("\(first)".dropLast(3)) }
}
