import AdhanCore

/// Dates of the Hijri calendar with their years, where a table has no others.
extension RowDates {
    /// A month may begin a day earlier or later than by Umm al-Qura's calendar, where weekdays say so.
    private static let shifts = [0, -1, 1]

    /// The dates of the rows by a column that has them in the Hijri calendar; nil if there is none. Throws
    /// `TableRefusal.hijri` if the weekdays contradict.
    static func hijri(in body: TableBody, _ times: [TimeColumn?], _ fit: DateFit) throws(TableRefusal) -> RowDates? {
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

/// A table of one Ramadan, whose rows have only the number of the day in it.
extension RowDates {
    private static let days = 29...30
    /// The dates of the rows by the Hijri calendar; nil if they are no such table. Throws `TableRefusal` if nothing
    /// says of which year it is, or the weekdays or the sun contradict.
    static func ramadan(
        in body: TableBody,
        _ period: PeriodText,
        _ times: [TimeColumn?],
        _ hints: TableHints,
        _ fit: inout DateFit
    ) throws(TableRefusal) -> RowDates? {
        guard days.contains(body.rows.count) else { return nil }
        let counting = (0..<body.width).filter { times[$0] == nil }.lazy.compactMap { column in
            counted(body.cells(column)).map { (column: column, numbers: $0) }
        }.first
        let numbers = counting?.numbers ?? body.rows.indices.map { $0 + 1 }
        let named = years(period, body, hints)
        // Without a year, only weekdays can tell it.
        guard !named.isEmpty || fit.hasWeekdays, !named.isEmpty || hints.today != nil else {
            if period.month != nil { return nil }
            throw .ramadan([], today: hints.today)
        }
        let around = hints.today.map { today in (-2...2).flatMap { hijri(of: today.year + $0) } } ?? []
        var found: [(month: HijriMonth, shift: Int, rows: RowDates)] = []
        var tried: [String] = []
        for year in named.isEmpty ? around : named {
            // reason for try?: a year that no calendar knows is none of them
            guard let month = try? HijriMonth(year: year, month: 9) else { continue }
            for shift in named.isEmpty || !fit.hasWeekdays ? [0] : shifts {
                let first = HijriCalendar.ummAlQura.start(of: month).adding(days: shift)
                if shift == 0 { tried.append(first.description) }
                let dates = numbers.map { $0.map { first.adding(days: $0 - 1) } }
                guard fit.weekdays(of: dates) != false, fit.isNear(dates) else { continue }
                let words =
                    told(month, first, shift) + (counting.map { "; the days are in \(body.name($0.column))" } ?? "")
                found.append(
                    (
                        month, shift,
                        RowDates(dates: dates, columns: Set([counting?.column].compactMap(\.self)), words: words)
                    )
                )
                break
            }
        }
        if found.count == 1, let only = found.first {
            return try isCivil(numbers, period, only.rows, &fit) ? nil : only.rows
        }
        // The title names a month of the other calendar as well, which may be the one that is meant.
        if period.month != nil { return nil }
        throw .ramadan(named.isEmpty ? [] : tried, today: hints.today)
    }

    /// Whether the days are rather those of the month of the civil calendar that the title names beside Ramadan. Throws
    /// `TableRefusal.dates` if both fit equally.
    private static func isCivil(
        _ numbers: [Int?],
        _ period: PeriodText,
        _ fast: RowDates,
        _ fit: inout DateFit
    ) throws(TableRefusal) -> Bool {
        guard let month = period.month, let year = fast.dates.lazy.compactMap(\.self).first?.year else { return false }
        let civil = numbers.map { DateCell(year: nil, month: month, day: $0 ?? 0).date(in: year) }
        switch (fit.weekdays(of: civil), fit.weekdays(of: fast.dates)) {
        case (true?, false?): return true
        case (false?, _): return false
        default: break
        }
        let (own, its) = (fit.misfit(fast.dates), fit.misfit(civil))
        guard abs(own - its) >= DateFit.margin else { throw .dates([fast.words, "month \(month)"]) }
        return its < own
    }

    static func told(_ month: HijriMonth, _ first: CivilDate, _ shift: Int) -> String {
        let calendar = "by the calendar of Umm al-Qura"
        let origin =
            switch shift {
            case 0: calendar
            case 1: "a day later than \(calendar), as the weekdays say"
            default: "a day earlier than \(calendar), as the weekdays say"
            }
        return "1 \(month.name) \(month.year) is \(first), \(origin)"
    }

    /// The years of the Hijri calendar that the table, its name or a person says; where two calendars are named, those
    /// of both.
    private static func years(_ period: PeriodText, _ body: TableBody, _ hints: TableHints) -> [Int] {
        let titled = body.rows.first.map { period.or($0.period) } ?? period
        let both = body.headings.filter { CalendarWords.isRamadan(CellText.words($0)) }
            .reduce(titled) { $0.or(PeriodText($1)) }
        let civil = hints.year.map { [$0] } ?? both.years(near: hints.today)
        let byCivil = civil.isEmpty ? hints.yearOfWorkbook.map { hijri(of: $0) } ?? [] : civil.flatMap { hijri(of: $0) }
        let agreed = both.hijriYears.filter { byCivil.contains($0) }
        if !agreed.isEmpty { return agreed }
        return hints.year == nil ? both.hijriYears + byCivil : byCivil
    }

    /// The years whose Ramadan begins in a civil year: one, or two.
    private static func hijri(of year: Int) -> [Int] {
        let near = (year - 622) * 33 / 32
        return (near - 1...near + 2).filter { candidate in
            // reason for try?: a year that no calendar knows is none of them
            guard let month = try? HijriMonth(year: candidate, month: 9) else { return false }
            return HijriCalendar.ummAlQura.start(of: month).year == year
        }
    }

    /// The numbers of a column that counts the rows from 1 on; nil if it does not.
    private static func counted(_ cells: [String]) -> [Int?]? {
        let found = cells.map { cell -> Int? in
            let numbers = CellText.numbers(cell).compactMap { Int($0) }.filter { $0 <= days.upperBound }
            return numbers.count == 1 ? numbers.first : nil
        }
        let steps = zip(found, found.dropFirst()).count { one, next in one.map { next == $0 + 1 } ?? false }
        return found.first == 1 && steps * 10 >= found.count * 8 ? found : nil
    }
}
