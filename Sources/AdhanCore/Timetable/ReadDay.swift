/// One entry of a timetable, as far as it could be read.
struct ReadDay {
    /// How the days of a file are to be read.
    struct Options {
        /// Whether dates, Hijri dates included, are written DD-MM-YYYY, as AlAdhan does. In other formats `hijri` is
        /// any text.
        var dayFirst = false
        let clock: FileClock
        /// The madhab whose Asr is used if a file has both.
        let madhab: Madhab
    }

    /// Several times what any format has; an entry with more is rejected unread.
    static let mostMembers = 100
    /// The maximum time from an adhan to its congregation, in seconds. A longer one means that the congregation is
    /// before the adhan.
    private static let longestWait = 6 * 3600
    /// The maximum time from the beginning of the fast to Fajr, in seconds.
    private static let longestFast = 3 * 3600

    /// Where the entry begins, 1-based.
    let line: Int
    /// Nil if it cannot be read.
    let date: CivilDate?
    /// Nil if the day cannot be used.
    let times: WrittenDay?
    /// Why it cannot be used: only the first fault, as one error often causes others. For a usable day, the faults of
    /// its iqamas and its Hijri date.
    let faults: [TimetableFault]

    /// An entry of which only the date can be used.
    init(line: Int, date: CivilDate?, _ problem: DayProblem) {
        (self.line, self.date, times) = (line, date, nil)
        faults = [TimetableFault(line: line, date: date, problem)]
    }

    init(_ node: JSONNode, _ options: Options) {
        line = node.line
        var found: CivilDate?
        do throws(EntryFault) {
            guard case .object(let members) = node.value else {
                throw EntryFault(line: node.line, .notADay(node.quoted))
            }
            guard members.count <= Self.mostMembers else {
                throw EntryFault(line: node.line, .tooManyMembers(members.count))
            }
            let fields = Fields(line: node.line, members)
            let date = try Self.date(of: fields, options)
            found = date
            var day = try Self.times(of: fields, on: date, options)
            faults =
                Self.addIqamas(of: fields, to: &day.day, day.clocks, options)
                + Self.addHijri(of: fields, to: &day.day, options)
            times = day.day
        } catch {
            times = nil
            faults = [TimetableFault(line: error.line, date: found, error.problem)]
        }
        date = found
    }

    private static func date(of fields: Fields, _ options: Options) throws(EntryFault) -> CivilDate {
        guard let node = try fields.only(.date) else { throw EntryFault(line: fields.line, .missing("date")) }
        let unreadable = EntryFault(line: node.line, .dateUnreadable(node.quoted, dayFirst: options.dayFirst))
        guard case .string(let text) = node.value, text.utf8.count <= 64 else { throw unreadable }
        do {
            guard options.dayFirst else { return try CivilDate(text.trimmed) }
            let parts = text.trimmed.prefix(16).split(separator: "-", omittingEmptySubsequences: false)
            return try CivilDate(parts.reversed().joined(separator: "-"))
        } catch {
            switch error {
            case .unreadable: throw unreadable
            case .noSuchDay: throw EntryFault(line: node.line, .noSuchDay(node.quoted))
            }
        }
    }

    private static func times(
        of fields: Fields,
        on date: CivilDate,
        _ options: Options
    ) throws(EntryFault) -> (day: WrittenDay, clocks: [Prayer: Int]) {
        var written: [Prayer: (time: WrittenTime, text: String)] = [:]
        for prayer in Prayer.allCases {
            let node = try node(of: prayer, in: fields, options.madhab)
            written[prayer] = (try time(node, .time(prayer)), node.quoted)
        }
        do {
            return (
                try WrittenDay(date, written, by: options.clock),
                written.compactMapValues(\.time.clock)
            )
        } catch {
            throw EntryFault(line: fields.line, error)
        }
    }

    /// The node with the time of a prayer: its own value, or `adhan` in its object.
    private static func node(of prayer: Prayer, in fields: Fields, _ madhab: Madhab) throws(EntryFault) -> JSONNode {
        var found = try fields.only(.time(prayer))
        if prayer == .asr {
            let later = try fields.only(.laterAsr)
            found = madhab == .hanafi ? later ?? found : found ?? later
        }
        guard let node = found else { throw EntryFault(line: fields.line, .missing(prayer.rawValue)) }
        guard case .object(let members) = node.value else { return node }
        guard members.count <= mostMembers else { throw EntryFault(line: node.line, .tooManyMembers(members.count)) }
        let inner = members.filter { DayField.adhan.contains($0.key.spelling) }
        if let second = inner.dropFirst().first {
            throw EntryFault(line: second.line, .keyTwice("\"adhan\" of \(prayer.rawValue)"))
        }
        guard let adhan = inner.first else { throw EntryFault(line: node.line, .withoutAdhan(prayer)) }
        return adhan
    }

    private static func time(_ node: JSONNode, _ field: DayField) throws(EntryFault) -> WrittenTime {
        guard case .string(let text) = node.value else {
            throw EntryFault(line: node.line, .timeUnreadable(field, node.quoted))
        }
        do {
            return try WrittenTime.parse(text)
        } catch {
            switch error {
            case .shape: throw EntryFault(line: node.line, .timeUnreadable(field, node.quoted))
            case .value: throw EntryFault(line: node.line, .noSuchTime(field, node.quoted))
            }
        }
    }

