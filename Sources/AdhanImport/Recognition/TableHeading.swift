import AdhanCore

/// What stands above the days of a table: the headings of its columns, among titles.
struct TableHeading {
    /// A heading may have as many rows.
    private static let mostRows = 3

    let columns: [String]

    init(_ above: ArraySlice<Grid.Row>, _ layout: TableLayout) {
        // The last rows above the first day that have texts for several columns. A title may stand between them and the
        // day.
        var found: [Grid.Row] = []
        for row in above.reversed().prefix(2 * Self.mostRows) {
            if Self.isHeading(row, layout) || !found.isEmpty && Self.isGroups(row) {
                found.insert(row, at: 0)
            } else if !found.isEmpty {
                break
            }
            if found.count == Self.mostRows { break }
        }
        // A merged heading counts for all the columns below that have a heading of their own.
        columns = (0..<layout.width).map { column in
            var parts: [String] = []
            for (index, row) in found.enumerated() {
                var text = row.cells[at: column] ?? ""
                let below = found[(index + 1)...].contains { $0.cells[at: column]?.isEmpty == false }
                if text.isEmpty, below { text = row.cells.prefix(column).last { !$0.isEmpty } ?? "" }
                if !text.isEmpty, parts.last != text { parts.append(text) }
            }
            return parts.joined(separator: " ")
        }
    }

    /// Whether a row has a text for each of several columns. A title that is merged over most columns is the same text
    /// in each, and one in a few cells has a month or a year in one of them.
    private static func isHeading(_ row: Grid.Row, _ layout: TableLayout) -> Bool {
        let texts = row.cells.filter { !$0.isEmpty }
        let distinct = Dictionary(grouping: texts) { $0 }
        guard texts.count >= 3, distinct.count >= 2 else { return false }
        let hasPrayer = distinct.keys.contains { ColumnName($0)?.prayer != nil }
        if hasPrayer { return true }
        if let most = distinct.values.map(\.count).max(), most * 10 > layout.width * 6 { return false }
        let isPeriod = distinct.keys.contains { text in
            PeriodText.isMonth(text) || text.utf8.count == 4 && !PeriodText(text).years.isEmpty
        }
        return !isPeriod || texts.count * 2 > layout.width
    }

    /// Whether a row is nothing but `Begins` and `Jamaat`, each above the columns of several prayers.
    private static func isGroups(_ row: Grid.Row) -> Bool {
        let texts = row.cells.filter { !$0.isEmpty }
        return Set(texts).count >= 2 && texts.allSatisfy { [.adhan, .iqama].contains(ColumnName($0)?.kind) }
    }

    /// What a row that is no day says about the rows below it: a title as a whole, a heading by a cell that is a month.
    static func period(of row: Grid.Row, _ layout: TableLayout) -> PeriodText {
        let texts = row.cells.filter { !$0.isEmpty }
        if !isHeading(row, layout) {
            return texts.prefix(12).reduce(PeriodText()) { $0.or(PeriodText($1)) }
        }
        let months = row.cells.enumerated().filter { column, text in
            layout.isTime[at: column] != true && PeriodText.isMonth(text)
        }
        let period = months.count == 1 ? PeriodText(months[0].element) : PeriodText()
        return texts.filter { $0.utf8.count == 4 }.reduce(period) { $0.or(PeriodText(years: PeriodText($1).years)) }
    }
}
