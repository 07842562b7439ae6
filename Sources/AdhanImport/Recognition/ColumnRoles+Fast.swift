import AdhanCore

/// Fajr on days that have nothing but the beginning of the fast.
extension ColumnRoles {
    /// How long each row's time of a column is after that of another one, in seconds.
    func waits(after first: TimeColumn, _ second: TimeColumn?) -> [Int] {
        zip(first.cells, second?.cells ?? []).compactMap { first, second in
            first.flatMap { first in second.map { $0.distance(from: first.second) } }
        }
    }

    /// In seconds: what neighbouring days may differ by, beside the sun.
    private static let step = 180

    /// Gives Fajr's column the times of days that have nothing but the beginning of the fast, as in Ramadan. How long
    /// this is before Fajr the other days say: those that have both, or else those just before and after the fast.
    mutating func fillFajr() {
        let fasts = free.filter { $0.name?.kind == .imsak }
        guard let fajr = columns[.time(.fajr)], let fast = fasts.first ?? columns[.imsak], fasts.count < 2 else {
            return
        }
        let lacking = fajr.cells.indices.filter { fajr.cells[$0] == nil && fast.cells[$0] != nil }
        let texts = body.cells(fajr.index)
        guard !lacking.isEmpty, lacking.allSatisfy({ CellText.isBlank(texts[$0]) }) else { return }
        var waits = waits(after: fast, fajr)
        if waits.isEmpty {
            func fromSun(_ column: TimeColumn, _ row: Int) -> Int? {
                guard let date = dates[row], let cell = column.cells[row] else { return nil }
                return cell.distance(from: sun.day(date)[.fajr])
            }
            for (row, next) in zip(dates.indices, dates.indices.dropFirst()) {
                for (one, other) in [(row, next), (next, row)] {
                    if let own = fromSun(fajr, one), let early = fromSun(fast, other) { waits.append(own - early) }
                }
            }
            // Some begin the fast ten minutes early, which only days with both tell.
            guard waits.allSatisfy({ abs($0) <= Self.step }) else { return }
            waits = waits.map { _ in 0 }
        }
        guard let wait = waits.median, Self.longest.contains(wait), waits.allSatisfy({ abs($0 - wait) <= Self.step })
        else { return }
        var cells = fajr.cells
        for row in lacking {
            cells[row] = fast.cells[row].map { ClockCell(second: ($0.second + wait).withinADay, isOpen: $0.isOpen) }
        }
        columns[.time(.fajr)] = TimeColumn(fajr.index, cells, fajr.waits, fajr.name)
        notes.append(
            "fajr on \(lacking.count) days is from \(body.name(fast.index))"
                + (wait == 0 ? "" : ", which is \(wait / 60) min before it on the other days")
        )
    }
}
