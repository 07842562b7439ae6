import AdhanCore

extension Grid {
    /// The tables that a text file may have: JSON, or lines of cells. Throws `TimetableRefusal` if there is none.
    static func all(in text: [UInt8]) throws(TimetableRefusal) -> [Grid] {
        guard JSONNode.isLikely(text) else { return try tables(text) }
        do { return lists(try JSONNode.parse(text)) } catch { throw .notJSON(error) }
    }

    /// The separators of columns, and the lines that must agree on a number of columns for one of them to be likely.
    private static let separators: [Character] = [";", "\t", ",", "|"]
    private static let fewestColumns = 4
    private static let mostColumns = 100
    private static let columns = fewestColumns...mostColumns
    /// Of a word or a title; the rest is cut off.
    private static let mostBytes = 1000

    /// The tables that a text may mean, the likeliest first: with another separator it has other columns. Throws
    /// `TimetableRefusal` if it has no table with any of them.
    static func tables(_ text: [UInt8]) throws(TimetableRefusal) -> [Grid] {
        var found: [(grid: Grid, lines: Int)] = []
        var refusal: TimetableRefusal?
        // Lines as of old Macs.
        let isMac = !text.contains(0x0A) && text.contains(0x0D)
        let text = isMac ? text.map { $0 == 0x0D ? 0x0A : $0 } : text
        let present = separators.filter { separator in separator.asciiValue.map(text.contains) ?? false }
        for separator in present.isEmpty ? separators : present {
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
        if !found.contains(where: { $0.lines > 2 }) {
            found += SeparatorRun.all(in: text, columns).map { ($0.grid(text, columns), $0.isLikely ? 2 : 0) }
            if let spaced = spaced(text) { found.append((spaced, 1)) }
        }
        if found.isEmpty, let refusal { throw refusal }
        return found.enumerated().sorted { ($1.element.lines, $0.offset) < ($0.element.lines, $1.offset) }
            .map(\.element.grid)
    }

    /// Columns parted by blanks, as in a text file that a person reads; nil if there are none.
    private static func spaced(_ text: [UInt8]) -> Grid? {
        let mostLines = WrittenTimetable.mostDays * 2
        let lines = text.split(maxSplits: mostLines, omittingEmptySubsequences: false) { $0 == 0x0A }
        guard lines.count <= mostLines else { return nil }
        let words = lines.map { line in
            line.split(maxSplits: mostColumns) { [0x20, 0x09, 0x0D].contains($0) }.map(Self.text)
        }
        let counts = Dictionary(grouping: words.map(\.count).filter { columns.contains($0) }) { $0 }
        let usual = counts.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key
        let rows = zip(lines, words).enumerated().map { index, pair in
            // A line with another number of words is a title.
            Row(line: index + 1, cells: pair.1.count == usual || pair.1.isEmpty ? pair.1 : [Self.text(pair.0)])
        }
        guard rows.count(where: { columns.contains($0.cells.count) }) > 1 else { return nil }
        return Grid(rows: rows.filter { (1...mostColumns).contains($0.cells.count) }, isAligned: false)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix(mostBytes), as: UTF8.self)
    }
}
