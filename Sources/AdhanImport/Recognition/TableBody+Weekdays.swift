import AdhanCore

/// Congregations that have one column for weekdays and another one for weekends.
extension TableBody {
    /// The same with one column for each such congregation, of which each day has its own time; nil if there is none.
    /// A column that a person has named stays as it is.
    func joiningWeekdays(_ names: [ColumnName?], _ dates: [CivilDate?], besides hints: TableHints) -> TableBody? {
        let byHand = hints.columns.keys.compactMap { DayField($0) }
        var groups: [[Int]] = []
        for column in names.indices {
            guard let name = names[column], name.kind == .iqama else { continue }
            if let prayer = name.prayer, byHand.contains(.iqama(prayer)) { continue }
            // Without a prayer they belong to the one on their left.
            let group = groups.firstIndex { group in
                names[group[0]] == name && (name.prayer != nil || group.last == column - 1)
            }
            if let group { groups[group].append(column) } else { groups.append([column]) }
        }
        let joined = groups.compactMap { group in owners(of: group).map { (group: group, owners: $0) } }
        guard !joined.isEmpty else { return nil }
        let others = joined.reduce(into: [:]) { others, found in others[found.group[0]] = Array(found.group.dropFirst())
        }
        let rows = zip(rows, dates).map { row, date in
            var cells = row.cells
            for (group, owners) in joined {
                let own = date.flatMap { owners[$0.weekday] }
                for column in group { cells[column] = "" }
                cells[group[0]] = own.map { row.cells[$0] } ?? ""
            }
            return Row(line: row.line, cells: cells, period: row.period, shortness: row.shortness)
        }
        return TableBody(self, rows, joined: others)
    }

    /// The column of each weekday, among columns of one congregation; nil if their headings do not part the week. A
    /// column that names no day has the days that the others leave.
    private func owners(of group: [Int]) -> [Int: Int]? {
        let named = group.map { (column: $0, days: CalendarWords.weekdaysNamed(in: headings[$0])) }
        let all = named.flatMap(\.days)
        let open = named.filter(\.days.isEmpty)
        guard group.count > 1, !all.isEmpty, Set(all).count == all.count, open.count < 2 else { return nil }
        var owners: [Int: Int] = [:]
        for weekday in 0..<7 {
            owners[weekday] = named.first { $0.days.contains(weekday) }?.column ?? open.first?.column
        }
        return owners
    }
}

extension CalendarWords {
    private static let weekends: Set = ["weekend", "weekends", "wochenende", "hetvege", "helg", "helgen", "vikend"]
    private static let workdays: Set = ["weekday", "weekdays", "workdays", "werktags", "wochentags", "weekdagen"]
    private static let until: Set = ["to", "till", "until", "thru", "through", "bis", "tot", "til"]

    /// The weekdays that a heading names, 0 for Sunday: single ones, a span as `Mon-Thu`, or `weekend`.
    static func weekdaysNamed(in heading: String) -> Set<Int> {
        let text = CellText.plain(heading).lowercased().replacing("week-end", with: "weekend")
        var days: Set<Int> = []
        var (last, isSpan): (Int?, Bool) = (nil, false)
        for piece in text.split(whereSeparator: { " ()/,&+:".contains($0) }) {
            for (index, part) in piece.split(separator: "-", omittingEmptySubsequences: false).enumerated() {
                if index > 0 { isSpan = true }
                guard let word = CellText.words(String(part)).first else { continue }
                if weekends.contains(word) { days.formUnion([0, 6]) }
                if workdays.contains(word) { days.formUnion(1...5) }
                if until.contains(word) {
                    isSpan = true
                    continue
                }
                // `Jumaat` is a congregation, and a Friday in Malay.
                let found = word == "sun" || ColumnName(word) == nil ? weekdays(word) : []
                guard found.count == 1, let day = found.first else {
                    (last, isSpan) = (nil, false)
                    continue
                }
                if isSpan, let first = last {
                    days.formUnion((0..<7).map { (first + $0) % 7 }.prefix((day - first + 7) % 7 + 1))
                } else {
                    days.insert(day)
                }
                (last, isSpan) = (day, false)
            }
        }
        return days
    }
}
