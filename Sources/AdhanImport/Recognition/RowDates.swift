import AdhanCore

/// The dates of a table's rows, and what they were taken from.
struct RowDates {
    /// Of each row; nil if it cannot be read.
    let dates: [CivilDate?]
    let columns: Set<Int>
    /// For a person: the columns, the order of their numbers, and where the year comes from.
    let words: String
    /// Whether nothing but a title, a name or the order of the rows says which month they are of.
    var isTitled = false
    /// The month that the title's word means as well; nil if it means one.
    var otherMonth: Int?
    /// The rows of a 29 February, where the table has no year and its year has no such day.
    var leapDays: Set<Int> = []
    /// That the table is of a year that is over, or perhaps of another one; nil if it is not, or the table says its
    /// year itself.
    private(set) var warning: String?

    /// These dates in a year that the table does not say but proves. `others`: the years, far from the present one,
    /// that fit as well.
    func proven(_ year: Int, not others: [Int] = [], by today: CivilDate) -> RowDates {
        if let other = others.max() {
            var likely = self
            let names = others.map { "\($0)" }.joined(separator: " or ")
            likely.warning =
                "the table has no year. It is read as that of \(year), but it may be one of \(names) as well. If it "
                + "is, say so: adhand timetable import FILE --year \(other)"
            return likely
        }
        guard let last = dates.lazy.compactMap(\.self).max(), last.year < today.year else { return self }
        var old = self
        let whose = year == today.year - 1 ? "last year's table" : "an old table"
        old.warning =
            "this is \(whose): its last day is \(last). Ask the mosque for the table of \(today.year). If these are "
            + "the times of \(today.year), say so: adhand timetable import FILE --year \(today.year)"
        return old
    }

    /// The fault of a row that has no date. `text`: what its cells have instead.
    func problem(_ row: Int, _ text: String) -> DayProblem {
        var meant: CivilDate?
        if row > 0, row + 1 < dates.count, let before = dates[row - 1], let after = dates[row + 1],
            before.distance(to: after) == 2
        {
            meant = before.adding(days: 1)
        }
        let words = CellText.words(text)
        let numbers = CellText.numbers(text).count + (CalendarWords.month(in: words) == nil ? 0 : 1)
        let isNumbers = words.isEmpty || words.count == 1 && CalendarWords.month(in: words) != nil
        return .noDate(JSONNode.quote(text), isNoDay: isNumbers && (2...3).contains(numbers), meant: meant)
    }
}

/// The dates of rows as far as their cells say them.
struct DateReading {
    var marks: [DateCell?]
    let columns: Set<Int>
    let words: String
    var isTitled = false
    var otherMonth: Int?

    /// The share of rows that are the day after the row above, 0…1. Whole dates that only ascend, as of every Friday,
    /// have as much as is needed.
    var steps: Double {
        let steps = Self.steps(marks)
        return steps < Self.fewestSteps && areAscending ? Self.fewestSteps : steps
    }

    private var areAscending: Bool {
        let dates = marks.map { $0?.date(in: nil) }
        guard dates.count > 2, dates.count(where: { $0 != nil }) * 10 >= dates.count * 9 else { return false }
        return Self.share(dates) { one, next in one.flatMap { one in next.map { one < $0 } } ?? false } >= 0.8
    }

    /// More columns than any table has that may be its days, or its months.
    private static let mostDayColumns = 12
    private static let mostMonthColumns = 24
    /// More readings are not compared: five columns of days have as many, each with twelve months that they may begin
    /// with.
    static let mostReadings = 60

    /// Rows with a smaller share of steps are not in the order of days.
    private static let fewestSteps = 0.5

    private static func steps(_ marks: [DateCell?]) -> Double {
        share(marks) { one, next in next.map { one?.precedes($0) ?? false } ?? false }
    }

    private static func share<Value>(_ values: [Value], _ isRight: (Value, Value) -> Bool) -> Double {
        let pairs = zip(values, values.dropFirst()).count { isRight($0, $1) }
        return values.count < 2 ? 1 : Double(pairs) / Double(values.count - 1)
    }

