extension Grid {
    /// The lists of days in a JSON file of any structure, the longest first.
    ///
    /// An object with three times or more is a row; objects within it add columns, `fajr.iqama` as `fajr iqama`. Texts and numbers
    /// around the list, such as `month`, count for each of its rows. A list of congregations by ranges of days, `iqamah_times` with
    /// `date_range`, gives each day those of its range.
    static func lists(_ file: JSONNode) -> [Grid] {
        if let grid = plain(file) { return [grid] }
        var lists = JSONLists()
        lists.visit(file, path: "", around: [], depth: 0)
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
        var members: [(key: String, text: String)]
    }

    /// More are no timetable, and would only take time.
    private static let mostRows = 2 * WrittenTimetable.mostDays
    private static let mostColumns = 100
    private static let mostLevels = 8
    private static let fewestTimes = 3

    private var rows: [String: [Row]] = [:]
    private var paths: [String] = []
    private var count = 0

    mutating func visit(_ node: JSONNode, path: String, around: [(key: String, text: String)], depth: Int) {
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
            for element in list { visit(element, path: path, around: around, depth: depth + 1) }
        case .object(let members):
            let own = Self.flat(node, prefix: "", depth: 0)
            let fewest = Self.isOfCongregations(path) ? 1 : Self.fewestTimes
            if own.count(where: { ClockCell(CellText.plain($0.text)) != nil }) >= fewest,
                own.count <= Self.mostColumns
            {
                if rows[path] == nil { paths.append(path) }
                count += 1
                rows[path, default: []].append(Row(line: node.line, members: around + own))
                return
            }
            let around = (around + members.compactMap { member in Self.text(member).map { (member.key, $0) } }).suffix(
                20
            )
            for member in members where Self.text(member) == nil {
                // The key of a day or a month stands for its rows.
                let words = CellText.words(member.key)
                let isDate =
                    !member.key.isEmpty && (words.isEmpty || CalendarWords.month(in: words) != nil && words.count == 1)
                let more = isDate ? [(words.isEmpty ? "date \(depth)" : "month", member.key)] : []
                visit(
                    member,
                    path: isDate ? path + "/#" : path + "/" + member.key,
                    around: around + more,
                    depth: depth + 1
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
        return days.map { path in
            let own = (rows[path] ?? []).map { row in
                congregations.reduce(row) { Self.joined($0, rows[$1] ?? []) }
            }
            return Self.grid(own)
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

    /// A day with the congregations of the range that it is in, in the same month.
    private static func joined(_ day: Row, _ ranges: [Row]) -> Row {
        let date = day.members.first { ["date", "day", "dag", "datum"].contains($0.key.lowercased()) }
        guard let number = date.flatMap({ Int($0.text) }) else { return day }
        let month = day.members.first { $0.key.lowercased() == "month" }?.text
        let range = ranges.first { range in
            let isSameMonth = range.members.first { $0.key.lowercased() == "month" }?.text == month
            let text = range.members.first { isRange($0.key) }?.text ?? ""
            let ends = CellText.numbers(text).compactMap { Int($0) }
            guard isSameMonth, let first = ends.first, let last = ends.last, first <= last else { return false }
            return text.contains(",") ? ends.contains(number) : (first...last).contains(number)
        }
        guard let range else { return day }
        var joined = day
        joined.members += range.members.compactMap { member in
            ColumnName(member.key)?.prayer == nil ? nil : (member.key + " iqama", member.text)
        }
        return joined
    }

    private static func isOfCongregations(_ path: String) -> Bool {
        ColumnName(path.split(separator: "/").last.map(String.init) ?? "")?.kind == .iqama
    }

    private static func isRange(_ key: String) -> Bool {
        ["daterange", "range", "dates", "days", "date"].contains(key.spelling)
    }

    /// The texts and numbers of an object and of the objects within it.
    private static func flat(_ node: JSONNode, prefix: String, depth: Int) -> [(key: String, text: String)] {
        guard case .object(let members) = node.value, depth < 3, members.count <= mostColumns else { return [] }
        return members.flatMap { member -> [(key: String, text: String)] in
            let key = prefix.isEmpty ? member.key : prefix + " " + member.key
            if let text = text(member) { return [(key, text)] }
            return flat(member, prefix: key, depth: depth + 1)
        }
    }

    static func text(_ node: JSONNode) -> String? {
        switch node.value {
        case .string(let text): text.utf8.count <= 400 ? text : String(text.prefix(100))
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean, .null: ""
        case .object, .array: nil
        }
    }
}
