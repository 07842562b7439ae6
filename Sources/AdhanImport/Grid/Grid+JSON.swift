import AdhanCore

extension Grid {
    /// The lists of days in a JSON file of any structure, the longest first.
    ///
    /// An object with three times or more is a row; objects within it add columns, `fajr.iqama` as `fajr iqama`. Texts
    /// and numbers around the list, such as `month`, count for each of its rows. A list of congregations by ranges of
    /// days, `iqamah_times` with `date_range`, gives each day those of its range.
    static func lists(_ file: JSONNode) -> [Grid] {
        if let grid = plain(file) { return [grid] }
        var lists = JSONLists()
        lists.visit(file)
        return lists.grids
    }
}

extension Grid {
    /// A list of lists of texts, which is a table already.
    private static func plain(_ file: JSONNode) -> Grid? {
        guard case .array(let list) = file.value, list.count <= 2 * WrittenTimetable.mostDays else { return nil }
        var rows: [Row] = []
        for node in list {
            guard case .array(let cells) = node.value, cells.count <= 100 else { return nil }
            rows.append(Row(line: node.line, cells: cells.map { JSONLists.text($0) ?? "" }))
        }
        return Grid(rows: rows)
    }
}

/// Rows by the keys that lead to them.
private struct JSONLists {
    private struct Row {
        let line: Int
        let members: [(key: String, text: String)]
    }

    /// More are no timetable, and would only take time.
    private static let mostRows = 2 * WrittenTimetable.mostDays
    private static let mostColumns = 100
    private static let mostLevels = 8
    /// Lists of congregations: a year has one a month.
    private static let mostLists = 12
    private static let fewestTimes = 3

    private var rows: [String: [Row]] = [:]
    private var paths: [String] = []
    private var count = 0

    /// - Parameters:
    ///   - around: the texts beside it and what it is in.
    mutating func visit(
        _ node: JSONNode,
        path: String = "",
        around: [(key: String, text: String)] = [],
        depth: Int = 0,
        isOfCongregations: Bool = false
    ) {
        guard depth < Self.mostLevels, count < Self.mostRows else { return }
        switch node.value {
        case .array(let list):
            // A day as a list of its times, without their names.
            let texts = list.prefix(Self.mostColumns + 1).map { Self.text($0) ?? "" }
            if texts.count <= Self.mostColumns,
                texts.count(where: { ClockCell(CellText.plain($0)) != nil }) >= Self.fewestTimes
            {
                if rows[path] == nil { paths.append(path) }
                count += 1
                let times = texts.enumerated().map { (key: "time \($0.offset + 1)", text: $0.element) }
                rows[path, default: []].append(Row(line: node.line, members: around + times))
                return
            }
            for element in list {
                visit(element, path: path, around: around, depth: depth + 1, isOfCongregations: isOfCongregations)
            }
        case .object(let members):
            let own = Self.flat(node, prefix: "", depth: 0)
            let fewest = isOfCongregations ? 1 : Self.fewestTimes
            if own.count <= Self.mostColumns,
                own.count(where: { ClockCell(CellText.plain($0.text)) != nil }) >= fewest
            {
                if rows[path] == nil { paths.append(path) }
                count += 1
                rows[path, default: []].append(Row(line: node.line, members: around + own))
                return
            }
            let texts = members.compactMap { member in Self.text(member).map { (Self.short(member.key), $0) } }
            let around = (around + texts).suffix(20)
            for member in members where Self.text(member) == nil {
                let key = Self.short(member.key)
                // The key of a day or a month stands for its rows.
                let words = CellText.words(key)
                let isDate =
                    !key.isEmpty && (words.isEmpty || CalendarWords.month(in: words) != nil && words.count == 1)
                let more = isDate ? [(words.isEmpty ? "date \(depth)" : "month", key)] : []
                visit(
                    member,
                    path: isDate ? path + "/#" : path + "/" + key,
                    around: around + more,
                    depth: depth + 1,
                    isOfCongregations: !isDate && ColumnName(key)?.kind == .iqama
                )
            }
        default: break
        }
    }

