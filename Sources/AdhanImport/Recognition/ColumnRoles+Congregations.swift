import AdhanCore

/// The columns of congregations and of the Friday prayers.
extension ColumnRoles {
    /// Congregations without a prayer in their heading stand to the right of their prayer, or as many as there are
    /// prayers stand together in the order of the prayers.
    mutating func assignCongregations() {
        fillFajr()
        assignBlock(unnamedCongregations)
        let owners = columns.compactMap { field, column -> (prayer: Prayer, index: Int)? in
            if case .time(let prayer) = field { (prayer, column.index) } else { nil }
        }
        for column in free {
            switch column.name?.kind {
            case .imsak where columns[.imsak] == nil:
                if let ahead = waits(after: column, columns[.time(.fajr)]).median, Self.longest.contains(ahead) {
                    assign(column, to: .imsak)
                }
            case .iqama where column.name?.prayer == nil:
                let left = owners.filter { $0.index < column.index && $0.prayer != .sunrise }.max {
                    $0.index < $1.index
                }
                guard let prayer = left?.prayer, columns[.iqama(prayer)] == nil, !isOfBlock(column),
                    waits(column, prayer)
                else { continue }
                assign(column, to: .iqama(prayer))
            default: break
            }
        }
        assignUnheaded()
        assignFridays()
        let undecided = free.filter { $0.name?.kind == .iqama && $0.name?.prayer == nil }
        if let first = undecided.first {
            let names = undecided.map { body.name($0.index) }.joined(separator: ", ")
            addFault(
                first.filledRows.first ?? 0,
                "\(names): nothing says of which prayer the congregation is, so it is left out; name the "
                    + "column, as in: adhand timetable import FILE --map fajr_iqama=\(first.index + 1)"
            )
        }
        tellSparse()
    }

    private func isOfBlock(_ column: TimeColumn) -> Bool {
        unnamedCongregations.contains { abs($0.index - column.index) == 1 }
    }

    private var unnamedCongregations: [TimeColumn] {
        free.filter { $0.name?.kind == .iqama && $0.name?.prayer == nil }
    }

    /// As many congregations as prayers, one beside the other, go in the order of the prayers' own columns. Returns the
    /// columns that it uses; all or none.
    @discardableResult
    mutating func assignBlock(_ unsorted: [TimeColumn]) -> [TimeColumn] {
        let block = unsorted.sorted { $0.index < $1.index }
        let called = Prayer.called.compactMap { prayer in
            columns[.time(prayer)].map { (prayer: prayer, index: $0.index) }
        }
        guard let first = block.first, let last = block.last, block.count == Prayer.called.count,
            last.index - first.index == block.count - 1, called.count == block.count,
            Prayer.called.allSatisfy({ columns[.iqama($0)] == nil })
        else { return [] }
        let pairs = zip(block, called.sorted { $0.index < $1.index }).map { ($0, $1.prayer) }
        guard pairs.allSatisfy({ waits($0, $1, unlessKnown: true) }) else { return [] }
        for (column, prayer) in pairs { assign(column, to: .iqama(prayer)) }
        return block
    }

    /// A timetable has one time for a Friday prayer, that of its khutbah, or else that of the prayer. What stands
    /// beside it is said, and left out.
    private mutating func assignFridays() {
        let found = free.filter { $0.name?.kind == .jumuah }
        let khutbahs = found.filter { $0.name?.friday == nil || $0.name?.friday == .khutbah }
        let prayers = found.filter { $0.name?.friday == .prayer }
        let taken = !khutbahs.isEmpty ? khutbahs : !prayers.isEmpty && jumuahs.isEmpty ? prayers : found
        if khutbahs.isEmpty, let first = prayers.first, jumuahs.isEmpty {
            hasJumuahPrayers = true
            notes.append(
                "\(body.name(first.index)) says when the Friday prayer begins, not its khutbah. Write into [jumuah] of "
                    + "the config how long the khutbah begins before it, as in iqama = \"20m\""
            )
        }
        jumuahs += taken
        free.removeAll { $0.name?.kind == .jumuah }
        if jumuahs.isEmpty { assignFridaysOfDhuhr() }
        let others = Set(found.map(\.index)).subtracting(taken.map(\.index))
        guard !others.isEmpty else { return }
        fridaysLeftOut = others
        let names = others.sorted().map { body.name($0) }.joined(separator: ", ")
        remarks.append(
            "\(names) is left out: a timetable has one time for each Friday prayer, here that of "
                + "\(body.name(taken.first?.index ?? 0)); the prayer after the khutbah is set by iqama in [jumuah] of "
                + "the config"
        )
    }

