/// A timetable as written in a file, in any format of `TimetableShape`. Days may be missing. Keys that `DayField` does
/// not know are ignored. A wrong day is left out and reported; the others are used. A day of which one time cannot be
/// read is kept for the check, which replaces that time.
package struct WrittenTimetable: Sendable, Hashable, Codable {
    /// More than two years have, so a file with repeated days can report them.
    package static let mostDays = 800

    package let shape: TimetableShape
    package let year: Int?
    /// The mosque's location according to the file; nil if it states none or an invalid one.
    package let location: Coordinates?
    /// Sorted by line, then by date. Many of one kind are one.
    package let faults: [TimetableFault]
    /// How many they are, each for itself.
    package let faultCount: Int
    /// The faults without those of a single time that cannot be read, which the check tells.
    private let othersFaults: [TimetableFault]
    /// How many lines have no date that can be read, without those of a day that the calendar lacks, such as 29
    /// February.
    package let undated: Int
    /// How many lines are of a day that the calendar lacks.
    package let ofNoDay: Int
    /// What of the file is not read, and is no fault.
    package private(set) var remarks: [TimetableFault] = []
    /// The names of the sheets that are not read, though they have times.
    package private(set) var sheetsLeftOut: [String] = []
    /// Every date in the file, used or not, and its first line.
    let lines: [CivilDate: Int]
    let sheets: [CivilDate: SheetName]
    private let hasOwnClock: Bool
    /// Ascending, each date once.
    private let entries: [Entry]
    private let partial: [Entry]

    private struct Entry: Hashable, Codable {
        let line: Int
        let sheet: SheetName?
        let day: WrittenDay

        func filed(in zone: ZoneRules) -> FileDay { day.filed(line, on: sheet, in: zone) }
    }

    /// Parses a whole file; `clock` counts where the file itself does not say. Throws `TimetableRefusal` if nothing in
    /// it can be used.
    package init(_ bytes: [UInt8], clock: FileClock = .local, madhab: Madhab = .shafi) throws(TimetableRefusal) {
        try self.init(DayList(bytes, ReadDay.Options(clock: clock, madhab: madhab)))
    }

    /// The days of recognised tables, in the order of the file; `remarks` say what is not read, and is no fault. Throws
    /// `TimetableRefusal.tooManyDays`.
    package init(
        recognised days: [ReadDay],
        columnFaults: [TimetableFault],
        remarks: [TimetableFault],
        sheetsLeftOut: [String]
    ) throws(TimetableRefusal) {
        guard days.count <= Self.mostDays else { throw .tooManyDays(line: 1) }
        try self.init(DayList(.table, days, columnFaults: columnFaults))
        (self.remarks, self.sheetsLeftOut) = (remarks, sheetsLeftOut)
    }

    private init(_ list: DayList) throws(TimetableRefusal) {
        (shape, year, location) = (list.shape, list.year, list.location.coordinates)
        hasOwnClock = list.hasOwnClock
        let dates = list.days.compactMap(\.date)
        if let year, let first = dates.first, !dates.contains(where: { $0.year == year }) {
            throw .otherYear(year, first)
        }
        lines = Dictionary(list.days.compactMap { day in day.date.map { ($0, day.line) } }) { first, _ in first }
        sheets = Dictionary(
            list.days.compactMap { day in day.date.flatMap { date in day.sheet.map { (date, $0) } } }
        ) { first, _ in first }
        let (entries, faults) = Self.sift(list.days, year: list.year)
        self.entries = entries.filter(\.day.unread.isEmpty)
        partial = entries.filter { !$0.day.unread.isEmpty }
        let all = [list.location.fault].compactMap(\.self) + list.columnFaults + faults
        (self.faults, faultCount) = (all.jointly.inOrder, all.count)
        let told = Set(partial.flatMap(\.day.unread.values))
        othersFaults = all.filter { !told.contains($0) }
        undated = list.days.count { $0.date == nil && !$0.isOfNoDay }
        ofNoDay = list.days.count { $0.date == nil && $0.isOfNoDay }
    }

    /// The days as moments, ascending, without those of which a time cannot be read.
    package func days(in zone: ZoneRules) -> [FileDay] { entries.map { $0.filed(in: zone) } }

    /// The days for the check, ascending, also those of which one time cannot be read; and the faults that it does not
    /// report, in the order of the file.
    package func forCheck(in zone: ZoneRules) -> (days: [FileDay], faults: [TimetableFault]) {
        let days = (entries + partial).map { entry in
            var filed = entry.filed(in: zone)
            filed.hasOwnClock = hasOwnClock
            return filed
        }
        return (days.sorted { $0.day.date < $1.day.date }, othersFaults.jointly.inOrder)
    }

    /// The faults that the check does not report. An iqama that follows the time put in place of a wrong adhan is none.
    package func faults(beside verdict: TimetableCheck.Verdict) -> [TimetableFault] {
        othersFaults.filter { fault in
            guard let date = fault.date, let revived = verdict.revived[date] else { return true }
            if fault.kind == DayProblem.kindOfImsak, verdict.revivedImsaks.contains(date) { return false }
            return !revived.contains { prayer in
                [true, false].contains { fault.kind == DayProblem.kind(ofIqama: prayer, isBefore: $0) }
            }
        }.jointly.inOrder
    }

    /// The days in the file that are not used, each with its fault.
    package func refused(
        except used: some Sequence<CivilDate>,
        _ faults: [TimetableFault]
    ) -> [CivilDate: TimetableFault] {
        faults.byDate(Set(lines.keys).subtracting(used))
    }

    /// The days before the check.
    package var unreadable: [CivilDate: TimetableFault] { refused(except: entries.map(\.day.date), faults) }

    /// The dates of which nothing can be used, ascending: more than one time of them cannot be read.
    package var lost: [CivilDate] { Set(lines.keys).subtracting((entries + partial).map(\.day.date)).sorted() }

    /// Whether its dates are of the Hijri calendar, which no known format has.
    package var isHijri: Bool { !lines.isEmpty && lines.keys.allSatisfy { UmmAlQura.years.contains($0.year) } }

    package var days: Int { lines.count }

    /// The number of days that can be used and whose times are in order.
    package var count: Int {
        entries.count { entry in
            let day = entry.filed(in: .utc).day
            return zip(Prayer.allCases, Prayer.allCases.dropFirst()).allSatisfy { day[$0] <= day[$1] }
        }
    }

    /// Whether more than half of its days can be used, and it has fewer faults than such days.
    package var isMostlyUsable: Bool {
        let count = count
        return count * 2 > lines.count && faultCount < count
    }

    /// Whether it needs no other reading: all its days can be used, or most of them in a format that no other table
    /// has.
    package var isCertain: Bool {
        !isHijri && (faults.isEmpty && count == days || isMostlyUsable && shape != .csv)
    }

    /// Whether its numbers are within the bounds that reading a file keeps, for one that was decoded.
    package var isSound: Bool {
        let all = [entries, partial]
        return all.allSatisfy { days in
            days.count <= Self.mostDays && days.allSatisfy(\.day.isSound)
                && zip(days, days.dropFirst()).allSatisfy { $0.day.date < $1.day.date }
        }
    }

    package var isLocal: Bool { (entries + partial).allSatisfy(\.day.isLocal) }

    /// The usable days, and a fault for each of the others.
    private static func sift(_ read: [ReadDay], year: Int?) -> ([Entry], [TimetableFault]) {
        var faults: [TimetableFault] = []
        var byDate: [CivilDate: [ReadDay]] = [:]
        let dates = Set(read.compactMap(\.date))
        for day in read {
            if let date = day.date, let year, date.year != year {
                let problem = DayProblem.otherYear(year, meant: date.missing(in: year, of: dates))
                faults.append(TimetableFault(line: day.line, date: date, problem).on(day.sheet))
                continue
            }
            faults += day.faults
            if let date = day.date { byDate[date, default: []].append(day) }
        }
        var entries: [Entry] = []
        for (date, days) in byDate {
            guard let first = days.first else { continue }
            // A day that cannot be read agrees with no other.
            let agreed = days.allSatisfy { $0.times == first.times } ? first.times : nil
            if let agreed { entries.append(Entry(line: first.line, sheet: first.sheet, day: agreed)) }
            for other in days.dropFirst() {
                // On one sheet, its name says nothing new.
                let sheet = first.sheet == other.sheet ? nil : first.sheet
                let place = TimetableFault.place(first.line, on: sheet)
                let problem: DayProblem = agreed == nil ? .contradicted(at: place) : .repeated(at: place)
                faults.append(TimetableFault(line: other.line, date: date, problem).on(other.sheet))
            }
        }
        return (entries.sorted { $0.day.date < $1.day.date }, faults)
    }
}

