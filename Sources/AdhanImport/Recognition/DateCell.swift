import AdhanCore

/// A date in a cell, as far as the cell has it.
struct DateCell: Hashable {
    /// Nil if the cell has none: of the Hijri calendar, a year is none.
    var year: Int?
    var month: Int?
    var day: Int

    enum Order: String, CaseIterable {
        case dayFirst = "day before month"
        case monthFirst = "month before day"
        case yearFirst = "year, month, day"
    }

    static let years = 1900...2200

    var isLeapDay: Bool { year == nil && month == 2 && day == 29 }

    /// The date in a year, if it has one itself; nil if there is no such day.
    func date(in other: Int?) -> CivilDate? {
        guard let year = year ?? other, let month else { return nil }
        return try? CivilDate(year: year, month: month, day: day)  // reason: why there is none does not matter here
    }

    /// Whether another one is the day after it, as far as both are known.
    func precedes(_ next: DateCell) -> Bool {
        if let date = date(in: nil), let morrow = next.date(in: nil) { return date.distance(to: morrow) == 1 }
        if next.day == day + 1 { return next.month == month }
        guard next.day == 1 else { return false }
        guard let month else { return day >= 28 }
        let last = CivilDate.days(inMonth: month, of: 2024)
        return next.month == month % 12 + 1 && (day == last || month == 2 && day == 28)
    }
}

extension DateCell {
    /// Nil if there is no such day. `year`: of two digits or four.
    init?(_ year: String?, _ month: Int?, _ day: Int?) {
        var found: Int?
        if let year {
            guard let number = Int(year), year.utf8.count == 2 || year.utf8.count == 4 else { return nil }
            let whole = number < 100 ? 2000 + number : number
            guard Self.years.contains(whole) else { return nil }
            found = whole
        }
        guard let day, (1...31).contains(day) else { return nil }
        if let month {
            guard (1...12).contains(month), day <= CivilDate.days(inMonth: month, of: found ?? 2024) else { return nil }
        }
        self.init(year: found, month: month, day: day)
    }
}
