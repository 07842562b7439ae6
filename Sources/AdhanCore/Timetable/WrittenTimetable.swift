/// A timetable as written in a file, in any format of `TimetableShape`.
///
/// Days may be missing. Keys that `DayField` does not know are ignored. A wrong day is left out and reported; the
/// others are used.
package struct WrittenTimetable: Sendable, Hashable {
    /// More than two years have, so a file with repeated days can report them.
    static let mostDays = 800

    package let shape: TimetableShape
    /// The year that the file states; nil if its format has none.
    package let year: Int?
    /// The mosque's location according to the file; nil if it states none or an invalid one.
    package let location: Coordinates?
    /// Sorted by line, then by date.
    package let faults: [TimetableFault]
    /// Every date in the file, used or not, and its first line.
    let lines: [CivilDate: Int]
    /// Ascending, each date once.
    private let entries: [Entry]

    private struct Entry: Hashable {
        let line: Int
        let day: WrittenDay
    }

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file; the caller limits its size.
    ///   - clock: the clock that its times are in, if the file itself does not say.
    ///   - madhab: whose Asr is used if the file has both.
    /// - Throws: `TimetableRefusal` if nothing in it can be used.
    package init(
        _ bytes: [UInt8],
        clock: FileClock = .local,
        madhab: Madhab = .shafi
    ) throws(TimetableRefusal) {
        try self.init(DayList(bytes, ReadDay.Options(clock: clock, madhab: madhab)))
    }

    /// The days of tables that were recognised.
    ///
    /// - Throws: `TimetableRefusal` if there are none, or too many.
    package init(
        _ tables: [RecognisedTable],
        clock: FileClock = .local,
        madhab: Madhab = .shafi
    ) throws(TimetableRefusal) {
        try self.init(DayList(tables, ReadDay.Options(clock: clock, madhab: madhab)))
    }

    private init(_ list: DayList) throws(TimetableRefusal) {
        (shape, year, location) = (list.shape, list.year, list.location.coordinates)
        let dates = list.days.compactMap(\.date)
        if let year, let first = dates.first, !dates.contains(where: { $0.year == year }) {
            throw .otherYear(year, first)
        }
        lines = Dictionary(list.days.compactMap { day in day.date.map { ($0, day.line) } }) { first, _ in first }
        let (entries, faults) = Self.sift(list.days, year: list.year)
        self.entries = entries
        self.faults = ([list.location.fault].compactMap(\.self) + faults).byPlace
    }

    /// The days as moments.
    ///
    /// - Parameter zone: the mosque's zone, as the system's tzdata has it now.
    /// - Returns: ascending, each date once.
    package func days(in zone: ZoneRules) -> [FileDay] {
        entries.map { FileDay(line: $0.line, day: $0.day.day(in: zone)) }
    }

    /// The days that are in the file but cannot be used, each with its fault.
    ///
    /// - Parameters:
    ///   - used: the days that are used.
    ///   - faults: from reading and, if the days were judged, from judging.
    package func refused(
        except used: some Sequence<CivilDate>,
        _ faults: [TimetableFault]
    ) -> [CivilDate: TimetableFault] {
        faults.byDate(Set(lines.keys).subtracting(used))
    }

    /// The same for days that were not judged.
    package var unreadable: [CivilDate: TimetableFault] { refused(except: entries.map(\.day.date), faults) }

    /// The number of days in the file, used or not.
    package var days: Int { lines.count }

    /// The number of days that can be used and whose times are in order.
    package var count: Int {
        entries.count { entry in
            let day = entry.day.day(in: .utc)
            return zip(Prayer.allCases, Prayer.allCases.dropFirst()).allSatisfy { day[$0] <= day[$1] }
        }
    }

    /// Whether more than half of its days can be used, and it has fewer faults than such days.
    package var isMostlyUsable: Bool {
        let count = count
        return count * 2 > lines.count && faults.count < count
    }

    /// Whether all its times are wall clock times, which do not depend on the zone.
    package var isLocal: Bool { entries.allSatisfy(\.day.isLocal) }

    /// The usable days, and a fault for each of the others.
    private static func sift(_ read: [ReadDay], year: Int?) -> ([Entry], [TimetableFault]) {
        var faults: [TimetableFault] = []
        var byDate: [CivilDate: [ReadDay]] = [:]
        for day in read {
            if let date = day.date, let year, date.year != year {
                faults.append(TimetableFault(line: day.line, date: date, DayProblem.otherYear(year)))
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
            if let agreed { entries.append(Entry(line: first.line, day: agreed)) }
            for other in days.dropFirst() {
                let problem: DayProblem =
                    agreed == nil ? .contradicted(line: first.line) : .repeated(line: first.line)
                faults.append(TimetableFault(line: other.line, date: date, problem))
            }
        }
        return (entries.sorted { $0.day.date < $1.day.date }, faults)
    }
}

/// A day of a file and its first line.
package struct FileDay: Sendable, Hashable {
    /// 1-based.
    package let line: Int
    package let day: PrayerDay

    package init(line: Int, day: PrayerDay) { (self.line, self.day) = (line, day) }
}