    /// Each reading of the columns that goes on from day to day; none if no column has dates. Throws
    /// `TableRefusal.manyDates` if there are more than are compared.
    static func all(
        in body: TableBody,
        besides names: [ColumnName?],
        _ times: [TimeColumn?]
    ) throws(TableRefusal) -> [DateReading] {
        let texts = (0..<body.width).map { column in
            body.cells(column).map { DateText($0, dayZero: body.dayZero) }
        }
        let year = years(body, names).first
        let columns = whole(body, texts)
        guard columns.count <= mostReadings else { throw .manyDates(columns.count) }
        let whole = columns.map { rows in
            guard let year, !rows.columns.contains(year.0), rows.marks.allSatisfy({ $0?.year == nil }) else {
                return rows
            }
            let marks = zip(rows.marks, year.1).map { mark, year -> DateCell? in
                var dated = mark
                dated?.year = year
                return dated
            }
            return DateReading(
                marks: marks,
                columns: rows.columns.union([year.0]),
                words: "\(rows.words), \(body.name(year.0))"
            )
        }
        // `5.01`, `5.02` below `Asr` are times, also where they go on as dates do.
        let found = try (whole + parts(body, names, texts)).filter { rows in
            rows.steps >= fewestSteps
                && !rows.columns.contains { names[$0]?.prayer != nil && times[$0]?.isFull(of: body) == true }
        }
        // `8.01` may be a time and a date.
        let plain = found.filter { !$0.columns.contains { times[$0]?.isFull(of: body) ?? false } }
        let likely = plain.contains { $0.steps > 0.9 } ? plain : found
        let best = likely.map(\.steps).max() ?? 0
        let readings = distinct(likely.filter { $0.steps >= best - 0.02 })
        guard readings.count <= mostReadings else { throw .manyDates(readings.count) }
        return readings
    }

    /// Days of more lines than this, such as weeks or months, are none.
    private static let mostLines = 4

    /// That each day has several lines, such as one of adhans and one of congregations; nil if it is not so. The date
    /// may stand on each of them or on the first.
    static func severalLines(in body: TableBody) -> TableRefusal? {
        for column in 0..<body.width {
            let cells = body.cells(column)
            let starts = cells.indices.filter { $0 == 0 || !cells[$0].isEmpty && cells[$0] != cells[$0 - 1] }
            guard starts.count > 2, starts.count * 10 <= cells.count * 6, starts.count * mostLines >= cells.count else {
                continue
            }
            let texts = starts.map { DateText(cells[$0], dayZero: body.dayZero) }
            let isDated = DateCell.Order.allCases.contains { order in
                let marks = texts.map { $0?.date(order) }
                return steps(marks) > 0.9
            }
            let repeated = starts.filter { !starts.contains($0 + 1) && $0 + 1 < cells.count }
            guard isDated, let first = repeated.first else { continue }
            let lines = [body.rows[first].line, body.rows[first + 1].line]
            return .severalLines(day: JSONNode.quote(cells[first]), lines: lines, days: repeated.count)
        }
        return nil
    }

    private static func distinct(_ readings: [DateReading]) -> [DateReading] {
        var seen: Set<[DateCell?]> = []
        return readings.filter { seen.insert($0.marks).inserted }
    }

    private static func whole(_ body: TableBody, _ texts: [[DateText?]]) -> [DateReading] {
        (0..<body.width).flatMap { column in
            var found: [DateReading] = []
            let isDoubtful = texts[column].contains { $0?.isDoubtful == true }
            let readings = DateCell.Order.allCases.flatMap { order in
                (isDoubtful ? [false, true] : [false]).map { (order, $0) }
            }
            for (order, isOther) in readings {
                let marks = texts[column].map { text -> DateCell? in
                    text?.date(order, isOther: isOther).flatMap { $0.month == nil ? nil : $0 }
                }
                guard marks.count(where: { $0 != nil }) * 10 >= marks.count * 9,
                    !found.contains(where: { $0.marks == marks })
                else { continue }
                found.append(
                    DateReading(marks: marks, columns: [column], words: "\(body.name(column)), \(order.rawValue)")
                )
            }
            guard found.count == 1, let only = found.first else { return found.filter { $0.steps >= fewestSteps } }
            guard only.steps >= fewestSteps else { return [] }
            return [DateReading(marks: only.marks, columns: only.columns, words: body.name(column))]
        }
    }

