/// The rows of a recognised table as days in the usual names and spellings.
struct TableDays {
    private let roles: ColumnRoles
    private var sun: SunTable
    private let calculator: PrayerCalculator
    private let clock: FileClock

    init(_ roles: ColumnRoles, _ sun: SunTable, _ calculator: PrayerCalculator, _ clock: FileClock) {
        (self.roles, self.sun, self.calculator, self.clock) = (roles, sun, calculator, clock)
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
            if let fajr = adhans[.fajr], let cell = column.cells[row] {
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
            note(.iqama(prayer), [column])
            // A wait counts from the adhan. A time of day stands also beside one that cannot be read.
            let adhan = adhans[prayer] ?? (column.waits[row] == nil ? sun[prayer] : nil)
            if let adhan, let text = Self.congregation(column, row, after: adhan) {
                members.append(member(prayer.rawValue + "_iqama", text))
            }
        }
        let jumuahs = roles.jumuahs.compactMap {
            Self.congregation($0, row, after: sun[.dhuhr] - 5400, within: 5 * 3600)
        }
        for (index, text) in jumuahs.prefix(4).enumerated() { members.append(member("jumuah_\(index + 1)", text)) }
        // A column with several times in a cell counts for several.
        for index in Set(roles.jumuahs.map(\.index)).sorted() {
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
    /// - Parameter longest: seconds from the adhan; a time that is later may be twelve hours off.
    private static func congregation(_ column: TimeColumn, _ row: Int, after adhan: Int, within longest: Int = 3 * 3600)
        -> String?
    {
        if let wait = column.waits[row] { return ClockText.format((adhan + wait * 60).withinADay) }
        guard let cell = column.cells[row] else { return nil }
        let later = (cell.second + 43_200).withinADay
        // 1:30 for a Dhuhr at 12:20 is 13:30. Anything else is as written, right or wrong.
        let isTwelve = (cell.second - adhan).withinADay > 6 * 3600 && (later - adhan).withinADay <= longest
        return ClockText.format(isTwelve ? later : cell.second)
    }
}
