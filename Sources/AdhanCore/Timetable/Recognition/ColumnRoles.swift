/// Which column is what. Headings say it, and the sun confirms it; where they contradict each other, or nothing is said, the sun
/// decides.
struct ColumnRoles {
    /// A heading is contradicted from this distance on, in seconds, if the row's times are then out of order.
    private static let contradiction = 4500

    private(set) var columns: [DayField: TimeColumn] = [:]
    /// The columns of the Friday prayers, in their order.
    private(set) var jumuahs: [TimeColumn] = []
    /// What a person should know of them, such as a heading that the times contradict.
    private(set) var remarks: [String] = []
    private let body: TableBody
    private let dates: [CivilDate?]
    private var free: [TimeColumn]
    private var sun: SunTable

    init(_ times: [TimeColumn], _ body: TableBody, _ dates: [CivilDate?], _ sun: SunTable, _ hints: TableHints)
        throws(TableRefusal)
    {
        (self.body, self.dates, self.sun, free) = (body, dates, sun, times)
        try takeHints(hints)
        for prayer in Prayer.allCases { try takeNamed(prayer) }
        takeSubstitutes()
        contradict()
        try takeBySun()
        takeCongregations()
        let missing = Prayer.allCases.filter { $0 != .sunrise && columns[.time($0)] == nil }
        guard missing.isEmpty else { throw .missing(missing, columns: (0..<body.width).map { body.name($0) }) }
    }

    /// The columns that are nothing that adhand uses.
    var unused: [TimeColumn] { free }

    private mutating func assign(_ column: TimeColumn, to field: DayField) {
        columns[field] = column
        free.removeAll { $0.index == column.index }
    }

    private mutating func takeHints(_ hints: TableHints) throws(TableRefusal) {
        for (key, text) in hints.columns.sorted(by: { $0.key < $1.key }) {
            guard let field = DayField(key), field != .date, field != .hijri else { throw .noPrayer(key) }
            let wanted = CellText.words(text)
            let found =
                Int(text).map { $0 - 1 } ?? body.headings.firstIndex { !wanted.isEmpty && CellText.words($0) == wanted }
                ?? body.headings.firstIndex(of: text)
            guard let found, let column = free.first(where: { $0.index == found }) else {
                throw .noColumn(text, for: key)
            }
            if field == .jumuah {
                jumuahs.append(column)
                free.removeAll { $0.index == column.index }
            } else {
                assign(column, to: field)
            }
        }
    }

    /// The columns that a heading gives to a prayer: its own, for Asr perhaps that of the other madhab, and the congregation's.
    private mutating func takeNamed(_ prayer: Prayer) throws(TableRefusal) {
        let named = free.filter { $0.name?.prayer == prayer }
        let iqamas = named.filter { $0.name?.kind == .iqama }
        var own = named.filter { $0.name?.kind != .iqama }
        if own.contains(where: { $0.name?.kind == .adhan }) {
            // Beside `Fajr begins`, a mere `Fajr` is its congregation.
            let mere = own.filter { $0.name?.kind == nil && !($0.name?.isLater ?? false) }
            if prayer != .asr || mere.count < own.count - 1 {
                own.removeAll { column in mere.contains { $0.index == column.index } }
            }
            if iqamas.isEmpty, prayer != .sunrise, let mere = mere.first, own.count == 1 {
                assign(mere, to: .iqama(prayer))
            }
        }
        if iqamas.count == 1, let iqama = iqamas.first { assign(iqama, to: .iqama(prayer)) }
        guard columns[.time(prayer)] == nil else { return }
        if prayer == .asr, own.count == 2 { return takeTwoAsrs(own) }
        if own.count > 1 { own = distinct(own) }
        if own.count > 1 { own = parted(own, prayer) }
        if own.count > 1 { throw .columns(prayer, own.map { body.name($0.index) }) }
        if let only = own.first { assign(only, to: .time(prayer)) }
    }