    /// Day, month and year in columns of their own, or the month in a title. A hundred columns of small numbers would
    /// have thousands of pairs, so a column counts only if it goes on as days or months do.
    private static func parts(
        _ body: TableBody,
        _ names: [ColumnName?],
        _ texts: [[DateText?]]
    ) throws(TableRefusal) -> [DateReading] {
        let others = (0..<body.width).filter { names[$0] == nil }
        let years = years(body, names)
        let months = others.flatMap { index -> [(Int, [Int?])] in
            let readings = [false, true].compactMap { isOther in
                column(index, body) { cell in
                    if let number = plainNumber(cell) { return (1...12).contains(number) ? number : nil }
                    let isMonth = CellText.numbers(cell).allSatisfy { $0.utf8.count == 4 }
                    return isMonth ? CalendarWords.month(in: CellText.words(cell), isOther: isOther) : nil
                }.flatMap { areSequential($0) ? (index, $0) : nil }
            }
            return readings.count == 2 && readings[0].1 == readings[1].1 ? [readings[0]] : readings
        }
        let days = others.compactMap { index -> (Int, [DateCell?])? in
            guard !CalendarWords.isHijri(CellText.words(body.headings[index])) else { return nil }
            let marks = texts[index].map { $0?.date(.dayFirst).flatMap { $0.month == nil ? $0 : nil } }
            let isFull = marks.count { $0 != nil } * 10 >= marks.count * 9
            return isFull && steps(marks) >= fewestSteps ? (index, marks) : nil
        }
        guard days.count <= mostDayColumns else { throw .manyDates(days.count) }
        guard months.count <= mostMonthColumns else { throw .manyDates(months.count) }
        return days.flatMap { index, marks -> [DateReading] in
            let titled = titled(body, marks)
            let choices = months.filter { $0.0 != index }.map { (Optional($0.0), $0.1) } + [(nil, titled)]
            return choices.compactMap { monthColumn, values in
                let year = years.first { $0.0 != index && $0.0 != monthColumn }
                let all = zip(marks, values).enumerated().map { row, pair -> DateCell? in
                    var mark = pair.0
                    mark?.month = pair.1
                    mark?.year = year?.1[row]
                    return mark
                }
                guard steps(all) >= fewestSteps else { return nil }
                let columns = [index, monthColumn, year?.0].compactMap(\.self)
                let isTitled = monthColumn == nil && titled.contains { $0 != nil }
                return DateReading(
                    marks: all,
                    columns: Set(columns),
                    words: columns.map { body.name($0) }.joined(separator: ", ")
                        + (isTitled ? ", the month from the title" : ""),
                    isTitled: isTitled,
                    otherMonth: isTitled ? body.rows.first?.period.otherMonth : nil
                )
            }
        }
    }

    /// Whether months go on as those of days do: each is that of the row above, or the next.
    private static func areSequential(_ months: [Int?]) -> Bool {
        share(months) { month, next in month.map { next == $0 || next == $0 % 12 + 1 } ?? true } >= fewestSteps
    }

    /// The months that titles give to the rows below them. A sentence that only mentions a month begins none: there the
    /// days would have to begin anew. Where they do so below a title that is not understood, it is the next month.
    private static func titled(_ body: TableBody, _ marks: [DateCell?]) -> [Int?] {
        var (month, title, last): (Int?, Int?, Int) = (nil, nil, 99)
        return zip(body.rows, marks).map { row, mark in
            let day = mark?.day ?? last
            if let current = month, row.period.month == title {
                if day <= 3, last >= 27 { month = current % 12 + 1 }
            } else if month == nil || day < last || row.period.strength == .month {
                let isOther = row.period.otherMonth != nil && row.period.otherMonth == month.map { $0 % 12 + 1 }
                (month, title) = (isOther ? row.period.otherMonth : row.period.month ?? month, row.period.month)
            }
            last = day
            return month
        }
    }

    private static func years(_ body: TableBody, _ names: [ColumnName?]) -> [(Int, [Int?])] {
        (0..<body.width).filter { names[$0] == nil }.compactMap { index -> (Int, [Int?])? in
            let found = column(index, body) { plainNumber($0).flatMap { DateCell.years.contains($0) ? $0 : nil } }
            // 2001, 2003, 2005 are times of Maghrib.
            return found.flatMap { Set($0.compactMap(\.self)).count < 3 ? (index, $0) : nil }
        }
    }

    private static func column(_ column: Int, _ body: TableBody, _ read: (String) -> Int?) -> [Int?]? {
        var last: Int?
        let values = body.cells(column).map { cell -> Int? in
            // A merged or ditto cell.
            if cell.isEmpty || cell == "\"" { return last }
            last = read(cell)
            return last
        }
        return values.count { $0 != nil } * 10 >= values.count * 9 ? values : nil
    }

    private static func plainNumber(_ cell: String) -> Int? {
        let digits = cell.hasSuffix(".") ? String(cell.dropLast()) : cell
        return digits.utf8.count <= 4 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
    }
}