    var grids: [Grid] {
        let congregations = paths.filter { path in
            Self.isOfCongregations(path)
                && rows[path]?.contains { $0.members.contains { Self.isRange($0.key) } } == true
        }
        let days = paths.filter { !congregations.contains($0) }.sorted {
            (rows[$0]?.count ?? 0) > (rows[$1]?.count ?? 0)
        }
        let ranges = congregations.prefix(Self.mostLists).map { (rows[$0] ?? []).compactMap { Self.range($0) } }
        return days.map { path in
            Self.grid((rows[path] ?? []).map { row in ranges.reduce(row) { Self.joined($0, $1) } })
        }
    }

    private static func grid(_ rows: [Row]) -> Grid {
        var columns: [String: Int] = [:]
        var headings: [String] = []
        for member in rows.flatMap(\.members) where columns[member.key] == nil && headings.count < mostColumns {
            columns[member.key] = headings.count
            headings.append(member.key)
        }
        let body = rows.map { row in
            var cells = [String](repeating: "", count: headings.count)
            for member in row.members {
                if let column = columns[member.key] { cells[column] = member.text }
            }
            return Grid.Row(line: row.line, cells: cells)
        }
        return Grid(rows: [Grid.Row(line: rows.first?.line ?? 1, cells: headings)] + body)
    }

    /// The congregations of some days of a month.
    private struct Range {
        let month: String?
        let days: Set<Int>
        let members: [(key: String, text: String)]
    }

    private static func range(_ row: Row) -> Range? {
        let text = row.members.first { isRange($0.key) }?.text ?? ""
        let ends = CellText.numbers(text).compactMap { Int($0) }
        guard let first = ends.first, let last = ends.last, first <= last, last <= 366 else { return nil }
        let members = row.members.compactMap { member in
            ColumnName(member.key)?.prayer == nil ? nil : (member.key + " iqama", member.text)
        }
        return Range(month: month(row), days: Set(text.contains(",") ? ends : Array(first...last)), members: members)
    }

    private static func month(_ row: Row) -> String? { row.members.first { $0.key.lowercased() == "month" }?.text }

    /// A day with the congregations of the range that it is in, in the same month.
    private static func joined(_ day: Row, _ ranges: [Range]) -> Row {
        let date = day.members.first { ["date", "day", "dag", "datum"].contains($0.key.lowercased()) }
        guard let number = date.flatMap({ Int($0.text) }) else { return day }
        let month = month(day)
        guard let range = ranges.first(where: { $0.month == month && $0.days.contains(number) }) else { return day }
        return Row(line: day.line, members: day.members + range.members)
    }

    private static func isOfCongregations(_ path: String) -> Bool {
        let slash = path.utf8.lastIndex(of: 0x2F)
        return ColumnName(slash.map { String(path[path.index(after: $0)...]) } ?? path)?.kind == .iqama
    }

    private static func isRange(_ key: String) -> Bool {
        ["daterange", "range", "dates", "days", "date"].contains(key.spelling)
    }

    /// The texts and numbers of an object and of the objects within it.
    private static func flat(_ node: JSONNode, prefix: String, depth: Int) -> [(key: String, text: String)] {
        guard case .object(let members) = node.value, depth < 3, members.count <= mostColumns else { return [] }
        return members.flatMap { member -> [(key: String, text: String)] in
            let key = prefix.isEmpty ? short(member.key) : prefix + " " + short(member.key)
            if let text = text(member) { return [(key, text)] }
            return flat(member, prefix: key, depth: depth + 1)
        }
    }

    /// Longer texts are remarks. A single character may have any number of scalars.
    private static func short(_ text: String) -> String {
        text.utf8.count <= 400 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(100)))
    }

    static func text(_ node: JSONNode) -> String? {
        switch node.value {
        case .string(let text): short(text)
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean, .null: ""
        case .object, .array: nil
        }
    }
}
