extension RowDates {
    /// The years around the present one that a table without a year may be of. Within five, no two have the same weekdays.
    private static let around = -2...2
    /// Rows without a year go on into no later one than so many after the first.
    private static let mostYears = 3

    /// Finds the dates of a table's rows.
    ///
    /// - Parameters:
    ///   - names: what the headings say; a column that a heading names is no date.
    ///   - times: of each column, nil if it has none.
    ///   - fit: how well dates fit the times beside them.
    /// - Throws: `TableRefusal` if there are none, or two readings fit equally.
    static func find(
        in body: TableBody,
        _ names: [ColumnName?],
        _ times: [TimeColumn?],
        _ hints: TableHints,
        _ fit: inout DateFit
    ) throws(TableRefusal) -> RowDates {
        let marked = try MarkedRows.all(in: body, besides: names, times)
        if marked.isEmpty, let column = body.names { throw .list(column) }
        if marked.isEmpty, let several = MarkedRows.severalLines(in: body) { throw several }
        // Numbers from 1 on may count the days of a fast, where other columns have the dates.
        let whole = marked.filter { $0.marks.allSatisfy { $0 == nil || $0?.month != nil } }
        let likely = whole.isEmpty ? marked : whole
        let period = body.period.or(PeriodText(fileName: hints.name))
        let withMonths = marked.isEmpty ? inOrder(body, period) : likely.flatMap { months($0, period) }
        guard !withMonths.isEmpty else { throw .noDates }
        guard withMonths.count <= MarkedRows.mostReadings else { throw .manyDates(withMonths.count) }
        var found: [RowDates] = []
        var refusal: TableRefusal?
        for rows in withMonths {
            do throws(TableRefusal) {
                let dated = try dated(rows, body, period, hints, &fit)
                if !found.contains(where: { $0.dates == dated.dates }) { found.append(dated) }
            } catch {
                refusal = refusal ?? error
            }
        }
        guard let first = found.first else { throw refusal ?? .noDates }
        let isProven = found.count == 1 && refusal == nil && !marked.isEmpty
        if isProven { return first }
        // The days of a year in order may be anything else that has as many rows.
        let ranked = found.map { (rows: $0, misfit: fit.misfit($0.dates)) }.sorted { $0.misfit < $1.misfit }
        guard let best = ranked.first, best.misfit < DateFit.farthest else { throw refusal ?? .noDates }
        if let next = ranked.dropFirst().first, next.misfit < best.misfit + DateFit.margin {
            throw .dates([best.rows.words, next.rows.words])
        }
        return best.rows
    }

    /// The months of days whose cells have none: from the file's name, else each month that they may begin with.
    private static func months(_ rows: MarkedRows, _ period: PeriodText) -> [MarkedRows] {
        guard rows.marks.contains(where: { $0 != nil && $0?.month == nil }) else { return [rows] }
        let breaks = zip(rows.marks, rows.marks.dropFirst()).count { ($0?.day ?? 0) > ($1?.day ?? 99) }
        let isYear = breaks == 11 && rows.marks.first??.day == 1
        let starts = isYear ? [1] : period.month.map { [$0] } ?? Array(1...12)
        return starts.compactMap { start in
            var month = start
            var last = 0
            var marks: [DateCell?] = []
            for mark in rows.marks {
                guard var mark else {
                    marks.append(nil)
                    continue
                }
                if mark.day < last { month = month % 12 + 1 }
                last = mark.day
                guard mark.day <= CivilDate.days(inMonth: month, of: 2024) else { return nil }
                mark.month = mark.month ?? month
                marks.append(mark)
            }
            let origin =
                isYear ? "January to December" : starts.count == 1 ? "the month from the name" : "month \(start)"
            return MarkedRows(marks: marks, columns: rows.columns, words: "\(rows.words), \(origin)")
        }
    }

