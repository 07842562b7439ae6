import AdhanCore

/// The rows of a recognised table as days with their values.
struct TableDays {
    private let roles: ColumnRoles
    private var sun: SunTable
    private let calculator: PrayerCalculator
    private let clock: FileClock
    /// The times that a clock of twelve hours shows.
    private let twelveHours = 3600..<46_800
    /// Of each congregation's column on a clock of twelve hours, by its index.
    private var isAfternoon: [Int: Bool] = [:]

    init(_ roles: ColumnRoles, _ sun: SunTable, _ calculator: PrayerCalculator, _ clock: FileClock) {
        (self.roles, self.sun, self.calculator, self.clock) = (roles, sun, calculator, clock)
        for prayer in Prayer.called {
            guard let column = roles.columns[.iqama(prayer)] else { continue }
            let own = roles.columns[.time(prayer)]
            var adhans: [Int?] = []
            for (row, date) in roles.dates.enumerated() {
                guard let date, column.cells[row] != nil else {
                    adhans.append(nil)
                    continue
                }
                let usual = self.sun.day(date)[prayer]
                adhans.append(own?.cells[row]?.second(near: usual) ?? usual)
            }
            isAfternoon[column.index] = isAfternoon(column, after: adhans)
        }
        for column in roles.jumuahs {
            var noons: [Int?] = []
            for date in roles.dates { noons.append(date.map { self.sun.day($0)[.dhuhr] - 5400 }) }
            // A cell may have several times, of which some say their half of the day.
            if let found = isAfternoon(column, after: noons) { isAfternoon[column.index] = found }
        }
    }

    /// - Parameter row: its number among the days, from 0 on.
    mutating func day(_ row: Int, line: Int, date: CivilDate, _ body: TableBody) -> DayEntry {
        let cells = body.rows[row].cells
        var entry = DayEntry(line: line, date: date)
        func add(_ field: DayField, _ second: Int) {
            entry.values[field, default: []].append(.clock(second, line: line))
        }
        // An unreadable cell is a fault of its day.
        func add(_ field: DayField, unread text: String) {
            let node = JSONNode(key: "", value: .string(text), line: line)
            entry.values[field, default: []].append(.written(node))
        }
        func note(_ field: DayField, _ columns: [TimeColumn]) {
            guard let index = columns.first?.index,
                columns.allSatisfy({ !$0.hasTime(row) }),
                !CellText.isBlank(cells[index]), !Self.isFriday(cells[index], field, date)
            else { return }
            entry.unread.append(.cellUnreadable(field, JSONNode.quote(cells[index]), column: body.name(index)))
        }
        let sun = self.sun.day(date)
        var adhans: [Prayer: Int] = [:]
        for prayer in Prayer.allCases {
            guard let column = roles.columns[.time(prayer)] else { continue }
            adhans[prayer] = column.cells[row]?.second(near: sun[prayer])
            if let adhan = adhans[prayer] {
                add(.time(prayer), adhan)
            } else if !cells[column.index].isEmpty {
                add(.time(prayer), unread: cells[column.index])
            }
        }
        if roles.columns[.time(.sunrise)] == nil {
            adhans[.sunrise] = sun[.sunrise]
            add(.time(.sunrise), sun[.sunrise])
        }
        if let column = roles.columns[.imsak] {
            if let cell = column.cells[row] { add(.imsak, cell.second(near: (adhans[.fajr] ?? sun[.fajr]) - 600)) }
            note(.imsak, [column])
        }
        if let column = roles.columns[.laterAsr] {
            // An unreadable one must not become the other madhab's.
            if let cell = column.cells[row] {
                add(.laterAsr, cell.second(near: sun.laterAsr))
            } else {
                add(.laterAsr, unread: cells[column.index])
            }
        }
        for prayer in Prayer.called {
            guard let column = roles.columns[.iqama(prayer)] else { continue }
            // A Friday's cell in Dhuhr's column may have the times of Jumu'ah.
            note(.iqama(prayer), [column] + roles.jumuahs.filter { $0.index == column.index })
            // A wait counts from the adhan. A time of day stands also beside one that cannot be read.
            let adhan = adhans[prayer] ?? (column.waits[row] == nil ? sun[prayer] : nil)
            if let adhan, let time = congregation(column, row, after: adhan) { add(.iqama(prayer), time) }
        }
        let jumuahs = roles.jumuahs.compactMap { congregation($0, row, after: sun[.dhuhr] - 5400, within: 5 * 3600) }
        for time in jumuahs.prefix(4) { add(roles.hasJumuahPrayers ? .jumuahPrayer : .jumuah, time) }
        // A column with several times in a cell counts for several.
        for index in Set(roles.jumuahs.map(\.index)).sorted() where index != roles.columns[.iqama(.dhuhr)]?.index {
            note(.jumuah, roles.jumuahs.filter { $0.index == index })
        }
        return entry
    }

    /// Whether a cell only says that Jumu'ah takes the place of Dhuhr's congregation.
    private static func isFriday(_ text: String, _ field: DayField, _ date: CivilDate) -> Bool {
        field == .iqama(.dhuhr) && date.weekday == 5 && ColumnName(text)?.kind == .jumuah
            && CellText.numbers(text).isEmpty
    }

    /// A congregation's time in seconds since midnight; nil if the cell has none. `longest`: seconds from the adhan;
    /// among times of 24 hours, one that is later may be twelve hours off.
    private func congregation(
        _ column: TimeColumn,
        _ row: Int,
        after adhan: Int,
        within longest: Int = 3 * 3600
    ) -> Int? {
        if let wait = column.waits[row] { return (adhan + wait * 60).withinADay }
        guard let cell = column.cells[row] else { return nil }
        guard let isAfternoon = isAfternoon[column.index] else {
            // 1:30 among times of 24 hours.
            let later = (cell.second + 43_200).withinADay
            let isTwelve = !Self.waits(cell.second, after: adhan) && (later - adhan).withinADay <= longest
            return isTwelve ? later : cell.second
        }
        let (plain, later) = (cell.second % 43_200, cell.second % 43_200 + 43_200)
        let (own, other) = isAfternoon ? (later, plain) : (plain, later)
        // An Isha after midnight is none of the afternoon, nor is a Dhuhr before noon.
        let isSoon = (other - adhan).withinADay <= ColumnRoles.usualWait
        let isOther =
            !Self.waits(own, after: adhan) && Self.waits(other, after: adhan) && (cell.second >= 36_000 || isSoon)
        return isOther ? other : own
    }

    private static func waits(_ time: Int, after adhan: Int) -> Bool {
        (time - adhan).withinADay <= PrayerDay.longestWait
    }

    /// Whether the times of a congregation's column are of the afternoon, where the column writes twelve hours: what
    /// most of its times mean, seen from their adhans. A single cell before its adhan would else be read as twelve
    /// hours later. Nil if it writes 24 hours.
    private func isAfternoon(_ column: TimeColumn, after adhans: [Int?]) -> Bool? {
        let times = zip(column.cells, adhans).compactMap { cell, adhan in
            cell.flatMap { cell in adhan.map { (cell: cell.second, adhan: $0) } }
        }
        guard !times.isEmpty, times.allSatisfy({ twelveHours.contains($0.cell) }) else { return nil }
        let early = times.count { Self.waits($0.cell % 43_200, after: $0.adhan) }
        let late = times.count { Self.waits($0.cell % 43_200 + 43_200, after: $0.adhan) }
        return early == late ? nil : late > early
    }
}
