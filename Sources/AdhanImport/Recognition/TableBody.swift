import AdhanCore

/// A grid, parted into the rows of its days and what stands above and between them.
struct TableBody {
    struct Row {
        let line: Int
        let cells: [String]
        let period: PeriodText
        /// How many cells it really has, if it is not known which ones it lacks; otherwise nil.
        let shortness: Int?
    }

    let rows: [Row]
    /// Of each column; empty if it has none.
    let headings: [String]
    /// Of columns that were put together: how a person finds them.
    private var joinedNames: [Int: String] = [:]
    /// What the titles above the first day, and the sheet's name, say.
    let period: PeriodText
    let dayZero: CivilDate

    var width: Int { headings.count }

    init?(_ table: PlainGrid) {
        guard let layout = table.layout else { return nil }
        let (plain, grid) = (table.rows, table.grid)
        let isDay = layout.days(plain)
        let above = plain.prefix(isDay.firstIndex(of: true) ?? 0)
        headings = TableHeading(above, layout).columns
        var period = PeriodText()
        for title in above { period = TableHeading.period(of: title, layout).or(period) }
        self.period = period.or(PeriodText(grid.name))
        dayZero = grid.dayZero

        var rows: [Row] = []
        var latest = self.period
        for (row, isDay) in zip(plain, isDay).dropFirst(above.count) {
            guard isDay else {
                latest = TableHeading.period(of: row, layout).or(latest, below: rows.last?.period)
                continue
            }
            let fitted = layout.fitted(row.cells)
            let isShort = !grid.isAligned && layout.lacksTimes(row.cells)
            rows.append(Row(line: row.line, cells: fitted, period: latest, shortness: isShort ? row.cells.count : nil))
        }
        self.rows = rows
    }

    /// The body with other cells. `joined`: the columns that others were put into, each with those others, which are
    /// then empty.
    init(_ other: TableBody, _ rows: [Row], joined: [Int: [Int]]) {
        (self.rows, period, dayZero) = (rows, other.period, other.dayZero)
        let gone = Set(joined.values.joined())
        headings = other.headings.enumerated().map { gone.contains($0) ? "" : $1 }
        joinedNames = joined.reduce(into: [:]) { names, pair in
            names[pair.key] = ([pair.key] + pair.value).map { other.name($0) }.joined(separator: " and ")
        }
    }

    func cells(_ column: Int) -> [String] { rows.map { $0.cells[column] } }

    /// The column that has another name in each row, as a list of mosques has.
    var names: String? {
        (0..<width).first { column in
            let texts = cells(column).map { CellText.words($0).joined(separator: " ") }.filter {
                $0.unicodeScalars.count > 3
            }
            return texts.count * 10 >= rows.count * 7 && Set(texts).count * 10 >= texts.count * 7
        }.map { name($0) }
    }

    func name(_ column: Int) -> String {
        if let name = joinedNames[column] { return name }
        return headings[column].isEmpty
            ? "column \(column + 1)" : "column \(column + 1) \"\(OneLine.of(headings[column]))\""
    }
}