    /// The later one in the day is that of the Hanafi madhab.
    private mutating func takeTwoAsrs(_ own: [TimeColumn]) {
        let sorted = own.sorted {
            ($0.offset(from: .asr, dates, &sun) ?? 0) < ($1.offset(from: .asr, dates, &sun) ?? 0)
        }
        guard let first = sorted.first, let last = sorted.last else { return }
        assign(first, to: .time(.asr))
        guard first.cells != last.cells else { return }
        let later = last.distances(dates, &sun) { $0.laterAsr }.median ?? .max
        // A second Asr that goes in steps is a congregation's.
        if last.name?.isLater == true || !last.isStepped && abs(later) < 1200 {
            assign(last, to: .laterAsr)
        } else if columns[.iqama(.asr)] == nil {
            assign(last, to: .iqama(.asr))
        }
    }

    /// Without those whose times another column has as well: `Maghrib` and `Iftar`.
    private func distinct(_ own: [TimeColumn]) -> [TimeColumn] {
        own.enumerated().filter { index, column in !own.prefix(index).contains { $0.cells == column.cells } }.map(
            \.element
        )
    }

    /// Two columns of one heading are a prayer and its congregation if only the later one goes in steps.
    private mutating func parted(_ own: [TimeColumn], _ prayer: Prayer) -> [TimeColumn] {
        let (moving, stepped) = (own.filter { !$0.isStepped }, own.filter(\.isStepped))
        guard moving.count == 1, stepped.count == 1, prayer != .sunrise, let only = stepped.first else { return own }
        if columns[.iqama(prayer)] == nil { assign(only, to: .iqama(prayer)) }
        return moving
    }

    /// Where no column is headed Fajr, the beginning of the fast is Fajr, as in Turkey.
    private mutating func takeSubstitutes() {
        guard columns[.time(.fajr)] == nil else { return }
        let imsaks = free.filter { $0.name?.kind == .imsak }
        guard imsaks.count == 1, let imsak = imsaks.first, distance(imsak, .fajr) != nil else { return }
        for column in free where column.isNameless && distance(column, .fajr) != nil { return }
        remarks.append("\(body.name(imsak.index)) is taken for fajr, since no column is headed so")
        assign(imsak, to: .time(.fajr))
    }

    /// Gives up headings that the times contradict: they are not in order, and the column is far from the sun's time.
    private mutating func contradict() {
        let named = Prayer.allCases.filter { columns[.time($0)] != nil }
        var disordered = 0
        for (row, date) in dates.enumerated() {
            guard let date else { continue }
            let seconds = named.map { prayer -> Int in
                let day = sun.day(date)
                guard let cell = columns[.time(prayer)]?.cells[row] else { return day[prayer] }
                // Counted from the middle of the night, which is the same for the whole row.
                return (cell.second(near: day[prayer]) - day[.dhuhr] + 43_200 + 86_400).withinADay
            }
            if zip(seconds, seconds.dropFirst()).contains(where: { $0 > $1 }) { disordered += 1 }
        }
        let known = dates.count { $0 != nil }
        guard disordered * 5 > known else { return }
        for prayer in named {
            guard let column = columns[.time(prayer)], let offset = column.offset(from: prayer, dates, &sun),
                abs(offset) > Self.contradiction
            else { continue }
            columns[.time(prayer)] = nil
            free.append(TimeColumn(unnamed: column))
        }
        free.sort { $0.index < $1.index }
    }

    /// Columns for the prayers that no heading names, by their distances from the sun.
    private mutating func takeBySun() throws(TableRefusal) {
        let prayers = Prayer.allCases.filter { columns[.time($0)] == nil }
        let unnamed = free.filter { $0.isNameless && $0.isSmooth }
        var choices: [ColumnChoices.Choice] = []
        for prayer in prayers {
            var near: [(column: TimeColumn, distance: Int)] = []
            for column in unnamed {
                if let distance = distance(column, prayer) { near.append((column, distance)) }
            }
            // What goes in steps is a congregation's, where another column does not.
            let moving = near.filter { !$0.column.isStepped }
            for (column, distance) in moving.isEmpty ? near : moving {
                choices.append(ColumnChoices.Choice(prayer: prayer, column: column.index, distance: distance))
            }
        }
        let ranked = ColumnChoices(choices, prayers).ranked
        guard let best = ranked.first else { return }
        for (prayer, index) in best.columns.sorted(by: { $0.value < $1.value }) {
            guard let column = unnamed.first(where: { $0.index == index }) else { continue }
            let others = ranked.filter {
                $0.columns[prayer] != index && $0.distance - best.distance < Self.margin(prayer)
            }
            .compactMap { other in unnamed.first { $0.index == other.columns[prayer] } }
            .filter { $0.cells != column.cells && !best.columns.values.contains($0.index) }
            if let other = others.first {
                guard prayer == .asr else {
                    throw .columns(prayer, [index, other.index].sorted().map { body.name($0) })
                }
                takeTwoAsrs([column, other])
                continue
            }
            if let other = ColumnName(body.headings[index])?.prayer, other != prayer {
                remarks.append("\(body.name(index)) has the times of \(prayer.rawValue), and is taken for it")
            }
            assign(column, to: .time(prayer))
        }
    }

