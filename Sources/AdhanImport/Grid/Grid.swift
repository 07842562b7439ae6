import AdhanCore

/// A table of texts: a sheet of a workbook, a CSV file, or what JSON has as a list.
struct Grid: Sendable, Hashable {
    struct Row: Sendable, Hashable {
        /// In the file, 1-based; a sheet's row number.
        let line: Int
        /// Not all rows need to have the same number.
        let cells: [String]
    }

    /// Of the sheet; empty if it has none.
    var name = ""
    let rows: [Row]
    /// The date that a spreadsheet counts as day 0: dates may be numbers of days since then.
    var dayZero = Grid.usualDayZero
    /// Whether the column of each cell is known, as in a workbook. In a line of text, the cells behind a missing one
    /// have moved.
    var isAligned = true

    /// 1899-12-30, of all spreadsheet programs but those of old Macs.
    static let usualDayZero = CivilDate(dayNumber: -25_569)
}