    /// A fault in an iqama drops the iqama, not the day: the adhan does not depend on it.
    private static func addIqamas(
        of fields: Fields,
        to day: inout WrittenDay,
        _ clocks: [Prayer: Int],
        _ options: Options
    ) -> [TimetableFault] {
        var faults: [TimetableFault] = []
        let date = day.date
        func wait(_ node: JSONNode?, _ field: DayField, after prayer: Prayer) throws(EntryFault) -> Int? {
            guard let node, !node.isBlank, let adhan = clocks[prayer] else { return nil }
            guard case .clock(let second) = try time(node, field) else {
                throw EntryFault(line: node.line, .timeUnreadable(field, node.quoted))
            }
            let wait = (second - adhan).withinADay
            if case .jumuah = field { return wait < 43_200 ? wait : wait - 86_400 }
            guard wait > longestWait else { return wait }
            // Many files have zeros for fields that were never filled in.
            if second == 0 { return nil }
            throw EntryFault(line: node.line, .iqamaBefore(prayer, node.quoted, ClockText.format(adhan)))
        }
        func note(_ read: () throws(EntryFault) -> Void) {
            do throws(EntryFault) { try read() } catch {
                faults.append(TimetableFault(line: error.line, date: date, error.problem))
            }
        }
        for prayer in Prayer.called {
            note { () throws(EntryFault) in
                day.iqama[prayer] = try wait(fields.iqama(of: prayer), .iqama(prayer), after: prayer)
            }
        }
        note { () throws(EntryFault) in
            for node in try fields.jumuahs() {
                if let wait = try wait(node, .jumuah, after: .dhuhr) { day.jumuah.append(wait) }
            }
        }
        day.jumuah.sort()
        // AlAdhan's is calculated from its Fajr.
        if !options.dayFirst {
            note { () throws(EntryFault) in day.imsak = try imsak(of: fields, before: clocks[.fajr]) }
        }
        return faults
    }

    /// The seconds from the beginning of the fast to Fajr; nil if the day has none.
    private static func imsak(of fields: Fields, before fajr: Int?) throws(EntryFault) -> Int? {
        guard let fajr, let node = try fields.only(.imsak), !node.isBlank else { return nil }
        guard let second = try time(node, .imsak).clock, (fajr - second).withinADay <= longestFast else {
            throw EntryFault(line: node.line, .imsakFar(node.quoted, ClockText.format(fajr)))
        }
        return (fajr - second).withinADay
    }

    /// A fault in the Hijri date drops only the Hijri date: no adhan depends on it.
    private static func addHijri(of fields: Fields, to day: inout WrittenDay, _ options: Options) -> [TimetableFault] {
        guard options.dayFirst else { return [] }
        do throws(EntryFault) {
            guard let node = try fields.only(.hijri) else { return [] }
            let unreadable = EntryFault(line: node.line, .hijriUnreadable(node.quoted))
            guard case .string(let text) = node.value, text.utf8.count <= 64 else { throw unreadable }
            let parts = text.trimmed.split(separator: "-", omittingEmptySubsequences: false)
            let date: HijriDate
            do { date = try HijriDate(parts.reversed().joined(separator: "-")) } catch { throw unreadable }
            // A sighting, or another calendar, never differs from Umm al-Qura's by more.
            let distance = UmmAlQura.start(of: date.month).adding(days: date.day - 1).distance(to: day.date)
            guard abs(distance) <= HijriCalendar.farthest else {
                throw EntryFault(line: node.line, .hijriFar(date, days: distance))
            }
            day.hijri = date
            return []
        } catch {
            return [TimetableFault(line: error.line, date: day.date, error.problem)]
        }
    }

    /// A problem and its line.
    private struct EntryFault: Error {
        let line: Int
        let problem: DayProblem

        init(line: Int, _ problem: DayProblem) {
            (self.line, self.problem) = (line, problem)
        }
    }

    /// The members of an entry by their meaning.
    private struct Fields {
        let line: Int
        private let members: [DayField: [JSONNode]]

        init(line: Int, _ members: [JSONNode]) {
            self.line = line
            var found: [DayField: [JSONNode]] = [:]
            for member in members {
                if let field = DayField(member.key) { found[field, default: []].append(member) }
            }
            self.members = found
        }

        /// The only member with that meaning. If there are two, nobody can know which one was meant.
        func only(_ field: DayField) throws(EntryFault) -> JSONNode? {
            let found = members[field] ?? []
            if let second = found.dropFirst().first { throw EntryFault(line: second.line, .keyTwice(field.name)) }
            return found.first
        }

        /// The Friday prayers: a time, a list of times, or several members with a number each.
        func jumuahs() throws(EntryFault) -> [JSONNode] {
            let found = members[.jumuah] ?? []
            for (index, node) in found.enumerated() where found.prefix(index).contains(where: { $0.key == node.key }) {
                throw EntryFault(line: node.line, .keyTwice(DayField.jumuah.name))
            }
            return found.flatMap { node in
                if case .array(let list) = node.value { list } else { [node] }
            }
        }

        func iqama(of prayer: Prayer) throws(EntryFault) -> JSONNode? {
            if let own = try only(.iqama(prayer)) { return own }
            guard case .object(let members) = try only(.time(prayer))?.value else { return nil }
            let found = members.filter { DayField.iqama.contains($0.key.spelling) }
            if let second = found.dropFirst().first {
                throw EntryFault(line: second.line, .keyTwice(DayField.iqama(prayer).name))
            }
            return found.first
        }
    }
}

extension JSONNode {
    /// Whether it is empty, as a field that was not filled in.
    fileprivate var isBlank: Bool {
        switch value {
        case .null: true
        case .string(let text): text.trimmed.isEmpty || text.trimmed == "-"
        default: false
        }
    }
}

extension String {
    /// Without surrounding blanks.
    var trimmed: Substring {
        let start = drop { $0 == " " }
        return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start.prefix(0)
    }
}
