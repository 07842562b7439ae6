import AdhanCore

/// An iCalendar file (RFC 5545) whose events are named after prayers, as a table with a row a day.
struct CalendarTable: Sendable {
    let grid: Grid
    /// Whether its times are on the mosque's own clock whatever clock the config says: its file names their zones.
    let isZoned: Bool
    let remark: String?

    static func isCalendar(_ text: [UInt8]) -> Bool {
        let start = text.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }.prefix(15)
        return String(decoding: start, as: UTF8.self).uppercased() == "BEGIN:VCALENDAR"
    }

    /// `zone` is the mosque's; `find` gives the rules of a zone by its IANA name. Throws `ImportRefusal` if an event of
    /// a prayer cannot be read, or there is none.
    init(_ text: [UInt8], in zone: ZoneRules, _ find: @escaping (String) -> ZoneRules?) throws(ImportRefusal) {
        var zones = CalendarZones(own: zone, find)
        var days = CalendarDays()
        let file = try CalendarEvents(text) { zones.note($0, isCalled: $1) }
        for event in file.events {
            guard let name = ColumnName(event.summary), name.isTimed, let start = event.start else { continue }
            if event.isCancelled || start.value.utf8.count == 8 { continue }
            if let rule = event.rule {
                throw .calendar(
                    line: rule,
                    "RRULE: an event that repeats has one time for all its days; export an event for each day"
                )
            }
            try days.add(name, event.summary, zones.wall(of: start), line: start.line)
        }
        guard !days.isEmpty else {
            throw .calendar(
                line: nil,
                "this calendar (.ics) has no event that is named after a prayer, such as Fajr or Isha; ask for the "
                    + "timetable as .xlsx or CSV"
            )
        }
        grid = try days.grid()
        isZoned = zones.isZoned
        let others = file.events.filter { ColumnName($0.summary)?.isTimed != true }
        remark = others.first.map { first in
            let text = OneLine.of(first.summary, limit: 40)
            return others.count == 1
                ? "an event is named after no prayer, and not used: \"\(text)\""
                : "\(others.count) events are named after no prayer, and not used, first \"\(text)\""
        }
    }
}

extension ColumnName {
    /// Whether it names a time that a timetable has.
    fileprivate var isTimed: Bool { kind == .jumuah || kind == .imsak || prayer != nil && kind != .other }
}

/// The times of each day, by the names of their events.
private struct CalendarDays {
    private struct Time {
        let clock: String
        let line: Int
    }

    private var days: [CivilDate: [Int: [Time]]] = [:]
    private var columns: [ColumnName: Int] = [:]
    private var headings: [String] = []

    var isEmpty: Bool { days.isEmpty }

    mutating func add(
        _ name: ColumnName,
        _ summary: String,
        _ wall: (date: CivilDate, second: Int),
        line: Int
    ) throws(ImportRefusal) {
        // Isha may be after midnight.
        let isOfEve = wall.second < 4 * 3600 && (name.prayer == .isha || name.prayer == .maghrib)
        let date = isOfEve ? wall.date.adding(days: -1) : wall.date
        let column = columns[name] ?? headings.count
        if column == headings.count {
            columns[name] = column
            headings.append(summary)
        }
        let time = Time(clock: ClockText.format(wall.second), line: line)
        let before = days[date]?[column] ?? []
        if before.contains(where: { $0.clock == time.clock }) { return }
        if let first = before.first, name.kind != .jumuah {
            throw .calendar(
                line: first.line,
                "\(date) has two times for \(OneLine.of(headings[column], limit: 40)), here and on line \(line); "
                    + "delete the wrong one"
            )
        }
        guard before.count < Occasion.mostOnAFriday else { return }
        days[date, default: [:]][column] = before + [time]
        guard days.count <= WrittenTimetable.mostDays else { throw .format(.tooManyDays(line: line)) }
    }

    func grid() throws(ImportRefusal) -> Grid {
        let rows = days.sorted { $0.key < $1.key }.map { date, columns -> Grid.Row in
            let cells = headings.indices.map { column in
                (columns[column] ?? []).map(\.clock).sorted().joined(separator: ", ")
            }
            let line = columns.values.flatMap { $0.map(\.line) }.min() ?? 1
            return Grid.Row(line: line, cells: [date.description] + cells)
        }
        return Grid(rows: [Grid.Row(line: 1, cells: ["Date"] + headings)] + rows)
    }
}

private struct CalendarZones {
    /// A calendar has one or two.
    private static let most = 16

    private let own: ZoneRules
    private let find: (String) -> ZoneRules?
    private var known: [String: ZoneRules?] = [:]
    /// The IANA names of zones with names of their own.
    private var names: [String: String] = [:]
    private(set) var isZoned = false

    init(own: ZoneRules, _ find: @escaping (String) -> ZoneRules?) { (self.own, self.find) = (own, find) }

    mutating func note(_ zone: String, isCalled name: String) {
        if names.count < Self.most { names[zone] = name }
    }

    /// The date and the seconds since midnight on the mosque's clock. A time without a zone is on it already.
    mutating func wall(of start: CalendarEvents.Start) throws(ImportRefusal) -> (date: CivilDate, second: Int) {
        guard let written = Self.written(start.value) else {
            throw .calendar(
                line: start.line,
                "DTSTART is \(JSONNode.quote(start.value)), which is no date and time such as 20260301T051000Z"
            )
        }
        let zone: ZoneRules
        if start.value.hasSuffix("Z") {
            zone = .utc
        } else if let name = start.zone {
            zone = try rules(name, line: start.line)
        } else {
            return written
        }
        isZoned = true
        let wall = own.wall(at: zone.instant(written.date, secondOfDay: written.second))
        return (wall.date, wall.secondOfDay)
    }

    private mutating func rules(_ name: String, line: Int) throws(ImportRefusal) -> ZoneRules {
        if name == own.name { return own }
        if known[name] == nil, known.count < Self.most {
            // Some programs put their own name before that of the zone.
            let parts = name.split(separator: "/").suffix(3)
            let ends = (0..<max(parts.count, 1)).map { parts.dropFirst($0).joined(separator: "/") }
            let candidates = [names[name], name].compactMap(\.self) + ends
            known[name] = .some(candidates.lazy.compactMap(find).first)
        }
        guard let found = known[name] ?? nil else {
            throw .calendar(
                line: line,
                "the zone \(JSONNode.quote(name)) is not known; export the calendar with a zone such as "
                    + "Europe/London, or in UTC"
            )
        }
        return found
    }

    /// `20260301T051000`, perhaps with a Z.
    private static func written(_ value: String) -> (date: CivilDate, second: Int)? {
        let bytes = Array(value.utf8)
        guard bytes.count == 15 || bytes.count == 16 && bytes[15] == 0x5A, bytes[8] == 0x54 else { return nil }
        let digits = bytes.prefix(15).enumerated().filter { $0.offset != 8 }.map { Int($0.element) - 0x30 }
        guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
        guard hour < 24, minute < 60, second <= 60,
            // reason: why there is no such day does not matter here
            let date = try? CivilDate(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        else { return nil }
        return (date, hour * 3600 + minute * 60 + min(second, 59))
    }
}