    /// How far a column is from a prayer's usual times, in seconds; nil if it cannot be that prayer.
    private mutating func distance(_ column: TimeColumn, _ prayer: Prayer) -> Int? {
        func offset(_ other: Prayer, _ sun: inout SunTable, in range: ClosedRange<Int>) -> Int? {
            column.offset(from: other, dates, &sun).flatMap { range.contains($0) ? $0 : nil }
        }
        switch prayer {
        // An hour and a half of twilight; up to five hours in the north.
        case .fajr: return offset(.sunrise, &sun, in: -18_000 ... -1500).map { abs($0 + 5400) }
        case .isha: return offset(.maghrib, &sun, in: 1800...18_000).map { abs($0 - 5400) }
        case .sunrise: return offset(.sunrise, &sun, in: -900...900).map { abs($0) }
        case .dhuhr: return offset(.dhuhr, &sun, in: -420...2700).map { abs($0) }
        case .maghrib: return offset(.maghrib, &sun, in: -420...1500).map { abs($0) }
        case .asr:
            let first = column.offset(from: .asr, dates, &sun)
            let later = column.distances(dates, &sun) { $0.laterAsr }.median
            return [first, later].compactMap { $0.map { abs($0) } }.filter { $0 <= 1200 }.min()
        }
    }

    /// Another column must be farther by so much, in seconds, to be no choice.
    private static func margin(_ prayer: Prayer) -> Int {
        switch prayer {
        case .fajr, .isha: 10_800
        case .sunrise: 480
        case .dhuhr, .maghrib: 2700
        case .asr: 2400
        }
    }

    /// Congregations without a prayer in their heading stand to the right of their prayer.
    private mutating func takeCongregations() {
        let owners = columns.compactMap { field, column -> (prayer: Prayer, index: Int)? in
            if case .time(let prayer) = field { (prayer, column.index) } else { nil }
        }
        for column in free {
            switch column.name?.kind {
            case .jumuah:
                jumuahs.append(column)
                free.removeAll { $0.index == column.index }
            case .iqama where column.name?.prayer == nil:
                let left = owners.filter { $0.index < column.index && $0.prayer != .sunrise }.max {
                    $0.index < $1.index
                }
                guard let prayer = left?.prayer, columns[.iqama(prayer)] == nil, waits(column, prayer) else { continue }
                assign(column, to: .iqama(prayer))
            default: break
            }
        }
    }

    /// Whether most of its times are within three hours after a prayer.
    private func waits(_ column: TimeColumn, _ prayer: Prayer) -> Bool {
        guard let own = columns[.time(prayer)] else { return false }
        let known = column.cells.indices.filter { column.cells[$0] != nil && own.cells[$0] != nil }
        let after = known.count { row in
            guard let cell = column.cells[row], let adhan = own.cells[row] else { return false }
            let wait = cell.distance(from: adhan.second)
            return (0...10_800).contains(wait) || adhan.isOpen && (0...10_800).contains((wait + 43_200).withinADay)
        }
        return after * 10 >= known.count * 8
    }
}

extension TimeColumn {
    /// The same without its heading.
    fileprivate init(unnamed other: TimeColumn) { self = TimeColumn(other.index, other.cells, other.waits, nil) }
}
