/// A grid in plain texts, with its layout. Both take long to find, and several readings of a grid need them.
package struct PlainGrid {
    let grid: Grid
    /// Those of the grid, in plain texts.
    let rows: [Grid.Row]
    /// Nil if no row has as many times as a day.
    let layout: TableLayout?

    package init(_ grid: Grid) {
        self.grid = grid
        rows = grid.rows.map { Grid.Row(line: $0.line, cells: $0.cells.map { CellText.plain($0) }) }
        layout = TableLayout(rows, dayZero: grid.dayZero, isAligned: grid.isAligned)
    }
}
