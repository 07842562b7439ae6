import AdhanCore

/// Formats rows as lines; each column is as wide as its widest cell.
///
/// - Parameter rows: none with more cells than the first.
package func columns(_ rows: [[String]]) -> [String] {
    // A row may be shorter. Each cell is reduced to one line.
    let rows = rows.map { $0.map { OneLine.of($0) } }
    let widths = (rows.first ?? []).indices.map { column in
        rows.map { $0.dropFirst(column).first?.count ?? 0 }.max() ?? 0
    }
    return rows.map { row in
        let cells = zip(row, widths).map { $0.padded(to: $1) }
        return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
}

/// The same as a text, each line with its end.
package func tableText(_ rows: [[String]]) -> String { columns(rows).map { $0 + "\n" }.joined() }
