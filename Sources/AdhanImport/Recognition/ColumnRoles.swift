import AdhanCore

/// Which column is what. Headings say it, and the sun confirms it; where they contradict each other, or nothing is
/// said, the sun decides.
struct ColumnRoles {
    var columns: [DayField: TimeColumn] = [:]
    var jumuahs: [TimeColumn] = []
    /// What a person should know of them, such as a heading that the times contradict.
    var remarks: [String] = []
    /// Whether these have the times of the prayers and not of their khutbahs.
    var hasJumuahPrayers = false
    /// The columns whose times have become part of another column.
    var merged: Set<Int> = []
    /// What is wrong with columns as a whole, so that the days lack something.
    var faults: [TimetableFault] = []
    /// The columns of Fridays that are left out for others.
    var fridaysLeftOut: Set<Int> = []
    /// What is usual in some countries, and only of interest where the table is imported.
    var notes: [String] = []
    let body: TableBody
    let dates: [CivilDate?]
    /// The columns that are nothing so far.
    var free: [TimeColumn]
    var sun: SunTable
    private var named: Set<Int> = []

    init(_ times: [TimeColumn], _ body: TableBody, _ dates: [CivilDate?], _ sun: SunTable, _ hints: TableHints)
        throws(TableRefusal)
    {
        (self.body, self.dates, self.sun, free) = (body, dates, sun, times)
        try assignHints(hints)
        for prayer in Prayer.allCases { try assignNamed(prayer) }
        assignSubstitutes()
        contradict()
        try assignBySun()
        assignCongregations()
        let missing = Prayer.allCases.filter { $0 != .sunrise && columns[.time($0)] == nil }
        guard missing.isEmpty else { throw .missing(missing, columns: (0..<body.width).map { body.name($0) }) }
    }

    /// A fault of a column as a whole, which the cell in that row shows.
    func fault(_ row: Int, _ words: String) -> TimetableFault {
        TimetableFault(ofWhole: words, line: body.rows[row].line)
    }

    mutating func addFault(_ row: Int, _ words: String) { faults.append(fault(row, words)) }

    mutating func assign(_ column: TimeColumn, to field: DayField) {
        columns[field] = column
        free.removeAll { $0.index == column.index }
    }

    func isNamedByHand(_ column: TimeColumn) -> Bool { named.contains(column.index) }

    /// Whether a person has named the column of a prayer's congregation, so that no other one is.
    func hasIqamaByHand(_ prayer: Prayer) -> Bool { columns[.iqama(prayer)].map(isNamedByHand) ?? false }

    private mutating func assignHints(_ hints: TableHints) throws(TableRefusal) {
        var keys: [Int: String] = [:]
        for (key, text) in hints.columns.sorted(by: { $0.key < $1.key }) {
            guard let field = DayField(key), field != .date, field != .hijri else { throw .noPrayer(key) }
            let wanted = CellText.words(text)
            let found =
                Int(text).flatMap { $0 < 1 ? nil : $0 - 1 } ?? body.headings.firstIndex {
                    !wanted.isEmpty && CellText.words($0) == wanted
                }
                ?? body.headings.firstIndex(of: text)
            guard let found, found < body.width else { throw .noColumn(text, for: key) }
            if let other = keys.updateValue(key, forKey: found) {
                throw .columnTwice(body.name(found), for: [other, key])
            }
            guard let column = free.first(where: { $0.index == found }) else {
                throw .noTimes(text, for: key, column: body.name(found))
            }
            named.insert(found)
            if field == .jumuah || field == .jumuahPrayer {
                // The khutbah counts before its prayer.
                if field == .jumuah || jumuahs.isEmpty || hasJumuahPrayers {
                    hasJumuahPrayers = field == .jumuahPrayer
                    jumuahs += free.filter { $0.index == column.index }
                }
                free.removeAll { $0.index == column.index }
            } else {
                assign(column, to: field)
            }
        }
    }

