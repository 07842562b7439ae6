import AdhanCore

/// A table that is read without a known format: what its columns are was found by their headings and by the sun.
///
/// 1. `TableBody` parts the rows that are days from titles and headings.
/// 2. `RowDates` finds each row's date: by the columns, titles and names that have a part of it, and by what goes on
///    from day to day.
/// 3. `ColumnRoles` finds the prayers' columns, with `SunTable`'s times for those dates.
/// 4. `TableDays` gives each row's values to `ReadDay`, which checks them like those of any other format.
struct RecognisedTable: Sendable {
    /// What was taken for what, a sentence each.
    let remarks: [String]
    /// Those of them that a person should know of even if nobody imports the table, such as a heading that the times
    /// contradict.
    let warnings: [String]
    let faults: [TimetableFault]
    let line: Int
    /// The name of its sheet; empty if it has none.
    let sheet: String
    let days: [ReadDay]
    let dates: Set<CivilDate>

    /// All that are not empty, as far as a person can look through them.
    let columns: [TableColumn]

    /// What it has beside the six times and the dates, by name.
    let extras: Set<String>

    /// Many times what a timetable has: six prayers, their congregations, and the times beside them.
    private static let mostTimes = 40
    private static let mostColumns = 60

    /// `calculator` is for the mosque's place and zone; its method does not matter, its madhab's Asr is used. Throws
    /// `TableRefusal` if it is no timetable, or two readings fit equally.
    init(_ grid: PlainGrid, _ facts: TableFacts) throws(TableRefusal) {
        let (clock, calculator, hints) = (facts.clock, facts.calculator, facts.hints)
        guard var body = TableBody(grid) else { throw .noTable }
        sheet = grid.grid.name
        var names = body.headings.map { ColumnName($0) }
        var columns = (0..<body.width).map { TimeColumn(body, $0, names[$0]) }
        let clocks = columns.compactMap { $0?.cells }
        guard clocks.count <= Self.mostTimes else { throw .manyTimes(clocks.count) }
        var fit = DateFit(body, clocks, SunTable(calculator, clock))
        let found = try RowDates.find(in: body, names, columns, hints, &fit)
        if let joined = body.joiningWeekdays(names, found.dates, besides: hints) {
            body = joined
            names = body.headings.map { ColumnName($0) }
            columns = (0..<body.width).map { TimeColumn(body, $0, names[$0]) }
        }
        var times = (0..<body.width).filter { !found.columns.contains($0) }.flatMap { index in
            names[index]?.kind == .jumuah
                ? TimeColumn.fridays(body, index, names[index])
                : columns[index].map { [$0] } ?? []
        }
        let isLate = times.contains { $0.hasLateHours && $0.name?.kind != .iqama && $0.name?.kind != .jumuah }
        if isLate { times = times.map { $0.closed() } }
        let roles = try ColumnRoles(times, body, found.dates, fit.sun, hints)
        let wanted = try Self.year(found.dates, hints)
        let options = ReadDay.Options(clock: clock, madhab: calculator.madhab)
        var rows = TableDays(roles, fit.sun, calculator, clock)
        days = zip(body.rows, found.dates).enumerated().compactMap { row, pair -> ReadDay? in
            let (text, date) = pair
            if found.leapDays.contains(row) { return nil }
            if let wanted, let date, date.year != wanted { return nil }
            if let cells = text.shortness {
                return ReadDay(line: text.line, date: date, .columns(cells, header: body.width))
            }
            guard let date else {
                let written = found.columns.sorted().map { text.cells[$0] }.joined(separator: " ")
                return ReadDay(line: text.line, date: nil, found.problem(row, written))
            }
            return ReadDay(rows.day(row, line: text.line, date: date, body), options)
        }
        let others = found.dates.count { date in date.map { $0.year != wanted ?? $0.year } ?? false }
        dates = Set(found.dates.compactMap(\.self))
        remarks = Self.remarks(body, found, roles, others)
        self.columns = Self.columns(body, found, roles, sheet)
        (warnings, line) = ([found.warning].compactMap(\.self) + roles.remarks, body.rows.first?.line ?? 1)
        extras = Set(
            roles.columns.keys.compactMap { field in
                switch field {
                case .iqama, .imsak: field.name
                case .date, .time, .laterAsr, .jumuah, .jumuahPrayer, .hijri: nil
                }
            } + (roles.jumuahs.isEmpty ? [] : [DayField.jumuah.name])
        )
        let doubles = found.columns.isEmpty ? roles.doubles(&fit.sun) : []
        faults = roles.unused(besides: found.columns) + doubles
    }

    private static func year(_ dates: [CivilDate?], _ hints: TableHints) throws(TableRefusal) -> Int? {
        guard let year = hints.year else { return nil }
        let found = Set(dates.compactMap { $0?.year })
        guard found.contains(year) else { throw .otherYear(wanted: year, found: found.sorted()) }
        return year
    }

    private static func columns(
        _ body: TableBody,
        _ dates: RowDates,
        _ roles: ColumnRoles,
        _ sheet: String
    ) -> [TableColumn] {
        let fridays = (roles.hasJumuahPrayers ? DayField.jumuahPrayer : .jumuah).key
        let found = (0..<body.width).lazy.compactMap { index -> TableColumn? in
            guard let sample = body.cells(index).first(where: { !$0.isEmpty }) else { return nil }
            let keys = roles.columns.filter { $0.value.index == index }.map(\.key.key).sorted()
            let friday = roles.jumuahs.contains { $0.index == index } ? [fridays] : []
            return TableColumn(
                sheet: OneLine.of(sheet, limit: 60),
                number: index + 1,
                heading: OneLine.of(body.headings[index], limit: 60),
                sample: OneLine.of(sample, limit: 40),
                keys: keys + friday + (dates.columns.contains(index) ? [DayField.date.key] : [])
            )
        }
        return Array(found.prefix(mostColumns))
    }

    private static func remarks(_ body: TableBody, _ dates: RowDates, _ roles: ColumnRoles, _ others: Int) -> [String] {
        var lines = ["dates: \(dates.words)"]
        let fields = Prayer.allCases.flatMap { [DayField.time($0), .iqama($0)] + ($0 == .asr ? [.laterAsr] : []) }
        for field in fields {
            if let column = roles.columns[field] { lines.append("\(field.name): \(body.name(column.index))") }
        }
        if roles.columns[.time(.sunrise)] == nil { lines.append("sunrise: calculated, since no column has it") }
        if let column = roles.columns[.imsak] { lines.append("imsak: \(body.name(column.index))") }
        // A column with two times in a cell counts for two.
        for index in Set(roles.jumuahs.map(\.index)).sorted() { lines.append("jumuah: \(body.name(index))") }
        let used = Set(roles.columns.values.map(\.index) + roles.jumuahs.map(\.index)).union(dates.columns)
            .union(roles.merged)
        let unused = (0..<body.width).filter { column in
            !used.contains(column) && body.cells(column).contains { !$0.isEmpty }
        }
        if !unused.isEmpty {
            lines.append("not used: \(unused.prefix(12).map { body.name($0) }.joined(separator: ", "))")
        }
        let isOpen = roles.columns[.time(.maghrib)]?.cells.contains { $0?.isOpen == true } == true
        if isOpen { lines.append("the times have neither am nor pm; the sun tells which half of the day is meant") }
        if others > 0 { lines.append("\(others) rows of other years are left out") }
        for row in dates.leapDays.sorted() {
            lines.append("line \(body.rows[row].line): 29 February is left out, since the year has no such day")
        }
        return lines + roles.notes + [dates.warning].compactMap(\.self) + roles.remarks
    }
}
