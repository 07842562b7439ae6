import AdhanCore

/// Dates of the Hijri calendar with their years, where a table has no others.
extension RowDates {
    /// A month may begin a day earlier or later than by Umm al-Qura's calendar, where weekdays say so.
    private static let shifts = [0, -1, 1]

    /// The dates of the rows by a column that has them in the Hijri calendar; nil if there is none.
    ///
    /// - Throws: `TableRefusal.hijri` if the weekdays contradict.
    static func hijri(
        in body: TableBody,
        _ times: [TimeColumn?],
        _ fit: DateFit
    ) throws(TableRefusal) -> RowDates? {
        for column in 0..<body.width where times[column] == nil {
            let days = body.cells(column).map { HijriDay($0) }
            guard days.count > 1, days.count(where: { $0 != nil }) * 10 >= days.count * 9 else { continue }
            return try dates(days, body.name(column), column, fit)
        }
        return nil
    }

    private static func dates(
        _ days: [HijriDay?],
        _ name: String,
        _ column: Int,
        _ fit: DateFit
    ) throws(TableRefusal) -> RowDates? {
        var dates = [CivilDate?](repeating: nil, count: days.count)
        var origin: String?
        let rows = Dictionary(grouping: days.indices) { days[$0]?.month }
        for (month, rows) in rows.sorted(by: { ($0.value.first ?? 0) < ($1.value.first ?? 0) }) {
            guard let month else { continue }
            let first = HijriCalendar.ummAlQura.start(of: month)
            func found(_ shift: Int) -> [CivilDate?] {
                var found = [CivilDate?](repeating: nil, count: days.count)
                for row in rows { found[row] = days[row].map { first.adding(days: $0.day - 1 + shift) } }
                return found
            }
            guard let shift = shifts.first(where: { fit.weekdays(of: found($0)) != false }) else {
                throw .hijri(month, first)
            }
            let own = found(shift)
            for row in rows { dates[row] = own[row] }
            origin = origin ?? told(month, first.adding(days: shift), shift)
        }
        return origin.map { RowDates(dates: dates, columns: [column], words: "\(name); \($0)") }
    }
}

/// A date of the Hijri calendar with its year, as a cell has it: `1 Ramadan 1448`, `1448-09-01`, `01/09/1448`.
private struct HijriDay {
    let month: HijriMonth
    /// 1…30.
    let day: Int

    /// The years of timetables; a number of a time or of another calendar is none of them.
    private static let years = 1400...1500

    init?(_ cell: String) {
        guard (8...64).contains(cell.utf8.count) else { return nil }
        let numbers = CellText.numbers(cell).compactMap { Int($0) }
        guard let year = numbers.first(where: { Self.years.contains($0) }) else { return nil }
        let number: Int?
        if numbers.count == 2 {
            number = CalendarWords.hijriMonth(CellText.words(cell))
            day = numbers[0] == year ? numbers[1] : numbers[0]
        } else {
            guard numbers.count == 3, numbers[1] != year else { return nil }
            (number, day) = (numbers[1], numbers[0] == year ? numbers[2] : numbers[0])
        }
        // reason: why there is no such month does not matter here
        guard (1...30).contains(day), let number, let month = try? HijriMonth(year: year, month: number) else {
            return nil
        }
        self.month = month
    }
}