    /// The rows of a month or of a year in order.
    private static func inOrder(_ body: TableBody, _ period: PeriodText) -> [MarkedRows] {
        let count = body.rows.count
        func days(_ months: ClosedRange<Int>, of year: Int) -> [DateCell?] {
            months.flatMap { month in
                (1...CivilDate.days(inMonth: month, of: year)).map { DateCell(year: nil, month: month, day: $0) }
            }
        }
        let title = body.rows.first?.period.month ?? period.month
        let months = (365...366).contains(count) ? [1...12] : (title.map { $0...$0 } ?? 1...12).map { $0...$0 }
        return months.flatMap { range in
            [2023, 2024].compactMap { year in
                let marks = days(range, of: year)
                guard marks.count == count else { return nil }
                let what = range.count == 12 ? "a year" : "month \(range.lowerBound)"
                return MarkedRows(marks: marks, columns: [], words: "no column; the rows are those of \(what) in order")
            }.prefix(1)
        }
    }

    /// The same with their years.
    private static func dated(
        _ rows: MarkedRows,
        _ body: TableBody,
        _ period: PeriodText,
        _ hints: TableHints,
        _ fit: inout DateFit
    ) throws(TableRefusal) -> RowDates {
        func dates(_ year: Int?) -> [CivilDate?] {
            var (current, last) = (year, 0)
            return zip(rows.marks, body.rows).map { mark, row in
                guard let mark, let month = mark.month else { return nil }
                // The year goes on in January, and where the title of another month says so.
                let isTitled = row.period.month == month
                if month < last, hints.year == nil, isTitled,
                    let titled = row.period.years(near: hints.today).first(where: { $0 > current ?? $0 })
                {
                    current = titled
                } else if last == 12, month == 1, !isTitled || row.period.years.first != current {
                    current = current.flatMap { next in next < (year ?? next) + mostYears ? next + 1 : nil }
                }
                last = month
                return mark.date(in: current)
            }
        }
        func made(_ dates: [CivilDate?], _ origin: String) -> RowDates {
            RowDates(dates: dates, columns: rows.columns, words: rows.words + origin)
        }
        guard rows.marks.contains(where: { $0 != nil && $0?.year == nil }) else { return made(dates(nil), "") }
        func likeliest(_ years: [Int]) -> Int? {
            guard years.count > 1 else { return years.first }
            return years.first { fit.weekdays(of: dates($0)) == true } ?? years.max()
        }
        let titled = body.period.years + (body.rows.first?.period.years ?? [])
        let titles = Set(titled).sorted().filter { PeriodText(years: [$0]).years(near: hints.today) == [$0] }
        if let year = hints.year {
            // What the titles say counts, if that year is among them.
            if let titled = likeliest(titles), dates(titled).contains(where: { $0?.year == year }) {
                return made(dates(titled), "; the year \(titled) from the title")
            }
            // The days of a year that begins before January may end in the year that is wanted.
            let starts = dates(year).last.map { $0?.year == year + 1 } == true ? [year, year - 1] : [year]
            let start = starts.first { fit.weekdays(of: dates($0)) == true } ?? starts.last { titles.contains($0) }
            return made(dates(start ?? year), "; the year is \(year), as you said")
        }
        if let year = likeliest(titles) { return made(dates(year), "; the year \(year) from the title") }
        if let year = likeliest(period.years(near: hints.today)) {
            return made(dates(year), "; the year \(year) from the file's name")
        }
        if let year = hints.yearOfWorkbook {
            return made(dates(year), "; the year \(year) from the rest of the workbook")
        }
        guard let today = hints.today else { throw .year([]) }
        let candidates = around.map { today.year + $0 }.compactMap { year -> (year: Int, dates: [CivilDate?])? in
            let found = dates(year)
            let isWhole = zip(found, rows.marks).allSatisfy { $0 != nil || $1 == nil }
            return isWhole ? (year, found) : nil
        }
        let byWeekday = candidates.filter { fit.weekdays(of: $0.dates) != false }
        if byWeekday.count == 1, let only = byWeekday.first {
            let proof = fit.weekdays(of: only.dates) == true ? "by its weekdays" : "by its 29 February"
            return made(only.dates, "; the year \(only.year) \(proof)")
        }
        var errors: [(year: Int, dates: [CivilDate?], hours: Int)] = []
        for candidate in byWeekday { errors.append((candidate.year, candidate.dates, fit.hoursOff(candidate.dates))) }
        let right = errors.filter { $0.hours == 0 }
        guard right.count == 1, let only = right.first else { throw .year(byWeekday.map(\.year)) }
        return made(only.dates, "; the year \(only.year) by the days on which the clocks change")
    }
}
