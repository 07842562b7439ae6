import AdhanCore

extension TimeColumn {
    /// As many columns of Friday prayers as a column has times in a cell, as `13:15 / 14:00`; none if it has other
    /// things.
    static func fridays(_ body: TableBody, _ index: Int, _ name: ColumnName?) -> [TimeColumn] {
        let texts = body.cells(index)
        let several = texts.map { ClockCell.several($0) }
        guard let most = several.map(\.count).max(), most > 1 else {
            return TimeColumn(body, index, name).map { [$0] } ?? []
        }
        // Some Fridays may have only one.
        let rows = zip(texts, several).map { text, several in several.isEmpty ? [ClockCell(text)] : several }
        guard rows.contains(where: { $0.first.flatMap(\.self) != nil }) else { return [] }
        return (0..<most).map { number in
            let waits = texts.map { number == 0 ? ClockCell.wait($0) : nil }
            return TimeColumn(index, rows.map { $0.indices.contains(number) ? $0[number] : nil }, waits, name)
        }
    }
}

extension ClockCell {
    /// More Friday prayers are not kept of a day.
    private static let mostFridays = 4
    private static let joints: Set = ["and", "und", "et", "e", "y", "en", "og", "och", "ve", "dan", "i", "و"]

    /// Two to four times in one cell, as `13:15, 14:00` and `1:15 & 2:00 pm`; none if there is one, or anything else.
    fileprivate static func several(_ text: String) -> [ClockCell?] {
        guard (7...64).contains(text.utf8.count) else { return [] }
        // 13,15 is a time in some countries.
        let isList = text.contains(":") || text.contains(".")
        var parts: [String] = []
        for word in text.split(whereSeparator: { " /|&;()".contains($0) || isList && $0 == "," }).map(String.init) {
            if word.contains(where: { ("0"..."9").contains($0) }) {
                parts.append(word)
            } else if let last = parts.popLast() {
                // What is neither a joint nor am or pm makes the part no time.
                parts.append(joints.contains(word.lowercased()) ? last : "\(last) \(word)")
            } else {
                return []
            }
        }
        let isTimes = parts.allSatisfy { $0.contains { ":.h".contains($0) || $0.isLetter } }
        guard (2...mostFridays).contains(parts.count), isTimes else { return [] }
        let cells = parts.map { ClockCell($0) }
        return cells.contains(nil) ? [] : cells
    }
}
