import AdhanCore

/// What the sheets of a workbook may have together.
final class WorkbookBudget {
    private var cells = SpreadsheetLimits.cells
    private var bytes = SpreadsheetLimits.texts

    /// - Parameters:
    ///   - cells: cells with a text, and those that are looked at because they are merged or skipped.
    ///   - bytes: of their texts.
    /// - Throws: `SpreadsheetFault.tooMuch` if nothing is left.
    func take(cells count: Int, bytes size: Int = 0) throws(SpreadsheetFault) {
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
