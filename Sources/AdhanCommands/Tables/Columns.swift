import AdhanCore

/// Rows of cells as lines, each column as wide as its widest cell.
///
/// - Parameter rows: all with as many cells as the first.
func columns(_ rows: [[String]]) -> [String] {
    // A short row ends sooner, and what stands in a cell stays in its line.
    let rows = rows.map { $0.map { OneLine.of($0) } }
    let widths = (rows.first ?? []).indices.map { column in
        rows.map { $0.dropFirst(column).first?.count ?? 0 }.max() ?? 0
    }
    return rows.map { row in
        let cells = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
        return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
}
