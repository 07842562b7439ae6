import AdhanCore

/// Columns whose headings name a congregation or Jumu'ah, and that are not used all the same: a mosque must not lose
/// them in silence.
extension ColumnRoles {
    /// - Parameter others: the columns that are used for something else, such as the dates.
    func unused(besides others: Set<Int>) -> [TimetableFault] {
        let used = Set(columns.values.map(\.index) + jumuahs.map(\.index)).union(others).union(fridaysLeftOut)
            .union(merged)
        return faults + (0..<body.width).filter { !used.contains($0) }.compactMap { unused($0) } + misplacedFridays
    }

    private func unused(_ index: Int) -> TimetableFault? {
        guard let name = ColumnName(body.headings[index]), name.kind == .jumuah || name.kind == .iqama else {
            return nil
        }
        let texts = body.cells(index)
        let filled = texts.indices.filter { !CellText.isBlank(texts[$0]) }
        guard let first = filled.first else { return nil }
        let column = free.first { $0.index == index }
        let style = ClockCell.style(of: texts)
        // Without a prayer it may be the names of mosques, and beside Jumu'ah's those of the preachers.
        guard name.prayer != nil || column == nil && texts.contains(where: { !CellText.numbers($0).isEmpty }) else {
            return nil
        }
        let unread = filled.first { row in
            if let column { return !column.hasTime(row) }
            return ClockCell(texts[row], style) == nil && ClockCell.wait(texts[row]) == nil
        }
        if let unread {
            let cell = JSONNode.quote(texts[unread])
            let right = name.kind == .jumuah ? "13:15, at most four in a cell" : "18:30, or as \"10 min after\""
            return fault(
                unread,
                "\(body.name(index)) is not used, since \(cell) is no time; write its times as \(right)"
            )
        }
        guard let prayer = name.prayer, !hasIqamaByHand(prayer) else { return nil }
        return fault(
            first,
            "\(body.name(index)) is not used, since nothing tells which column is the iqama of \(prayer.rawValue); "
                + "name it, as in: adhand timetable import FILE --map \(prayer.rawValue)_iqama=\(index + 1)"
        )
    }

    /// More of them are the steps of a table that moves by the week.
    private static let mostDoubles = 5
    /// In seconds: sunrise and sunset together move by so much, in whole minutes, only if one of them does by more than
    /// one.
    private static let leastMove = 180

    /// The rows of a table without dates that are the same as the ones above them, though the sun has moved: each row
    /// after such a one has another day's times.
    func doubles(_ sun: inout SunTable) -> [TimetableFault] {
        let own = Prayer.allCases.compactMap { columns[.time($0)]?.index }
        var found: [TimetableFault] = []
        for (row, next) in zip(body.rows.indices, body.rows.indices.dropFirst()) {
            guard let date = dates[row], let morrow = dates[next],
                own.allSatisfy({ body.rows[row].cells[$0] == body.rows[next].cells[$0] })
            else { continue }
            let (today, tomorrow) = (sun.day(date), sun.day(morrow))
            let moves = [Prayer.sunrise, .maghrib].map { abs(tomorrow[$0] - today[$0]) }
            // An hour is a change of the clocks, which the check tells.
            guard moves.reduce(0, +) >= Self.leastMove, moves.allSatisfy({ $0 < 1800 }) else { continue }
            found.append(
                fault(
                    next,
                    "this row has the same times as the one above, though the sun has moved; if it is there twice, "
                        + "each day after it has the times of the day before. Delete it, or add a column with dates"
                )
            )
        }
        return found.count > Self.mostDoubles ? [] : found
    }

    /// The columns of Jumu'ah that have times on other days only, as after a line too many or too few.
    private var misplacedFridays: [TimetableFault] {
        let fridays = dates.indices.filter { dates[$0]?.weekday == 5 }
        guard fridays.count > 1 else { return [] }
        return Set(jumuahs.map(\.index)).sorted().compactMap { index in
            let own = jumuahs.filter { $0.index == index }
            func isFilled(_ row: Int) -> Bool { own.contains { $0.hasTime(row) } }
            guard !fridays.contains(where: isFilled),
                let first = dates.indices.first(where: { dates[$0] != nil && isFilled($0) })
            else { return nil }
            return fault(
                first,
                "\(body.name(index)) has times on other days, and none on a Friday, so none is used; are they a "
                    + "line too high or too low?"
            )
        }
    }
}
