/// A table that is read without a known format: what its columns are was found by their headings and by the sun.
///
/// 1. `TableBody` parts the rows that are days from titles and headings.
/// 2. `RowDates` finds each row's date: by the columns, titles and names that have a part of it, and by what goes on from day to day.
/// 3. `ColumnRoles` finds the prayers' columns, with `SunTable`'s times for those dates.
/// 4. The rows become days in the usual names and spellings, which `ReadDay` reads like those of any other format.
package struct RecognisedTable: Sendable {
    /// What was taken for what, a sentence each.
    package let remarks: [String]
    /// As of the format `list`.
    let days: [JSONNode]
    /// The dates of its days, as texts.
    package let dates: Set<String>

    /// - Parameters:
    ///   - calculator: for the mosque's place and zone; its method does not matter.
    ///   - clock: the clock that the times are in.
    /// - Throws: `TableRefusal` if it is no timetable, or two readings fit equally.
    package init(
        _ grid: Grid,
        _ calculator: PrayerCalculator,
        clock: FileClock = .local,
        _ hints: TableHints = .none
    ) throws(TableRefusal) {
        guard let body = TableBody(grid) else { throw .noTable }
        let names = body.headings.map { ColumnName($0) }
        var fit = DateFit(
            body,
            (0..<body.width).compactMap { TimeColumn(body, $0, names[$0])?.cells },
            SunTable(calculator, clock)
        )
        let found: RowDates
        do {
            found = try RowDates.find(in: body, names, hints, &fit)
        } catch {
            if case .noDates = error, let column = Self.names(in: body) { throw .list(column) }
            throw error
        }
        var times = (0..<body.width).filter { !found.columns.contains($0) }.compactMap {
            TimeColumn(body, $0, names[$0])
        }
        if times.contains(where: { $0.hasLateHours && $0.name?.kind != .iqama }) { times = times.map { $0.closed() } }
        let roles = try ColumnRoles(times, body, found.dates, fit.sun, hints)
        let wanted = try Self.year(found.dates, hints)
        var rows = TableDays(roles, fit.sun, calculator, clock)
        days = zip(body.rows, found.dates).enumerated().compactMap { row, pair -> JSONNode? in
            let (text, date) = pair
            if let wanted, let date, date.year != wanted { return nil }
            return rows.day(
                row,
                line: text.line,
                date: date,
                text: found.columns.min().map { text.cells[$0] } ?? "",
                body
            )
        }
        let others = found.dates.count { date in date.map { $0.year != wanted ?? $0.year } ?? false }
        dates = Set(found.dates.compactMap { $0?.description })
        remarks = Self.remarks(body, found, roles, others)
    }

    /// The year that is wanted; nil if all days are.
    private static func year(_ dates: [CivilDate?], _ hints: TableHints) throws(TableRefusal) -> Int? {
        guard let year = hints.year else { return nil }
        let found = Set(dates.compactMap { $0?.year })
        guard found.contains(year) else { throw .otherYear(wanted: year, found: found.sorted()) }
        return year
    }

    /// The column that has another name in each row, as a list of mosques has.
    private static func names(in body: TableBody) -> String? {
        (0..<body.width).first { column in
            let texts = body.cells(column).map { CellText.words($0).joined(separator: " ") }.filter {
                $0.unicodeScalars.count > 3
            }
            return texts.count * 10 >= body.rows.count * 7 && Set(texts).count * 10 >= texts.count * 7
        }.map { body.name($0) }
    }

    private static func remarks(_ body: TableBody, _ dates: RowDates, _ roles: ColumnRoles, _ others: Int) -> [String] {
        var lines = ["dates: \(dates.words)"]
        let fields = Prayer.allCases.flatMap { [DayField.time($0), .iqama($0)] + ($0 == .asr ? [.laterAsr] : []) }
        for field in fields {
            if let column = roles.columns[field] { lines.append("\(field.name): \(body.name(column.index))") }
        }
        if roles.columns[.time(.sunrise)] == nil { lines.append("sunrise: calculated, since no column has it") }
        for column in roles.jumuahs { lines.append("jumuah: \(body.name(column.index))") }
        let used = Set(roles.columns.values.map(\.index) + roles.jumuahs.map(\.index)).union(dates.columns)
        let unused = (0..<body.width).filter { column in
            !used.contains(column) && body.cells(column).contains { !$0.isEmpty }
        }
        if !unused.isEmpty {
            lines.append("not used: \(unused.prefix(12).map { body.name($0) }.joined(separator: ", "))")
        }
        if others > 0 { lines.append("\(others) rows of other years are left out") }
        return lines + roles.remarks
    }
}
