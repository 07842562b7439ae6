import AdhanCore

/// The columns of a grid, and which of its rows are days.
struct TableLayout {
    /// A row with as many times is a day.
    private static let fewestTimes = 3

    /// The number of columns that most days have; where the column of each cell is known, that of the widest day.
    let width: Int
    /// Of each column: whether most days have a time in it.
    let isTime: [Bool]
    /// Of each column: whether nearly all days have a date or a part of one in it.
    private let isDate: [Bool]
    private let styles: [ClockCell.Style]
    /// Of each row of the grid: the number of its times.
    private let times: [Int]
    let dayZero: CivilDate

    /// - Parameter isAligned: whether the column of each cell is known. Only the cells behind a row's last one are then
    ///   missing from it, as in a sheet whose last column is for Fridays.
    init?(_ rows: [Grid.Row], dayZero: CivilDate, isAligned: Bool = false) {
        let widest = rows.map(\.cells.count).max() ?? 0
        let styles = (0..<widest).map { column in
            ClockCell.style(of: rows.compactMap { $0.cells[at: column] })
        }
        let clocks = rows.map { row in zip(row.cells, styles).map { ClockCell($0, $1) != nil } }
        let times = clocks.map { row in row.count { $0 } }
        let days = times.indices.filter { times[$0] >= Self.fewestTimes }
        guard !days.isEmpty else { return nil }
        let counts = Dictionary(grouping: days.map { clocks[$0].count }) { $0 }
        let usual = counts.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?.key ?? widest
        let width = isAligned ? counts.keys.max() ?? usual : usual
        let regular = isAligned ? days : days.filter { clocks[$0].count == width }
        let isTime = (0..<width).map { column in
            regular.count { clocks[$0][at: column] == true } * 2 > regular.count
        }
        isDate = zip(0..<width, isTime).map { column, isTime in
            let texts = regular.lazy.compactMap { rows[$0].cells[at: column] }
            return !isTime
                && texts.count { DateText($0, dayZero: dayZero)?.date(.dayFirst) != nil } * 10 >= regular.count * 8
        }
        self.isTime = isTime
        (self.width, self.styles, self.times, self.dayZero) = (width, styles, times, dayZero)
    }

    /// Whether each row is a day: it has three times or more, or the date that comes before or after that of its
    /// neighbour.
    func days(_ rows: [Grid.Row]) -> [Bool] {
        var isDay = times.map { $0 >= Self.fewestTimes }
        // What stands below the last date and has none is a note with some times.
        if isDate.contains(true), let last = rows.indices.last(where: { isDay[$0] && !marks(rows[$0]).isEmpty }) {
            for index in rows.indices.dropFirst(last + 1) where isDay[index] {
                isDay[index] = times[index] * 2 > isTime.count { $0 }
            }
        }
        // So is a row between the days that has as few, and nothing where the others have their dates: the times of
        // Jumu'ah.
        let dated = isDate.indices.filter { isDate[$0] }
        if !dated.isEmpty {
            for index in rows.indices where isDay[index] && times[index] * 2 <= isTime.count(where: { $0 }) {
                let cells = rows[index].cells
                isDay[index] = dated.contains { cells[at: $0]?.isEmpty == false }
            }
        }
        for index in rows.indices where !isDay[index] && index > 0 && isDay[index - 1] {
            let next = rows[at: index + 1]
            isDay[index] = follows(rows[index - 1], rows[index]) && next.map { isOther(rows[index], $0) } ?? true
        }
        for index in rows.indices.dropLast().reversed() where !isDay[index] && isDay[index + 1] {
            isDay[index] = follows(rows[index], rows[index + 1])
        }
        return isDay
    }

    private func marks(_ row: Grid.Row) -> [(column: Int, order: DateCell.Order, mark: DateCell)] {
        (0..<width).filter { isDate[$0] && row.cells.indices.contains($0) }.flatMap { column in
            let text = DateText(row.cells[column], dayZero: dayZero)
            return DateCell.Order.allCases.compactMap { order in text?.date(order).map { (column, order, $0) } }
        }
    }

    private func follows(_ row: Grid.Row, _ next: Grid.Row) -> Bool {
        (0..<width).contains { column in
            guard isDate[column], let text = row.cells[at: column].flatMap({ DateText($0, dayZero: dayZero) }),
                let below = next.cells[at: column].flatMap({ DateText($0, dayZero: dayZero) })
            else { return false }
            return DateCell.Order.allCases.contains { order in
                guard let one = text.date(order), let other = below.date(order) else { return false }
                return one.precedes(other)
            }
        }
    }

    private struct OrderedMark: Hashable {
        let order: DateCell.Order
        let mark: DateCell
    }

    private func isOther(_ row: Grid.Row, _ next: Grid.Row) -> Bool {
        let others = Set(marks(next).map { OrderedMark(order: $0.order, mark: $0.mark) })
        return !marks(row).contains { others.contains(OrderedMark(order: $0.order, mark: $0.mark)) }
    }

    /// Whether a row ends before a column with times.
    func lacksTimes(_ cells: [String]) -> Bool { isTime.dropFirst(cells.count).contains(true) }

    /// A row with exactly as many cells as the table has columns. Text with the table's separator in it, such as a
    /// remark, has become several cells: they are put together again where the times then stand in their columns.
    func fitted(_ cells: [String]) -> [String] {
        if cells.count < width { return cells + Array(repeating: "", count: width - cells.count) }
        let surplus = cells.count - width
        if surplus == 0 { return cells }
        for column in (0..<width).reversed() where !isTime[column] {
            let text = cells[column...(column + surplus)].joined(separator: ", ")
            let fitted = Array(cells[..<column]) + [text] + Array(cells[(column + surplus + 1)...])
            let fits = fitted.enumerated().allSatisfy { index, cell in
                !isTime[index] || cell.isEmpty || ClockCell(cell, styles[index]) != nil
            }
            if fits { return fitted }
        }
        return Array(cells.prefix(width))
    }
}