    /// The columns that a heading gives to a prayer: its own, for Asr perhaps that of the other madhab, and the
    /// congregation's.
    private mutating func assignNamed(_ prayer: Prayer) throws(TableRefusal) {
        let named = free.filter { $0.name?.prayer == prayer }
        let iqamas = named.filter { $0.name?.kind == .iqama }
        var own = named.filter { $0.name?.kind != .iqama }
        if own.contains(where: { $0.name?.kind == .adhan }) {
            // Beside `Fajr begins`, a mere `Fajr` is its congregation.
            let mere = own.filter { $0.name?.kind == nil && !($0.name?.isLater ?? false) }
            if prayer != .asr || mere.count < own.count - 1 {
                own.removeAll { column in mere.contains { $0.index == column.index } }
            }
            if iqamas.isEmpty, prayer != .sunrise, let mere = mere.first, own.count == 1,
                columns[.iqama(prayer)] == nil
            {
                assign(mere, to: .iqama(prayer))
            }
        }
        if iqamas.count == 1, let iqama = iqamas.first, columns[.iqama(prayer)] == nil {
            assign(iqama, to: .iqama(prayer))
        }
        guard columns[.time(prayer)] == nil else { return }
        if own.count > 1 { own = complementary(own, prayer) }
        if prayer == .asr, own.count == 2 { return assignTwoAsrs(own) }
        if own.count > 1 { own = distinct(own) }
        if own.count > 1 { own = parted(own, prayer) }
        if own.count > 1 { own = near(own, prayer) }
        if prayer == .fajr, assignImsak(own) { return }
        if own.count > 1 { throw .columns(prayer, own.map { body.name($0.index) }) }
        if let only = own.first { assign(only, to: .time(prayer)) }
    }

    /// The later one in the day is that of the Hanafi madhab.
    mutating func assignTwoAsrs(_ own: [TimeColumn]) {
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

    /// One column instead of two of which each has the days that the other lacks: `Iftar` in Ramadan, and `Maghrib` on
    /// the other days.
    private mutating func complementary(_ own: [TimeColumn], _ prayer: Prayer) -> [TimeColumn] {
        guard own.count == 2, let first = own.first, let other = own.last, first.name == other.name,
            zip(first.cells, other.cells).allSatisfy({ $0 == nil || $1 == nil })
        else { return own }
        merged.insert(other.index)
        free.removeAll { $0.index == other.index }
        let days = other.cells.count { $0 != nil }
        notes.append("On \(days) \(days == 1 ? "day" : "days"), \(prayer.title) comes from \(body.name(other.index))")
        let cells = zip(first.cells, other.cells).map { $0 ?? $1 }
        return [TimeColumn(first.index, cells, first.waits, first.name)]
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

    /// Of several columns, the only one that the sun allows; the others may be another prayer: `Alba` is Fajr or the
    /// sunrise.
    private mutating func near(_ own: [TimeColumn], _ prayer: Prayer) -> [TimeColumn] {
        var near: [TimeColumn] = []
        for column in own where distance(column, prayer) != nil { near.append(column) }
        guard near.count == 1, let only = near.first else { return own }
        for column in own where column.index != only.index { free(column) }
        return near
    }

    /// Takes a column's heading for nothing.
    mutating func free(_ column: TimeColumn) {
        free.removeAll { $0.index == column.index }
        free.append(TimeColumn(unnamed: column))
        free.sort { $0.index < $1.index }
    }

    /// Where no column is headed Fajr, the beginning of the fast is Fajr, as in Turkey; Dhuhr is the zawal, and Maghrib
    /// the sunset.
    private mutating func assignSubstitutes() {
        assignSubstitute(.fajr) { $0.name?.kind == .imsak }
        assignSubstitute(.dhuhr) { $0.name?.kind == .other }
        assignSubstitute(.maghrib) { $0.name?.kind == .other }
    }

    private mutating func assignSubstitute(_ prayer: Prayer, _ isSubstitute: (TimeColumn) -> Bool) {
        guard columns[.time(prayer)] == nil else { return }
        var found: [TimeColumn] = []
        for column in free where distance(column, prayer) != nil {
            if column.isNameless { return }
            if isSubstitute(column) { found.append(column) }
        }
        guard found.count == 1, let only = found.first else { return }
        notes.append("\(body.name(only.index)) is taken for \(prayer.rawValue), since no column is headed so")
        assign(only, to: .time(prayer))
    }
}

extension TimeColumn {
    init(unnamed other: TimeColumn) { self = TimeColumn(other.index, other.cells, other.waits, nil) }
}
