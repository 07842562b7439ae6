/// How well dates fit the rest of a table: its times, by the sun, and its weekdays.
struct DateFit {
    /// The most that the right dates may differ from the sun, and by how much other dates must differ more: the sum of the medians
    /// for sunrise, noon and sunset, in seconds.
    static let farthest = 3600
    static let margin = 240
    /// A time that is farther from its column's usual distance is an hour off.
    private static let hour = 2400
    /// A year has as many rows looked at, evenly spread.
    private static let samples = 60

    private let columns: [[ClockCell?]]
    private let weekdays: [[Set<Int>]]
    private(set) var sun: SunTable

    /// - Parameter columns: the times of each column that has times.
    init(_ body: TableBody, _ columns: [[ClockCell?]], _ sun: SunTable) {
        (self.columns, self.sun) = (columns, sun)
        weekdays = (0..<body.width).compactMap { column in
            let days = body.cells(column).map { cell in
                CellText.words(cell).map { CalendarWords.weekdays($0) }.first { !$0.isEmpty } ?? []
            }
            let named = days.count { !$0.isEmpty }
            return named * 10 >= days.count * 9 && CellText.words(body.rows.first?.cells[column] ?? "").count <= 4
                ? days : nil
        }
    }

    /// The distance from the sun, in seconds, of the columns that are nearest to sunrise, noon and sunset.
    mutating func misfit(_ dates: [CivilDate?]) -> Int {
        let step = max(1, dates.count / Self.samples)
        let rows = dates.indices.filter { $0 % step == 0 && dates[$0] != nil }
        guard !rows.isEmpty else { return .max }
        var sum = 0
        for prayer in [Prayer.sunrise, .dhuhr, .maghrib] {
            var best = 43_200
            for column in columns {
                var distances: [Int] = []
                for row in rows {
                    guard let date = dates[row], let cell = column[row] else { continue }
                    distances.append(abs(cell.distance(from: sun.day(date)[prayer])))
                }
                guard distances.count * 2 > rows.count else { continue }
                best = min(best, distances.median ?? best)
            }
            // A table without a sunrise is no worse for that.
            sum += min(best, prayer == .sunrise ? 1200 : 43_200)
        }
        return sum
    }

    /// Whether the rows' weekdays are those of the dates; nil if the table has none.
    func weekdays(of dates: [CivilDate?]) -> Bool? {
        guard !weekdays.isEmpty else { return nil }
        return weekdays.contains { days in
            let pairs = zip(days, dates).compactMap { days, date in date.map { days.contains($0.weekday) } }
            return pairs.count { !$0 } * 20 <= pairs.count
        }
    }

    /// The number of rows whose noon is about an hour from that of the other rows.
    mutating func hoursOff(_ dates: [CivilDate?]) -> Int {
        var best: [Int] = []
        for column in columns {
            var distances: [Int] = []
            for (row, date) in dates.enumerated() {
                guard let date, let cell = column[row] else { continue }
                distances.append(cell.distance(from: sun.day(date)[.dhuhr]))
            }
            guard distances.count * 2 > dates.count else { continue }
            let usual = distances.map { abs($0) }.median ?? .max
            if best.isEmpty || usual < best.map({ abs($0) }).median ?? .max { best = distances }
        }
        let middle = best.median ?? 0
        return best.count { abs($0 - middle) > Self.hour }
    }
}
