import AdhanCore

extension RowDates {
    /// The years around the present one that a table without a year may be of. Last year's tables, and older ones, stay
    /// on the web.
    private static let around = -5...2
    /// Rows without a year go on into no later one than so many after the first.
    private static let mostYears = 3
    /// The clocks change on days that are at most a week apart from year to year, twice a year.
    private static let mostChanges = 14

    /// Finds the dates of a table's rows. A column that a heading (`names`) explains is no date. Throws `TableRefusal`
    /// if there are none, or two readings fit equally.
    static func find(
        in body: TableBody,
        _ names: [ColumnName?],
        _ times: [TimeColumn?],
        _ hints: TableHints,
        _ fit: inout DateFit
    ) throws(TableRefusal) -> RowDates {
        let marked = try DateReading.all(in: body, besides: names, times)
        let name = PeriodText(fileName: hints.name)
        if !marked.contains(where: { $0.marks.contains { $0?.month != nil } }),
            marked.isEmpty || body.period.or(name).month == nil,
            let dated = try hijri(in: body, times, fit)
        {
            return dated
        }
        if marked.isEmpty, let column = body.names { throw .list(column) }
        if marked.isEmpty, let several = DateReading.severalLines(in: body) { throw several }
        // Numbers from 1 on may count the days of a fast, where other columns have the dates.
        let whole = marked.filter { $0.marks.allSatisfy { $0 == nil || $0?.month != nil } }
        let likely = whole.isEmpty ? marked : whole
        let period = body.period.or(name)
        let isRamadan =
            (whole.isEmpty || whole.allSatisfy(\.isTitled))
            && (period.isRamadan || body.headings.contains { CalendarWords.isRamadan(CellText.words($0)) })
        if isRamadan, let fast = try ramadan(in: body, period, times, hints, &fit) { return fast }
        if isRamadan, period.month == nil { throw .noDates }
        let inOrder = marked.isEmpty && !hasUnreadDates(body, names, times) ? inOrder(body, period) : []
        let withMonths = marked.isEmpty ? inOrder : likely.flatMap { months($0, period) }
        guard !withMonths.isEmpty else { throw .noDates }
        guard withMonths.count <= DateReading.mostReadings else { throw .manyDates(withMonths.count) }
        var found: [RowDates] = []
        var refusal: TableRefusal?
        for rows in withMonths {
            do throws(TableRefusal) {
                var dated = try dated(rows, body, period, hints, &fit)
                (dated.isTitled, dated.otherMonth) = (rows.isTitled, rows.otherMonth)
                if !found.contains(where: { $0.dates == dated.dates }) { found.append(dated) }
            } catch {
                refusal = refusal ?? error
            }
        }
        // A word that means two months has one of them twice in a year, if it is taken for the wrong one.
        let repeats = found.map { $0.dates.count - Set($0.dates).count }
        found = zip(found, repeats).filter { $1 <= (repeats.min() ?? 0) + mostRepeats }.map(\.0)
        // In order, nothing but the weekdays and the sun speaks for a month.
        if marked.isEmpty { found.removeAll { fit.weekdays(of: $0.dates) == false } }
        guard let first = found.first else { throw refusal ?? .noDates }
        let isProven = found.count == 1 && refusal == nil && (!marked.isEmpty || period.month != nil)
        if isProven { return first.isTitled ? try checkedMonth(first, &fit) : first }
        // The days of a year in order may be anything else that has as many rows.
        let ranked = found.map { (rows: $0, misfit: fit.misfit($0.dates)) }.sorted { $0.misfit < $1.misfit }
        guard let best = ranked.first, best.misfit < DateFit.farthest,
            !best.rows.isTitled || fit.isNear(best.rows.dates)
        else { throw refusal ?? .noDates }
        if let next = ranked.dropFirst().first, next.misfit < best.misfit + DateFit.margin {
            throw .dates([best.rows.words, next.rows.words])
        }
        return best.rows
    }

    /// More dates than this that another reading has once are no typing errors.
    private static let mostRepeats = 10

    /// The only month of a title or a name, checked by the sun. Throws `TableRefusal` if the sun says another month,
    /// or its word means two months that fit equally.
    private static func checkedMonth(_ rows: RowDates, _ fit: inout DateFit) throws(TableRefusal) -> RowDates {
        let months = Set(rows.dates.compactMap { $0?.components.month })
        guard let said = months.first, months.count == 1 else { return rows }
        func moved(to month: Int) -> RowDates {
            let dates = rows.dates.map { date in
                date.flatMap { DateCell(year: nil, month: month, day: $0.components.day).date(in: $0.year) }
            }
            return RowDates(dates: dates, columns: rows.columns, words: "\(rows.words), month \(month) by the sun")
        }
        if let month = rows.otherMonth {
            let other = moved(to: month)
            let (own, its) = (fit.misfit(rows.dates), fit.misfit(other.dates))
            guard abs(own - its) >= DateFit.margin else { throw .dates([rows.words, other.words]) }
            return own < its ? rows : other
        }
        if fit.isNear(rows.dates) { return rows }
        var bySun: [Int] = []
        for month in 1...12 where month != said {
            let dates = moved(to: month).dates
            if dates.count(where: { $0 == nil }) < 4, fit.isNear(dates) { bySun.append(month) }
        }
        // Where no month fits, the times are those of another clock or place, which the check tells.
        guard bySun.isEmpty else { throw .month(said: said, bySun: bySun) }
        return rows
    }

