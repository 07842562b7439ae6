import AdhanCore

/// A grid in plain texts, with its layout. Both take long to find, and several readings of a grid need them.
struct PlainGrid {
    let grid: Grid
    /// The rows of the grid, in plain texts. Times with a separator that may be that of a date have a colon instead.
    let rows: [Grid.Row]
    let layout: TableLayout?
    /// The separators that certainly stand between hours and minutes, in this grid or in others of its workbook.
    let timeSeparators: Set<UInt8>

    /// `timeSeparators` are those of the other sheets: in some months no minute of Dhuhr is above 31, so that its times
    /// alone could be dates.
    init(_ grid: Grid, timeSeparators: Set<UInt8> = []) {
        self.grid = grid
        let plain = grid.rows.map { Grid.Row(line: $0.line, cells: $0.cells.map { CellText.plain($0) }) }
        let columns = Self.joinedColumns(plain)
        self.timeSeparators = timeSeparators.union(columns.filter { $0.value.isProven }.map(\.value.separator))
        let known = self.timeSeparators
        let clocks = columns.filter {
            known.contains($0.value.separator) && ($0.value.isProven || !$0.value.isSequential)
        }
        rows = clocks.isEmpty ? plain : plain.map { Self.written($0, clocks.mapValues(\.separator)) }
        layout = TableLayout(rows, dayZero: grid.dayZero, isAligned: grid.isAligned)
    }

    private struct Joined {
        let separator: UInt8
        /// Whether some of its cells can be no month and day.
        let isProven: Bool
        /// Whether its cells go on as dates do.
        let isSequential: Bool
    }

    /// The columns of which nearly all cells with a digit are hours and minutes with a separator.
    private static func joinedColumns(_ rows: [Grid.Row]) -> [Int: Joined] {
        var found: [Int: Joined] = [:]
        for column in 0..<(rows.map(\.cells.count).max() ?? 0) {
            let cells = rows.compactMap { row -> String? in
                guard let cell = row.cells[at: column], cell.utf8.count > 3 else { return nil }
                return CellText.numbers(cell).isEmpty ? nil : cell
            }
            for separator in ClockCell.doubtfulSeparators where cells.contains(where: { $0.utf8.contains(separator) }) {
                let times = cells.compactMap { ClockCell.joined($0, by: separator) }
                guard times.count * 10 >= cells.count * 9, times.count > 1 else { continue }
                let pairs = zip(times, times.dropFirst())
                let days = pairs.count { $1.second / 3600 == $0.second / 3600 + 1 || $1.second == $0.second + 60 }
                found[column] = Joined(
                    separator: separator,
                    isProven: times.contains { $0.second / 60 % 60 > 31 },
                    isSequential: days * 10 >= (times.count - 1) * 9
                )
            }
        }
        return found
    }

    private static func written(_ row: Grid.Row, _ timeSeparators: [Int: UInt8]) -> Grid.Row {
        let cells = row.cells.enumerated().map { column, cell -> String in
            guard let separator = timeSeparators[column], ClockCell.joined(cell, by: separator) != nil else {
                return cell
            }
            return String(decoding: cell.utf8.map { $0 == separator ? 0x3A : $0 }, as: UTF8.self)
        }
        return Grid.Row(line: row.line, cells: cells)
    }
}
