import AdhanCore

/// The rows of a recognised table as days in the usual names and spellings.
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
    /// - Returns: the day, and what is wrong with its cells that have neither a time nor a blank.
    mutating func day(_ row: Int, line: Int, date: CivilDate, _ body: TableBody) -> (JSONNode, [DayProblem]) {
        func member(_ key: String, _ text: String) -> JSONNode { JSONNode(key: key, value: .string(text), line: line) }
        let cells = body.rows[row].cells
        var members = [member("date", date.description)]
        var unread: [DayProblem] = []
        func note(_ field: DayField, _ columns: [TimeColumn]) {
            guard let index = columns.first?.index,
                columns.allSatisfy({ $0.cells[row] == nil && $0.waits[row] == nil }),
                !CellText.isBlank(cells[index]), !Self.isFriday(cells[index], field, date)
            else { return }
            unread.append(.cellUnreadable(field, JSONNode.quote(cells[index]), column: body.name(index)))
        }
        let sun = self.sun.day(date)
        var adhans: [Prayer: Int] = [:]
        for prayer in Prayer.allCases {
            guard let column = roles.columns[.time(prayer)] else { continue }
            adhans[prayer] = column.cells[row]?.second(near: sun[prayer])
            let text = adhans[prayer].map { ClockText.format($0) } ?? cells[column.index]
            // Without it the day's fault is that the prayer is missing.
            if !text.isEmpty { members.append(member(prayer.rawValue, text)) }
        }
        if roles.columns[.time(.sunrise)] == nil {
            adhans[.sunrise] = sun[.sunrise]
            members.append(member(Prayer.sunrise.rawValue, ClockText.format(sun[.sunrise])))
        }
        if let column = roles.columns[.imsak] {
            if let cell = column.cells[row] {
                let fajr = adhans[.fajr] ?? sun[.fajr]
                members.append(member("imsak", ClockText.format(cell.second(near: fajr - 600))))
            }
            note(.imsak, [column])
        }
        if let column = roles.columns[.laterAsr] {
            let text = column.cells[row].map { ClockText.format($0.second(near: sun.laterAsr)) }
            // What cannot be read must not become the other madhab's.
            members.append(member("asr_2", text ?? cells[column.index]))
        }
        for prayer in Prayer.called {
            guard let column = roles.columns[.iqama(prayer)] else { continue }
            // A Friday's cell in Dhuhr's column may have the times of Jumu'ah.
            note(.iqama(prayer), [column] + roles.jumuahs.filter { $0.index == column.index })
            // A wait counts from the adhan. A time of day stands also beside one that cannot be read.
            let adhan = adhans[prayer] ?? (column.waits[row] == nil ? sun[prayer] : nil)
            if let adhan, let text = congregation(column, row, after: adhan) {
                members.append(member(prayer.rawValue + "_iqama", text))
            }
        }
        let jumuahs = roles.jumuahs.compactMap { congregation($0, row, after: sun[.dhuhr] - 5400, within: 5 * 3600) }
        for (index, text) in jumuahs.prefix(4).enumerated() {
            members.append(member("jumuah_\(index + 1)" + (roles.hasJumuahPrayers ? "_iqama" : ""), text))
        }
        // A column with several times in a cell counts for several.
        for index in Set(roles.jumuahs.map(\.index)).sorted() where index != roles.columns[.iqama(.dhuhr)]?.index {
            note(.jumuah, roles.jumuahs.filter { $0.index == index })
        }
        return (JSONNode(key: "", value: .object(members), line: line), unread)
    }

    /// Whether a cell only says that Jumu'ah takes the place of Dhuhr's congregation.
    private static func isFriday(_ text: String, _ field: DayField, _ date: CivilDate) -> Bool {
        field == .iqama(.dhuhr) && date.weekday == 5 && ColumnName(text)?.kind == .jumuah
            && CellText.numbers(text).isEmpty
    }

    /// A congregation's time; nil if the cell has none.
    ///
    /// - Parameter longest: seconds from the adhan; among times of 24 hours, one that is later may be twelve hours off.
    private func congregation(
        _ column: TimeColumn,
        _ row: Int,
        after adhan: Int,
        within longest: Int = 3 * 3600
    ) -> String? {
        if let wait = column.waits[row] { return ClockText.format((adhan + wait * 60).withinADay) }
        guard let cell = column.cells[row] else { return nil }
        guard let isAfternoon = isAfternoon[column.index] else {
            // 1:30 among times of 24 hours.
            let later = (cell.second + 43_200).withinADay
            let isTwelve = !Self.waits(cell.second, after: adhan) && (later - adhan).withinADay <= longest
            return ClockText.format(isTwelve ? later : cell.second)
        }
        let (plain, later) = (cell.second % 43_200, cell.second % 43_200 + 43_200)
        let (own, other) = isAfternoon ? (later, plain) : (plain, later)
        // An Isha after midnight is none of the afternoon, nor is a Dhuhr before noon.
        let isSoon = (other - adhan).withinADay <= ColumnRoles.usualWait
        let isOther =
            !Self.waits(own, after: adhan) && Self.waits(other, after: adhan) && (cell.second >= 36_000 || isSoon)
        return ClockText.format(isOther ? other : own)
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