extension CivilDate {
    /// The same day of another year, if it is none of these dates; nil if the year has no such day.
    func missing(in year: Int, of dates: Set<CivilDate>) -> CivilDate? {
        let (_, month, day) = components
        let date = try? CivilDate(year: year, month: month, day: day)  // reason: 29 February is in few years
        return date.flatMap { dates.contains($0) ? nil : $0 }
    }
}

package struct FileDay: Sendable, Hashable {
    /// 1-based.
    package let line: Int
    package private(set) var day: PrayerDay
    var sheet: SheetName?
    /// The clock that its times were written in; nil if they are moments, for which no clock counts.
    var clock: FileClock? = .local
    /// Whether the file itself says which clock.
    var hasOwnClock = false
    /// The times that cannot be read, each with its fault; `day` has another in their place.
    var unread: [Prayer: TimetableFault] = [:]
    var misplacedIqama: [Prayer: Instant] = [:]
    var misplacedImsak: Instant?

    package var missing: [Prayer] { Prayer.allCases.filter { unread[$0] != nil } }

    /// Its place in the file: `line 12` or `sheet "May", line 12`.
    package var place: String { TimetableFault.place(line, on: sheet) }

    package init(line: Int, day: PrayerDay) { (self.line, self.day) = (line, day) }

    /// A fault of this day, or of the days from this one on.
    func fault(
        through last: CivilDate? = nil,
        among dates: Set<CivilDate>? = nil,
        of prayer: Prayer? = nil,
        fate: TimetableFault.Fate = .used,
        isOfWhole: Bool = false,
        _ words: String
    ) -> TimetableFault {
        TimetableFault(
            line: line,
            date: day.date,
            through: last,
            among: dates,
            of: prayer,
            fate: fate,
            isOfWhole: isOfWhole,
            words
        ).on(sheet)
    }

    /// The same with calculated times in place of those that cannot be read, so that these do not look like wrong ones.
    func filled(by calculator: PrayerCalculator) -> FileDay {
        guard !unread.isEmpty else { return self }
        let own = calculator.day(day.date)
        let day = unread.keys.reduce(day) { $0.replacing($1, with: own[$1], from: .calculation) }
        var filled = self
        filled.day = day
        return filled
    }
}
