import AdhanCore

/// What the sun says of the columns, and where the others stand.
extension ColumnRoles {
    /// Gives up headings that the sun contradicts: the column's times cannot be that prayer's, and those of all such
    /// columns are another's. A time that is only strange, as a Dhuhr at 13:30 all year or a table that is an hour off,
    /// keeps its heading.
    mutating func contradict() {
        var strange: [TimeColumn] = []
        for prayer in Prayer.allCases {
            guard let column = columns[.time(prayer)], !isNamedByHand(column), distance(column, prayer) == nil else {
                continue
            }
            strange.append(column)
        }
        guard !strange.isEmpty else { return }
        var evidence = self
        for (field, column) in columns where strange.contains(where: { $0.index == column.index }) {
            evidence.columns[field] = nil
        }
        for column in strange { evidence.free(column) }
        // `Imsak` may stand above the times of Fajr, and `Fajr` above those of the sunrise.
        if evidence.columns[.time(.fajr)] == nil {
            for column in free where column.name?.kind == .imsak { evidence.free(column) }
        }
        // reason: without a clear reading the headings count
        let hasSunrise = columns[.time(.sunrise)] != nil
        guard (try? evidence.assignBySun(hasSunrise: hasSunrise)) != nil else { return }
        let taken = Set(evidence.columns.values.map(\.index))
        if strange.allSatisfy({ taken.contains($0.index) }) { self = evidence }
    }

    /// Columns for the prayers that no heading names, by their distances from the sun. `hasSunrise`: whether one of
    /// them is the sunrise.
    mutating func assignBySun(hasSunrise: Bool = false) throws(TableRefusal) {
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
        let ranked = ColumnChoices(choices, prayers, hasSunrise: hasSunrise).ranked
        guard let best = ranked.first else { return }
        for (prayer, index) in best.columns.sorted(by: { $0.value < $1.value }) {
            guard let column = unnamed.first(where: { $0.index == index }) else { continue }
            let near = ranked.prefix { $0.distance - best.distance < Self.margin(prayer) }
            let alike = Set(unnamed.filter { $0.cells == column.cells }.map(\.index)).union(best.columns.values)
            let other = near.lazy.compactMap { $0.columns[prayer] }.first { !alike.contains($0) }
            if let other = unnamed.first(where: { $0.index == other }) {
                if prayer == .fajr, unnamed.count <= prayers.count + 1, assignImsak([column, other]) { continue }
                guard prayer == .asr else {
                    throw .columns(prayer, [index, other.index].sorted().map { body.name($0) })
                }
                assignTwoAsrs([column, other])
                continue
            }
            let name = ColumnName(body.headings[index])
            if name?.kind == .imsak || name?.prayer.map({ $0 != prayer }) == true {
                remarks.append("\(body.name(index)) has the times of \(prayer.rawValue), and is taken for it")
            }
            assign(column, to: .time(prayer))
        }
    }

    /// Takes two columns that may each be Fajr, a few minutes apart on all days, for imsak and Fajr. Where prayers have
    /// congregations, the later one may be that of Fajr. Returns whether they are such columns.
    mutating func assignImsak(_ own: [TimeColumn]) -> Bool {
        let others = free.compactMap(\.name).filter { $0.prayer != .fajr }
        let hasCongregations =
            others.contains { $0.kind == .iqama }
            || Prayer.called.contains { prayer in
                prayer != .asr && others.count { $0.prayer == prayer } > 1
            }
        guard own.count == 2, columns[.imsak] == nil, !hasCongregations, !others.contains(where: { $0.kind == .imsak })
        else { return false }
        let gaps = zip(own[0].cells, own[1].cells).compactMap { one, other in
            one.flatMap { one in other.map { $0.distance(from: one.second) } }
        }
        let (first, last) = (gaps.min() ?? 0, gaps.max() ?? 0)
        guard
            Self.imsak.contains(first) && Self.imsak.contains(last)
                || Self.imsak.contains(-first) && Self.imsak.contains(-last)
        else { return false }
        assign(own[first > 0 ? 0 : 1], to: .imsak)
        assign(own[first > 0 ? 1 : 0], to: .time(.fajr))
        return true
    }

    /// How long before Fajr the fast begins where a table has both, in seconds.
    private static let imsak = 300...1500

    /// How far a column is from a prayer's usual times, in seconds; nil if it cannot be that prayer.
    mutating func distance(_ column: TimeColumn, _ prayer: Prayer) -> Int? {
        func offset(_ other: Prayer, _ sun: inout SunTable, in range: ClosedRange<Int>) -> Int? {
            let distances = column.distances(dates, &sun) { $0[other] }
            guard let middle = distances.median, range.contains(middle) else { return nil }
            guard prayer == .fajr || prayer == .isha else { return middle }
            // Counted around the clock, the middle of far distances may be a near one.
            return distances.count { range.contains($0) } * 5 >= distances.count * 4 ? middle : nil
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
}
