/// The year of a mosque, as the mosque wrote it down in a file of its own.
///
/// ```json
/// {"year": 2026, "prayerTimes": [
///   {"date": "2026-01-01", "fajr": {"adhan": "06:05", "jamaah": "06:20"}, "sunrise": "08:26", "dhuhr": "12:15", …}]}
/// ```
///
/// Days may be missing. What is not named here is not read. A day that is wrong is left out and said; the others count.
package struct MosqueYear: Sendable, Hashable {
    /// More than a year has, so that a file with repeated days can say which.
    static let mostDays = 400

    /// The file's own word for its year.
    package let year: Int
    /// By line, then by date.
    package let faults: [TimetableFault]
    /// Ascending, each date once.
    private let entries: [Entry]

    private struct Entry: Hashable {
        let line: Int
        let day: WallDay
    }

    /// Reads a file.
    ///
    /// - Parameter bytes: the whole file; its length is the caller's to bound.
    /// - Throws: `TimetableRefusal`, where nothing of it can be used.
    package init(_ bytes: [UInt8]) throws(TimetableRefusal) {
        let file: JSONNode
        do { file = try JSONNode.parse(bytes) } catch { throw .notJSON(error) }
        guard case .object(let members) = file.value else { throw .notAnObject(file.quoted) }

        let yearNode = try Self.member("year", of: members)
        guard case .integer(let number) = yearNode.value, (1...9999).contains(number) else {
            throw .year(yearNode.quoted, line: yearNode.line)
        }
        year = Int(number)
        let listNode = try Self.member("prayerTimes", of: members)
        guard case .array(let list) = listNode.value else { throw .notAList(listNode.quoted, line: listNode.line) }
        guard !list.isEmpty else { throw .noDays(line: listNode.line) }
        guard list.count <= Self.mostDays else { throw .tooManyDays(list.count, line: listNode.line) }

        let read = list.map(ReadDay.init)
        let dates = read.compactMap(\.date)
        if let first = dates.first, !dates.contains(where: { [year] in $0.year == year }) {
            throw .otherYear(year, first)
        }
        (entries, faults) = Self.sift(read, year: year)
    }

    /// The days as moments.
    ///
    /// - Parameter zone: the mosque's zone, as the system's tzdata has it now.
    /// - Returns: ascending, each date once.
    package func days(in zone: ZoneRules) -> [FileDay] {
        entries.map { FileDay(line: $0.line, day: $0.day.day(in: zone)) }
    }

    private static func member(_ key: String, of members: [JSONNode]) throws(TimetableRefusal) -> JSONNode {
        let found = members.filter { $0.key.lowercased() == key.lowercased() }
        guard let first = found.first else { throw .missing(key: key) }
        if let second = found.dropFirst().first { throw .keyTwice(key: key, line: second.line) }
        return first
    }

    /// The days that can be used, and a fault for each that cannot.
    private static func sift(_ read: [ReadDay], year: Int) -> ([Entry], [TimetableFault]) {
        var faults: [TimetableFault] = []
        var byDate: [CivilDate: [ReadDay]] = [:]
        for day in read {
            if let date = day.date, date.year != year {
                faults.append(TimetableFault(line: day.line, date: date, DayProblem.otherYear(year)))
                continue
            }
            if let fault = day.fault { faults.append(fault) }
            if let date = day.date { byDate[date, default: []].append(day) }
        }
        var entries: [Entry] = []
        for (date, days) in byDate {
            guard let first = days.first else { continue }
            // A day that cannot be read agrees with none.
            let agreed = days.allSatisfy { $0.times == first.times } ? first.times : nil
            if let agreed { entries.append(Entry(line: first.line, day: agreed)) }
            for other in days.dropFirst() {
                let problem: DayProblem =
                    agreed == nil ? .contradicted(line: first.line) : .repeated(line: first.line)
                faults.append(TimetableFault(line: other.line, date: date, problem))
            }
        }
        return (entries.sorted { $0.day.date < $1.day.date }, faults.byPlace)
    }
}

/// A day of a file and the line on which it begins.
package struct FileDay: Sendable, Hashable {
    /// 1-based.
    package let line: Int
    package let day: PrayerDay

    package init(line: Int, day: PrayerDay) {
        (self.line, self.day) = (line, day)
    }
}
