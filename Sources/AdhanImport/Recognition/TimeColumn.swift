import AdhanCore

struct TimeColumn {
    let index: Int
    /// Of each row of the table.
    let cells: [ClockCell?]
    /// Of each row: the minutes after the adhan, where a congregation's time is written so.
    let waits: [Int?]
    let name: ColumnName?

    init?(_ body: TableBody, _ index: Int, _ name: ColumnName?) {
        let texts = body.cells(index)
        let style = ClockCell.style(of: texts)
        var last = ""
        // A ditto mark stands for the cell above.
        let whole = texts.map { text -> String in
            if ["\"", "''", ",,"].contains(text) { return last }
            last = text
            return text
        }
        cells = whole.map { ClockCell($0, style) }
        waits = zip(whole, cells).map { text, cell in cell == nil ? ClockCell.wait(text) : nil }
        (self.index, self.name) = (index, name)
        let filled = texts.count { !$0.isEmpty && $0 != "-" }
        let read = zip(cells, waits).count { $0 != nil || $1 != nil }
        // Where the heading names it, a few faulty cells are for the days' own faults.
        let isCongregation = name?.kind == .iqama && name?.prayer != nil || name?.kind == .jumuah
        guard read > 0, isCongregation || read * 10 >= filled * (name == nil ? 8 : 5) else { return nil }
    }

    func hasTime(_ row: Int) -> Bool { cells[row] != nil || waits[row] != nil }

    var filledRows: [Int] { cells.indices.filter(hasTime) }

    /// Whether nearly all its cells that are not empty have a time.
    func isFull(of body: TableBody) -> Bool {
        cells.count { $0 != nil } * 10 > body.cells(index).count { !$0.isEmpty } * 9
    }

    /// The same without the doubt about twelve hours, for a table that writes 24 hours.
    func closed() -> TimeColumn {
        TimeColumn(index, cells.map { $0.map { ClockCell(second: $0.second, isOpen: false) } }, waits, name)
    }

    init(_ index: Int, _ cells: [ClockCell?], _ waits: [Int?], _ name: ColumnName?) {
        (self.index, self.cells, self.waits, self.name) = (index, cells, waits, name)
    }

    /// Whether its heading leaves open which prayer's time it has: there is none, or it is in an unknown language.
    var isNameless: Bool { name.map { $0.prayer == nil && $0.kind == .adhan } ?? true }

    /// Whether most of its times are such that only a clock of 24 hours shows them. A single one may stand in any
    /// table. An Isha at 0:57 is no proof: tables of twelve hours have it, too.
    var hasLateHours: Bool {
        let known = cells.compactMap(\.self)
        return known.count { $0.second >= 13 * 3600 } * 2 > known.count
    }

    /// Whether neighbouring rows have times within 40 minutes of each other, twelve hours more or less.
    var isSmooth: Bool {
        let known = cells.compactMap(\.self)
        let pairs = zip(known, known.dropFirst()).count { abs($1.distance(from: $0.second)) < 2400 }
        return pairs * 10 >= (known.count - 1) * 9
    }

    /// Whether its times stay the same for several rows, and are then multiples of five minutes, as a congregation's.
    var isStepped: Bool {
        let known = cells.compactMap(\.self)
        guard known.count > 4 else { return false }
        let equal = zip(known, known.dropFirst()).count { $0.second == $1.second }
        return equal * 10 >= known.count * 6 && known.count { $0.second % 300 == 0 } * 10 >= known.count * 9
    }

    /// The middle distance from the sun's own time, in seconds; nil if no row has both.
    func offset(from prayer: Prayer, _ dates: [CivilDate?], _ sun: inout SunTable) -> Int? {
        distances(dates, &sun) { $0[prayer] }.median
    }

    func distances(_ dates: [CivilDate?], _ sun: inout SunTable, _ time: (SunTable.Day) -> Int) -> [Int] {
        var found: [Int] = []
        for (cell, date) in zip(cells, dates) {
            guard let cell, let date else { continue }
            found.append(cell.distance(from: time(sun.day(date))))
        }
        return found
    }

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
            return TimeColumn(index, rows.map { $0[at: number] ?? nil }, waits, name)
        }
    }
}

extension ClockCell {
    /// More Friday prayers are not kept of a day.
    private static let mostFridays = 4
    private static let conjunctions: Set = ["and", "und", "et", "e", "y", "en", "og", "och", "ve", "dan", "i", "و"]

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
                // Any other word than a conjunction, am or pm makes the part no time.
                parts.append(conjunctions.contains(word.lowercased()) ? last : "\(last) \(word)")
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