    /// The Fridays on which the column of Dhuhr's congregation has several times: those of the Friday prayers.
    private mutating func assignFridaysOfDhuhr() {
        guard let dhuhr = columns[.iqama(.dhuhr)] else { return }
        let found = TimeColumn.fridays(body, dhuhr.index, dhuhr.name)
        guard let second = found.dropFirst().first else { return }
        let isTaken = dates.indices.map { dates[$0]?.weekday == 5 && second.cells[$0] != nil }
        guard isTaken.contains(true) else { return }
        jumuahs = found.map { column in
            TimeColumn(
                dhuhr.index,
                zip(column.cells, isTaken).map { $1 ? $0 : nil },
                dates.map { _ in nil },
                column.name
            )
        }
        hasJumuahPrayers = true
        notes.append(
            "\(body.name(dhuhr.index)) has several times on Fridays; they are taken for jumuah, as the times when the "
                + "prayers begin"
        )
    }

    /// Says which congregations have a time on a few days only, as where a column shows nothing but its changes.
    private mutating func tellSparse() {
        for prayer in Prayer.called {
            guard let column = columns[.iqama(prayer)] else { continue }
            let filled = column.filledRows.count
            guard filled * 2 < column.cells.count else { continue }
            switch carried(column, prayer, filled) {
            case .whole(let carried):
                columns[.iqama(prayer)] = carried
                remarks.append(
                    "\(body.name(column.index)) has a time on \(filled) of \(column.cells.count) days, on which it "
                        + "changes; each day after one of them has the same"
                )
                continue
            case .spoiled(let row, let words):
                addFault(
                    row,
                    "\(body.name(column.index)) seems to show nothing but its changes, but \(words), so that "
                        + "each time counts for its own day only; correct it"
                )
            case .none: break
            }
            remarks.append(
                "\(body.name(column.index)) has a time on \(filled) of \(column.cells.count) days; the others have no "
                    + "iqama from the file"
            )
        }
    }

    /// What a column is that may show nothing but its changes.
    private enum Carried {
        /// With each time on the days after it, too.
        case whole(TimeColumn)
        /// All but a cell speak for it.
        case spoiled(row: Int, String)
    }

    /// Nil where it is not clear: the first day has a time, few others have, and all of one weekday are no changes.
    /// Then the others must be empty, and each time fit the prayer of its days.
    private func carried(_ column: TimeColumn, _ prayer: Prayer, _ filled: Int) -> Carried? {
        let rows = column.cells.indices
        let own = columns[.time(prayer)]
        let dated = dates.compactMap(\.self)
        guard filled > 1, filled * 10 < rows.count * 3, dated.count == rows.count,
            zip(dated, dated.dropFirst()).allSatisfy({ $0 < $1 })
        else { return nil }
        let changes = column.filledRows
        let texts = body.cells(column.index)
        guard changes.first == 0, Set(changes.map { dated[$0].weekday }).count > 1 || filled < 3 else { return nil }
        if let row = rows.first(where: { !texts[$0].isEmpty && !column.hasTime($0) }) {
            // A dash says that the day has none.
            return CellText.isBlank(texts[row]) ? nil : .spoiled(row: row, "\(JSONNode.quote(texts[row])) is no time")
        }
        var (cells, waits) = (column.cells, column.waits)
        for row in rows.dropFirst() where cells[row] == nil && waits[row] == nil {
            (cells[row], waits[row]) = (cells[row - 1], waits[row - 1])
        }
        let misfits = rows.filter { row in
            guard let cell = cells[row], let adhan = own?.cells[row] else { return false }
            let wait = cell.distance(from: adhan.second)
            return !Self.longest.contains(wait)
                && !((adhan.isOpen || cell.isOpen) && Self.longest.contains((wait + 43_200).withinADay))
        }
        let wrong = Set(misfits.compactMap { row in changes.last { $0 <= row } })
        guard let misfit = misfits.first, let change = wrong.min() else {
            return .whole(TimeColumn(column.index, cells, waits, column.name))
        }
        // Where many do not fit, they are no changes.
        guard wrong.count * 3 <= changes.count else { return nil }
        let since = change == misfit ? "" : " of line \(body.rows[change].line)"
        return .spoiled(
            row: misfit,
            "\(JSONNode.quote(texts[change]))\(since) does not follow \(prayer.rawValue) on \(dated[misfit])"
        )
    }

    /// Whether most of its times are within a congregation's longest wait after a prayer. `unlessKnown`: the answer
    /// where no row has both times, as in a column of minutes to wait.
    func waits(
        _ column: TimeColumn,
        _ prayer: Prayer,
        within range: ClosedRange<Int> = longest,
        unlessKnown: Bool? = nil
    ) -> Bool {
        guard let own = columns[.time(prayer)] else { return false }
        let known = column.cells.indices.filter { column.cells[$0] != nil && own.cells[$0] != nil }
        // Minutes alone fit any prayer; beside one, and with no other column around, they are its own.
        guard !known.isEmpty else { return unlessKnown ?? (column.index == own.index + 1) }
        let after = known.count { row in
            guard let cell = column.cells[row], let adhan = own.cells[row] else { return false }
            let wait = cell.distance(from: adhan.second)
            return range.contains(wait) || adhan.isOpen && range.contains((wait + 43_200).withinADay)
        }
        return after * 10 >= known.count * 8
    }

    static let longest = 0...10_800
    /// Nearly every congregation stands up within so many seconds after its adhan.
    static let usualWait = 7200

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
