import AdhanCore

/// How well dates fit the rest of a table: its times, by the sun, and its weekdays.
struct DateFit {
    /// The most that the right dates may differ from the sun, and by how much other dates must differ more: the sum of
    /// the medians for sunrise, noon and sunset, in seconds.
    static let farthest = 3600
    static let margin = 240
    /// A time that is farther from its column's usual distance is an hour off.
    private static let hour = 2400
    /// A year has as many rows looked at, evenly spread.
    private static let samples = 60

    private let columns: [[ClockCell?]]
    /// Of each column that has weekdays, those that a row may have: bit 0 for Sunday.
    private let weekdays: [[UInt8]]
    /// More columns of weekdays are not looked at.
    private static let mostWeekdays = 12
    var sun: SunTable
    var hasWeekdays: Bool { !weekdays.isEmpty }

    init(_ body: TableBody, _ columns: [[ClockCell?]], _ sun: SunTable) {
        (self.columns, self.sun) = (columns, sun)
        let found = (0..<body.width).lazy.compactMap { column -> [UInt8]? in
            let days = body.cells(column).map { cell -> UInt8 in
                let days = CellText.words(cell).lazy.map { CalendarWords.weekdays($0) }.first { !$0.isEmpty } ?? []
                return days.reduce(0) { $0 | 1 << UInt8($1) }
            }
            let named = days.count { $0 != 0 }
            // "10 mar" in each row is March, and no Tuesday.
            guard Set(days).count > 1 else { return nil }
            return named * 10 >= days.count * 9 && CellText.words(body.rows.first?.cells[column] ?? "").count <= 4
                ? days : nil
        }
        weekdays = Array(found.prefix(Self.mostWeekdays))
    }

    /// The distance from the sun, in seconds, of the columns that are nearest to sunrise, noon and sunset.
    mutating func misfit(_ dates: [CivilDate?]) -> Int {
        let rows = Self.sample(dates)
        guard !rows.isEmpty else { return .max }
        var sum = 0
        for prayer in [Prayer.sunrise, .dhuhr, .maghrib] {
            // A table without a sunrise is no worse for that.
            sum += min(nearest(prayer, dates, rows).distance, prayer == .sunrise ? 1200 : 43_200)
        }
        return sum
    }

    /// The column that is nearest to a time of the sun, and how far it is, in seconds.
    private mutating func nearest(_ prayer: Prayer, _ dates: [CivilDate?], _ rows: [Int]) -> (
        column: [ClockCell?]?, distance: Int
    ) {
        var best: (column: [ClockCell?]?, distance: Int) = (nil, 43_200)
        for column in columns {
            if let distance = distance(of: column, dates, rows, from: { $0[prayer] }), distance < best.distance {
                best = (column, distance)
            }
        }
        return best
    }

    /// The median without its sign, in seconds; nil if fewer than half of the rows have a time.
    private mutating func distance(
        of column: [ClockCell?],
        _ dates: [CivilDate?],
        _ rows: [Int],
        from time: (SunTable.Day) -> Int
    ) -> Int? {
        let found = distances(of: column, dates, rows, from: time)
        return found.count * 2 > rows.count ? found.map { abs($0) }.median : nil
    }

    /// How far a column's times are after the sun's, in seconds, in those of the rows that have both a date and a time.
    private mutating func distances(
        of column: [ClockCell?],
        _ dates: [CivilDate?],
        _ rows: [Int],
        from time: (SunTable.Day) -> Int
    ) -> [Int] {
        var found: [Int] = []
        for row in rows {
            guard let date = dates[row], let cell = column[row] else { continue }
            found.append(cell.distance(from: time(sun.day(date))))
        }
        return found
    }

    /// How far the columns of the right dates may be from sunrise, noon and sunset, in seconds: what authorities add to
    /// them and take from them, and some room.
    private static let room: [Prayer: Int] = [.sunrise: 720, .dhuhr: 600, .maghrib: 840]
    /// A column that is farther from the sunrise is none.
    private static let noSunrise = 2100

    /// Whether the times are within minutes of the sun's on those dates, as only those of the right month are.
    mutating func isNear(_ dates: [CivilDate?]) -> Bool {
        let rows = Self.sample(dates)
        guard !rows.isEmpty else { return false }
        for prayer in [Prayer.sunrise, .dhuhr, .maghrib] where !isNear(prayer, dates, rows) { return false }
        return true
    }

    private mutating func isNear(_ prayer: Prayer, _ dates: [CivilDate?], _ rows: [Int]) -> Bool {
        let (column, distance) = nearest(prayer, dates, rows)
        if distance <= Self.room[prayer] ?? 0 { return true }
        switch prayer {
        case .sunrise:
            if distance > Self.noSunrise { return true }
            // A 12-hour clock may show much the same as at sunrise: at Maghrib where days and nights are equal, and at
            // Asr on a long day.
            guard let column else { return false }
            let others: [(SunTable.Day) -> Int] = [{ $0[.asr] }, { $0.laterAsr }, { $0[.maghrib] }]
            return others.contains { (self.distance(of: column, dates, rows, from: $0) ?? .max) < distance }
        // 13:30 all month says nothing of the sun.
        case .dhuhr: return column.map { column in Set(rows.compactMap { column[$0]?.second }).count == 1 } ?? true
        default: return false
        }
    }

    /// Whether the rows' weekdays are those of the dates; nil if the table has none.
    func weekdays(of dates: [CivilDate?]) -> Bool? {
        guard !weekdays.isEmpty else { return nil }
        let bits = dates.map { $0.map { UInt8(1) << UInt8($0.weekday) } ?? 0 }
        let known = bits.count { $0 != 0 }
        return weekdays.contains { days in
            zip(days, bits).count { days, bit in bit != 0 && days & bit == 0 } * 20 <= known
        }
    }

    /// The number of rows whose noon is about an hour from that of the other rows.
    mutating func hoursOff(_ dates: [CivilDate?]) -> Int {
        // A sample tells which column has the noon. Only that one is read as a whole.
        guard let noon = nearest(.dhuhr, dates, Self.sample(dates)).column else { return 0 }
        let distances = distances(of: noon, dates, Array(dates.indices)) { $0[.dhuhr] }
        let middle = distances.median ?? 0
        return distances.count { abs($0 - middle) > Self.hour }
    }

    private static func sample(_ dates: [CivilDate?]) -> [Int] {
        let step = max(1, dates.count / samples)
        return dates.indices.filter { $0 % step == 0 && dates[$0] != nil }
    }
}
