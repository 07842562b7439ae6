/// A grid, parted into the rows of its days and what stands above and between them.
struct TableBody {
    struct Row {
        /// 1-based.
        let line: Int
        /// Plain texts, as many in each row as the table has columns.
        let cells: [String]
        /// What the nearest title above says.
        let period: PeriodText
    }

    /// A row with as many times is a day.
    private static let fewestTimes = 3
    /// A heading may have as many rows.
    private static let mostHeadings = 3

    let rows: [Row]
    /// Of each column; empty if it has none.
    let headings: [String]
    /// The line of the heading; nil if there is none.
    let headingLine: Int?
    /// What the titles above the first day, and the sheet's name, say.
    let period: PeriodText
    let dayZero: CivilDate

    var width: Int { headings.count }

    /// Nil if no row has as many times as a day.
    init?(_ grid: Grid) {
        let plain = grid.rows.map { Grid.Row(line: $0.line, cells: $0.cells.map { CellText.plain($0) }) }
        let widest = plain.map(\.cells.count).max() ?? 0
        let styles = (0..<widest).map { column in
            ClockCell.style(of: plain.compactMap { $0.cells.indices.contains(column) ? $0.cells[column] : nil })
        }
        func isDay(_ row: Grid.Row) -> Bool {
            let times = row.cells.enumerated().count { ClockCell($0.element, styles[$0.offset]) != nil }
            return times >= Self.fewestTimes
        }
        let days = plain.filter(isDay)
        guard let first = days.first else { return nil }
        let counts = Dictionary(grouping: days.map(\.cells.count)) { $0 }
        let width = counts.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key ?? widest
        let regular = days.filter { $0.cells.count == width }
        let isTime = (0..<width).map { column in
            regular.count { ClockCell($0.cells[column], styles[column]) != nil } * 2 > regular.count
        }

        let above = plain.prefix { $0.line != first.line || $0.cells != first.cells }
        let heading = Self.heading(above)
        headings = Self.joined(heading, width: width)
        headingLine = heading.first?.line
        var period = PeriodText()
        for title in above { period = Self.period(of: title, isTime).or(period) }
        let sheet = PeriodText(grid.name)
        self.period = period.or(sheet)
        dayZero = grid.dayZero

        var rows: [Row] = []
        var latest = period.or(sheet)
        for row in plain.dropFirst(above.count) {
            if isDay(row) {
                rows.append(Row(line: row.line, cells: Self.fitted(row.cells, width, isTime, styles), period: latest))
            } else {
                latest = Self.period(of: row, isTime).or(latest)
            }
        }
        self.rows = rows
    }

    func cells(_ column: Int) -> [String] { rows.map { $0.cells[column] } }

    /// How a person finds a column.
    func name(_ column: Int) -> String {
        headings[column].isEmpty ? "column \(column + 1)" : "column \(column + 1) \"\(OneLine.of(headings[column]))\""
    }

    /// The last rows above the first day that have texts for several columns. A title may stand between them and the day.
    private static func heading(_ above: ArraySlice<Grid.Row>) -> [Grid.Row] {
        var found: [Grid.Row] = []
        for row in above.reversed().prefix(2 * mostHeadings) {
            if isHeading(row) { found.insert(row, at: 0) } else if !found.isEmpty { break }
            if found.count == mostHeadings { break }
        }
        return found
    }

    /// Whether a row has a text for each of several columns. A title that is merged over all columns is the same text in each.
    private static func isHeading(_ row: Grid.Row) -> Bool {
        let texts = row.cells.filter { !$0.isEmpty }
        return texts.count >= 3 && Set(texts).count >= 2
    }

    /// One text a column. A merged heading counts for all the columns below that have a heading of their own.
    private static func joined(_ rows: [Grid.Row], width: Int) -> [String] {
        (0..<width).map { column in
            var parts: [String] = []
            for (index, row) in rows.enumerated() {
                var text = row.cells.indices.contains(column) ? row.cells[column] : ""
                let below = rows[(index + 1)...].contains {
                    $0.cells.indices.contains(column) && !$0.cells[column].isEmpty
                }
                if text.isEmpty, below { text = row.cells.prefix(column).last { !$0.isEmpty } ?? "" }
                if !text.isEmpty, parts.last != text { parts.append(text) }
            }
            return parts.joined(separator: " ")
        }
    }

    /// What a row that is no day says about the rows below it: a title as a whole, a heading by a cell that is a month.
    private static func period(of row: Grid.Row, _ isTime: [Bool]) -> PeriodText {
        let texts = row.cells.filter { !$0.isEmpty }
        if !isHeading(row) { return PeriodText(texts.first ?? "").or(PeriodText(texts.last ?? "")) }
        let months = row.cells.enumerated().filter { column, text in
            !(isTime.indices.contains(column) && isTime[column]) && PeriodText.isMonth(text)
        }
        return months.count == 1 ? PeriodText(months[0].element) : PeriodText()
    }

    /// A row with exactly that many cells. Text with the table's separator in it, such as a remark, has become several
    /// cells: they are put together again where the times then stand in their columns.
    private static func fitted(_ cells: [String], _ width: Int, _ isTime: [Bool], _ styles: [ClockCell.Style])
        -> [String]
    {
        if cells.count < width { return cells + Array(repeating: "", count: width - cells.count) }
        let surplus = cells.count - width
        if surplus == 0 { return cells }
        for column in (0..<width).reversed() where !isTime[column] {
            let text = cells[column...(column + surplus)].joined(separator: ", ")
            let fitted = Array(cells[..<column]) + [text] + Array(cells[(column + surplus + 1)...])
            let fits = fitted.enumerated().allSatisfy { index, cell in
                !isTime[index] || cell.isEmpty || ClockCell(cell, styles[index]) != nil
            }
            if fits { return fitted }
        }
        return Array(cells.prefix(width))
    }
}
