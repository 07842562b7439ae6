import AdhanCore

/// The texts of one sheet's cells, within the limits of its workbook.
final class SheetTexts {
    private var rows: [Int: [Int: String]] = [:]
    private var merges: [(rows: ClosedRange<Int>, columns: ClosedRange<Int>)] = []
    private let budget: WorkbookBudget
    /// The rows with a text beyond the last column that is read.
    private var skipped: Set<Int> = []

    init(_ budget: WorkbookBudget) { self.budget = budget }

    /// Keeps the text of a cell; row and column are 1-based. Formatted cells without a text may reach to the last row
    /// of a sheet.
    func put(_ text: String, row: Int, column: Int) throws(SpreadsheetFault) {
        if !text.isEmpty, column > SpreadsheetLimits.columns { try skip(row) }
        guard !text.isEmpty, (1...SpreadsheetLimits.columns).contains(column),
            (1...SpreadsheetLimits.lastRow).contains(row)
        else { return }
        try budget.spend(cells: 1, bytes: text.utf8.count)
        guard rows[row] != nil || rows.count < SpreadsheetLimits.rows else {
            throw .tooMuch("a sheet has more than \(SpreadsheetLimits.rows) rows")
        }
        rows[row, default: [:]][column] = text
    }

    func merge(rows: ClosedRange<Int>, columns: ClosedRange<Int>) {
        if merges.count < SpreadsheetLimits.rows { merges.append((rows, columns)) }
    }

    /// - Throws: `SpreadsheetFault.tooMuch` if the workbook has too many cells with those that are merged or skipped.
    func grid(_ name: String, dayZero: CivilDate = Grid.usualDayZero) throws(SpreadsheetFault) -> Grid {
        for merge in merges { try spread(merge) }
        var found: [Grid.Row] = []
        for (line, cells) in rows.sorted(by: { $0.key < $1.key }) {
            let width = cells.keys.max() ?? 1
            try budget.spend(cells: width - cells.count)
            found.append(Grid.Row(line: line, cells: (1...width).map { cells[$0] ?? "" }))
        }
        return Grid(name: name, rows: found, dayZero: dayZero)
    }

    /// A note far to the right is none of the table; what stands there in many rows would be lost in silence.
    private func skip(_ row: Int) throws(SpreadsheetFault) {
        skipped.insert(row)
        guard skipped.count <= SpreadsheetLimits.rowsBeyond else {
            throw .tooMuch("a sheet has more than \(SpreadsheetLimits.columns) columns")
        }
    }

    /// The text of a merged cell counts for all the cells that it covers. Areas may overlap, and a file can name very
    /// many.
    private func spread(_ merge: (rows: ClosedRange<Int>, columns: ClosedRange<Int>)) throws(SpreadsheetFault) {
        guard let text = rows[merge.rows.lowerBound]?[merge.columns.lowerBound] else { return }
        let columns = merge.columns.clamped(to: 1...SpreadsheetLimits.columns)
        let isTall = merge.rows.count > rows.count
        let covered = isTall ? rows.keys.filter { merge.rows.contains($0) } : merge.rows.filter { rows[$0] != nil }
        try budget.spend(cells: min(merge.rows.count, rows.count) + covered.count * columns.count)
        for row in covered {
            for column in columns where rows[row]?[column] == nil { rows[row]?[column] = text }
        }
    }
}

/// The limits of all sheets of a workbook together.
final class WorkbookBudget {
    private var cells = SpreadsheetLimits.cells
    private var bytes = SpreadsheetLimits.texts

    /// - Parameter count: cells with a text, and those that are visited because they are merged or skipped.
    /// - Throws: `SpreadsheetFault.tooMuch` if nothing is left.
    func spend(cells count: Int, bytes size: Int = 0) throws(SpreadsheetFault) {
        cells -= count
        bytes -= size
        guard cells >= 0 else {
            throw .tooMuch(
                "its sheets have more than \(SpreadsheetLimits.cells) cells, with those that are merged or skipped"
            )
        }
        guard bytes >= 0 else { throw .tooMuch("its cells have more than \(SpreadsheetLimits.texts) bytes of text") }
    }
}