    /// Whether a column looks like dates of which nothing is understood: another text with a number in nearly each row.
    private static func hasUnreadDates(_ body: TableBody, _ names: [ColumnName?], _ times: [TimeColumn?]) -> Bool {
        (0..<body.width).contains { column in
            guard names[column] == nil, times[column] == nil else { return false }
            let cells = body.cells(column)
            let words = cells.filter { cell in
                !CellText.numbers(cell).isEmpty && !CellText.isShortNumber(cell)
                    && !CalendarWords.isHijri(CellText.words(cell))
            }
            return words.count * 10 >= cells.count * 8 && Set(words).count * 10 >= cells.count * 8
        }
    }

    /// The months of days whose cells have none: from the file's name, else each month that they may begin with.
    private static func months(_ rows: DateReading, _ period: PeriodText) -> [DateReading] {
        guard rows.marks.contains(where: { $0 != nil && $0?.month == nil }) else { return [rows] }
        let breaks = zip(rows.marks, rows.marks.dropFirst()).count { ($0?.day ?? 0) > ($1?.day ?? 99) }
        let isYear = breaks == 11 && rows.marks.first??.day == 1
        let starts = isYear ? [1] : period.month.map { [$0] } ?? Array(1...12)
        let isNamed = !isYear && period.month != nil
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
            return DateReading(
                marks: marks,
                columns: rows.columns,
                words: "\(rows.words), \(origin)",
                isTitled: !isYear,
                otherMonth: isNamed ? period.otherMonth : nil
            )
        }
    }

    private static func inOrder(_ body: TableBody, _ period: PeriodText) -> [DateReading] {
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
                return DateReading(
                    marks: marks,
                    columns: [],
                    words: "no column; the rows are those of \(what) in order",
                    isTitled: true,
                    otherMonth: title == nil ? nil : body.rows.first?.period.otherMonth ?? period.otherMonth
                )
            }.prefix(1)
        }
    }

    /// The same with their years.
    private static func dated(
        _ rows: DateReading,
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
            var made = RowDates(dates: dates, columns: rows.columns, words: rows.words + origin)
            // The form that many mosques fill in has a line of 29 February in each year.
            made.leapDays = Set(dates.indices.filter { dates[$0] == nil && rows.marks[$0]?.isLeapDay == true })
            return made
        }
        guard rows.marks.contains(where: { $0 != nil && $0?.year == nil }) else { return made(dates(nil), "") }
        func likeliest(_ years: [Int]) -> Int? {
            let possible = years.filter { !isDisproved($0) }
            guard possible.count > 1 else { return possible.first }
            return possible.first { fit.weekdays(of: dates($0)) == true } ?? possible.max()
        }
        // By the weekdays, or by days an hour off on which the clocks change in that year and in no year around it.
        func isDisproved(_ year: Int) -> Bool {
            let own = dates(year)
            if let isRight = fit.weekdays(of: own) { return !isRight }
            // Of a word that means two months, the wrong one has the clocks change on other days.
            guard let today = hints.today, rows.otherMonth == nil else { return false }
            let hours = fit.hoursOff(own)
            guard (1...mostChanges).contains(hours) else { return false }
            return around.contains { fit.hoursOff(dates(today.year + $0)) == 0 }
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
        guard let today = hints.today else { throw .year([], today: nil) }
        let candidates = around.map { today.year + $0 }.compactMap { year -> (year: Int, dates: [CivilDate?])? in
            let found = dates(year)
            let isWhole = zip(found, rows.marks).allSatisfy { date, mark in
                guard date == nil, let mark else { return true }
                return mark.isLeapDay && !rows.columns.isEmpty
            }
            return isWhole ? (year, found) : nil
        }
        let byWeekday = candidates.filter { fit.weekdays(of: $0.dates) != false }
        if byWeekday.count == 1, let only = byWeekday.first {
            // A table whose weekdays are those of one year and whose clock changes in another is of neither for
            // certain.
            let rival = titles.first { fit.hoursOff(dates($0)) == 0 }
            if let rival, rival != only.year, fit.hoursOff(only.dates) > 0 {
                throw .year([rival, only.year], today: today)
            }
            return made(only.dates, "; the year \(only.year) by its weekdays").proven(only.year, by: today)
        }
        var byClocks: [(year: Int, dates: [CivilDate?])] = []
        for candidate in byWeekday where fit.hoursOff(candidate.dates) == 0 { byClocks.append(candidate) }
        // A table of a leap year has a 29 February. One that repeats every year has none, and may be of any.
        let complete = byClocks.filter { !Self.lacksLeapDay($0.dates) }
        let right = complete.isEmpty ? byClocks : complete
        // Mosques publish the table of the present year, or of the next one.
        let near = right.filter { [today.year, today.year + 1].contains($0.year) }
        let likely = near.count == 1 ? near : right
        guard likely.count == 1, let only = likely.first else {
            throw .year((right.isEmpty ? byWeekday : right).map(\.year), today: today)
        }
        let others = right.map(\.year).filter { $0 != only.year }
        return made(only.dates, "; the year \(only.year) by the days on which the clocks change")
            .proven(only.year, not: others, by: today)
    }

    /// Whether 1 March follows 28 February in a leap year.
    private static func lacksLeapDay(_ dates: [CivilDate?]) -> Bool {
        zip(dates, dates.dropFirst()).contains { day, next in
            guard let day, let next, day.components.month == 2, next.components.month == 3 else { return false }
            return day.distance(to: next) == 2
        }
    }
}
