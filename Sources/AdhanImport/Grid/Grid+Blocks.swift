import AdhanCore

extension PlainGrid {
    /// A block has a date and five times or more.
    private static let narrowest = 6

    /// The same with blocks of columns that stand side by side, such as months, one below the other; nil if there are
    /// none.
    var stacked: Grid? {
        guard let layout, let widest = rows.map(\.cells.count).max(), widest >= 2 * Self.narrowest,
            // The gap between two blocks is missing behind the second.
            let size = layout.blocks(Self.narrowest...(widest + 1) / 2, rows)
        else { return nil }
        let blocks = stride(from: 0, to: widest, by: size).flatMap { start in
            grid.rows.compactMap { row -> Grid.Row? in
                let cells = Array(row.cells.dropFirst(start).prefix(size))
                guard cells.contains(where: { !$0.isEmpty }) else { return nil }
                return Grid.Row(line: row.line, cells: cells + Array(repeating: "", count: size - cells.count))
            }
        }
        return Grid(name: grid.name, rows: blocks, dayZero: grid.dayZero)
    }

    /// How many columns each of the five prayers has by the headings, at least; two or more where months stand side by
    /// side.
    var columnsOfEachPrayer: Int {
        guard let body = TableBody(self) else { return 0 }
        let names = body.headings.compactMap { ColumnName($0) }.filter { $0.kind == .adhan || $0.kind == nil }
        // Two columns of each prayer beside one of the sunrise are the prayers and their congregations.
        if names.count(where: { $0.prayer == .sunrise }) == 1 { return 1 }
        return Prayer.called.map { prayer in names.count { $0.prayer == prayer } }.min() ?? 0
    }
}

/// Tables that are not simply a row a day from top to bottom.
extension Grid {
    /// The same with a second column for each that has two times in a cell, as `05:48 / 06:15`: the congregation's; nil
    /// if there are none.
    var parted: Grid? {
        let width = min(rows.map(\.cells.count).max() ?? 0, 40)
        let paired = (0..<width).filter { column in
            let cells = rows.compactMap { $0.cells[at: column] }
            return cells.count { Self.pair($0) != nil } * 2 > cells.count { !$0.isEmpty }
        }
        guard paired.count >= 3 else { return nil }
        let parted = rows.map { row -> Row in
            let cells = row.cells.enumerated().flatMap { column, cell -> [String] in
                guard paired.contains(column) else { return [cell] }
                if let (first, second) = Self.pair(cell) { return [first, second] }
                return [cell, ColumnName(cell)?.prayer == nil ? "" : cell + " iqama"]
            }
            return Row(line: row.line, cells: cells)
        }
        return Grid(name: name, rows: parted, dayZero: dayZero, isAligned: isAligned)
    }

    /// The two times of a cell; nil if it has one, or anything else.
    private static func pair(_ cell: String) -> (String, String)? {
        guard (7...64).contains(cell.utf8.count), cell.utf8.contains(where: { "/|()".utf8.contains($0) }) else {
            return nil
        }
        let times = CellText.plain(cell).split { "/|()".contains($0) }.map { CellText.plain(String($0)) }.filter {
            !$0.isEmpty
        }
        guard times.count == 2, times.allSatisfy({ $0.contains { ":.".contains($0) } && ClockCell($0) != nil }) else {
            return nil
        }
        return (times[0], times[1])
    }

    /// The same with its columns as rows, for a month whose days stand side by side; nil if it has too few columns, or
    /// more rows than prayers and their congregations need.
    var transposed: Grid? {
        let width = rows.map(\.cells.count).max() ?? 0
        guard (20...100).contains(width), rows.count <= 40 else { return nil }
        let columns = (0..<width).map { column in
            Row(line: rows.first?.line ?? 1, cells: rows.map { $0.cells[at: column] ?? "" })
        }
        return Grid(name: name, rows: columns, dayZero: dayZero)
    }
}

extension TableLayout {
    /// The least number of columns after which the columns have times and dates again in the same places: a block each;
    /// nil if there is none.
    fileprivate func blocks(_ sizes: ClosedRange<Int>, _ rows: [Grid.Row]) -> Int? {
        let sizes = sizes.filter { isRepeated(every: $0) }
        guard !sizes.isEmpty else { return nil }
        let isDated = (0..<width).map { !isTime[$0] && isSequential($0, rows) }
        return sizes.first { size in
            let columns = count(of: size) * size
            return (0..<size).contains { first in
                stride(from: first, to: columns, by: size).allSatisfy { isDated[at: $0] == true }
            }
        }
    }

    /// A gap between blocks is missing behind the last one.
    private func count(of size: Int) -> Int { (width + size - 1) / size }

    private func isRepeated(every size: Int) -> Bool {
        guard count(of: size) > 1, isTime.prefix(size).count(where: { $0 }) >= 5 else { return false }
        return (size..<count(of: size) * size).allSatisfy { column in
            (isTime[at: column] == true) == isTime[column % size]
        }
    }

    /// Whether a column has dates, each the day after the one above.
    private func isSequential(_ column: Int, _ rows: [Grid.Row]) -> Bool {
        let cells = rows.compactMap { $0.cells[at: column] }.filter {
            !$0.isEmpty
        }
        let texts = cells.compactMap { DateText($0, dayZero: dayZero) }
        return DateCell.Order.allCases.contains { order in
            let marks = texts.compactMap { $0.date(order) }
            let steps = zip(marks, marks.dropFirst()).count { $0.precedes($1) }
            return marks.count > 5 && steps * 10 >= marks.count * 8
        }
    }
}
