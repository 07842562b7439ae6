import AdhanCore

/// A table of one Ramadan, whose rows have only the number of the day in it.
extension RowDates {
    private static let days = 29...30
    /// Without weekdays nothing but the calendar tells the first day; with them it may be one of the days beside.
    private static let shifts = [0, -1, 1]

    /// The dates of the rows by the Hijri calendar; nil if they are no such table.
    ///
    /// - Throws: `TableRefusal` if nothing says of which year it is, or the weekdays or the sun contradict.
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

    /// Whether the days are rather those of the month of the civil calendar that the title names beside Ramadan.
    ///
    /// - Throws: `TableRefusal.dates` if both fit equally.
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
