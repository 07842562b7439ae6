extension Grid {
    /// The separators of columns, and the lines that must agree on a number of columns for one of them to be likely.
    private static let separators: [Character] = [";", "\t", ",", "|"]
    private static let fewestColumns = 4

    /// What a text may mean as a table, the likeliest first: with another separator it has other columns.
    ///
    /// - Parameter text: UTF-8.
    /// - Throws: `TimetableRefusal` if it has no table with any of them.
    static func tables(_ text: [UInt8]) throws(TimetableRefusal) -> [Grid] {
        var found: [(grid: Grid, lines: Int)] = []
        var refusal: TimetableRefusal?
        // Lines as of old Macs.
        let isMac = !text.contains(0x0A) && text.contains(0x0D)
        let text = isMac ? text.map { $0 == 0x0D ? 0x0A : $0 } : text
        for separator in separators {
            do throws(TimetableRefusal) {
                let table = try CSVTable(text, separator: separator.asciiValue)
                let rows = table.records.map { Row(line: $0.line, cells: $0.fields) }
                let grid = Grid(rows: rows, isAligned: false)
                let counts = Dictionary(grouping: grid.rows.map(\.cells.count).filter { $0 >= fewestColumns }) { $0 }
                if let most = counts.values.map(\.count).max() { found.append((grid, most)) }
            } catch {
                refusal = refusal ?? error
            }
        }
        if let spaced = spaced(text), !found.contains(where: { $0.lines > 2 }) { found.append((spaced, 1)) }
        if found.isEmpty, let refusal { throw refusal }
        return found.enumerated().sorted { ($1.element.lines, $0.offset) < ($0.element.lines, $1.offset) }
            .map(\.element.grid)
    }

    /// Columns parted by blanks, as in a text file that a person reads; nil if there are none.
    private static func spaced(_ text: [UInt8]) -> Grid? {
        let lines = String(decoding: text, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
        guard lines.count <= WrittenTimetable.mostDays * 2 else { return nil }
        let words = lines.map { line in line.split { $0 == " " || $0 == "\t" }.map(String.init) }
        let counts = Dictionary(grouping: words.map(\.count).filter { $0 >= fewestColumns }) { $0 }
        let usual = counts.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
        let rows = zip(lines, words).enumerated().map { index, pair in
            // A line with another number of words is a title.
            Row(line: index + 1, cells: pair.1.count == usual || pair.1.isEmpty ? pair.1 : [String(pair.0)])
        }
        let tables = rows.filter { $0.cells.count >= fewestColumns && $0.cells.count <= 100 }
        guard tables.count > 1 else { return nil }
        return Grid(rows: rows.filter { !$0.cells.isEmpty && $0.cells.count <= 100 }, isAligned: false)
    }
}
