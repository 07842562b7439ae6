/// One entry of a timetable, as far as it could be read.
package struct ReadDay {
    /// How the days of a file are to be read.
    package struct Options {
        /// Whether dates, Hijri dates included, are written DD-MM-YYYY, as AlAdhan does. In other formats `hijri` is
        /// any text.
        var dayFirst = false
        let clock: FileClock
        /// The madhab whose Asr is used if a file has both.
        let madhab: Madhab

        package init(clock: FileClock, madhab: Madhab) { (self.clock, self.madhab) = (clock, madhab) }
    }

    /// Several times what any format has; an entry with more is rejected unread.
    static let mostMembers = 100
    /// The maximum time from the beginning of the fast to Fajr, in seconds.
    static let longestFast = 3 * 3600

    /// Where the entry begins, 1-based.
    let line: Int
    /// Where it is, if several sheets of a workbook are read.
    private(set) var sheet: SheetName?
    /// Nil if it cannot be read.
    let date: CivilDate?
    /// Nil if the day cannot be used.
    private(set) var times: WrittenDay?
    /// Whether its date is one that the calendar lacks.
    let isOfNoDay: Bool
    /// Why it cannot be used: only the first fault, as one error often causes others. For a usable day, the faults of
    /// the time that cannot be read, of its iqamas and of its Hijri date.
    private(set) var faults: [TimetableFault]

    /// An entry of which only the date can be used.
    package init(line: Int, date: CivilDate?, _ problem: DayProblem) {
        (self.line, self.date, times, isOfNoDay) = (line, date, nil, problem.isOfNoDay)
        faults = [TimetableFault(line: line, date: date, problem)]
    }

    package init(_ node: JSONNode, _ options: Options) {
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
                day.day.unread.values
                + Self.addIqamas(of: fields, to: &day.day, day.clocks, options)
                + Self.addHijri(of: fields, to: &day.day, options)
            (times, isOfNoDay) = (day.day, false)
        } catch {
            (times, isOfNoDay) = (nil, error.problem.isOfNoDay)
            faults = [TimetableFault(line: error.line, date: found, error.problem)]
        }
        date = found
    }

    /// The same entry without some of its cells, if it can be used.
    package func without(_ unread: [DayProblem]) -> ReadDay {
        guard times != nil else { return self }
        var day = self
        day.faults += unread.map { TimetableFault(line: line, date: date, $0) }
        return day
    }

    /// The same entry as one of a sheet.
    package func on(_ sheet: SheetName?) -> ReadDay {
        var day = self
        day.sheet = sheet
        day.faults = faults.map { $0.on(sheet) }
        day.times?.unread = times?.unread.mapValues { $0.on(sheet) } ?? [:]
        return day
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

    /// The times, of which one may be unreadable; if there are more, the line may be another one altogether.
    ///
    /// - Returns: `clocks` has the times of day as the day has them, also in place of the one that cannot be read.
    private static func times(
        of fields: Fields,
        on date: CivilDate,
        _ options: Options
    ) throws(EntryFault) -> (day: WrittenDay, clocks: [Prayer: Int]) {
        var written: [Prayer: (time: WrittenTime, text: String)] = [:]
        var unread: [(prayer: Prayer, fault: EntryFault)] = []
        for prayer in Prayer.allCases {
            do throws(EntryFault) {
                let node = try node(of: prayer, in: fields, options.madhab)
                written[prayer] = (try time(node, .time(prayer)), node.quoted)
            } catch {
                unread.append((prayer, error))
            }
        }
        if let first = unread.first {
            guard unread.count == 1 else {
                throw EntryFault(line: first.fault.line, .several(unread.map(\.fault.problem)))
            }
            written[first.prayer] = written[first.prayer == .dhuhr ? .asr : .dhuhr]
        }
        do {
            var day = try WrittenDay(date, written, by: options.clock)
            for (prayer, fault) in unread {
                day.unread[prayer] = TimetableFault(
                    line: fault.line,
                    date: date,
                    of: prayer,
                    kind: fault.problem.kind,
                    fault.problem
                )
            }
            return (day, written.compactMapValues(\.time.clock))
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

    /// A fault in an iqama drops the iqama, not the day: the adhan does not depend on it. One that does not follow its
    /// adhan is kept for the check, which may find that the adhan is wrong.
    private static func addIqamas(
        of fields: Fields,
        to day: inout WrittenDay,
        _ clocks: [Prayer: Int],
        _ options: Options
    ) -> [TimetableFault] {
        var faults: [TimetableFault] = []
        let date = day.date
        /// Seconds from the adhan, negative if before it.
        func wait(_ node: JSONNode?, _ field: DayField, after prayer: Prayer) throws(EntryFault) -> Int? {
            guard let node, !node.isBlank, let adhan = clocks[prayer] else { return nil }
            guard case .clock(let second) = try time(node, field) else {
                throw EntryFault(line: node.line, .timeUnreadable(field, node.quoted))
            }
            let wait = (second - adhan).withinADay
            return wait < 43_200 ? wait : wait - 86_400
        }
        func addIqama(of prayer: Prayer) throws(EntryFault) {
            let node = try fields.iqama(of: prayer)
            guard let node, let adhan = clocks[prayer], let wait = try wait(node, .iqama(prayer), after: prayer)
            else { return }
            let isUnread = day.unread[prayer] != nil
            if !isUnread, (0...PrayerDay.longestWait).contains(wait) {
                day.iqama[prayer] = wait
                return
            }
            // Many files have zeros for fields that were never filled in.
            guard (adhan + wait).withinADay != 0 else { return }
            day.stray[prayer] = wait
            if isUnread { return }
            throw EntryFault(
                line: node.line,
                .iqamaFar(prayer, node.quoted, isBefore: wait < 0, ClockText.format(adhan))
            )
        }
        func note(_ read: () throws(EntryFault) -> Void) {
            do throws(EntryFault) { try read() } catch {
                faults.append(TimetableFault(line: error.line, date: date, error.problem))
            }
        }
        for prayer in Prayer.called {
            note { () throws(EntryFault) in try addIqama(of: prayer) }
        }
        var jumuahs: [JSONNode] = []
        for field in [DayField.jumuah, .jumuahPrayer] where day.jumuah.isEmpty {
            note { () throws(EntryFault) in jumuahs = try fields.jumuahs(field) }
            for node in jumuahs {
                note { () throws(EntryFault) in
                    if let wait = try wait(node, field, after: .dhuhr) { day.jumuah.append(wait) }
                }
            }
            day.hasJumuahPrayers = field == .jumuahPrayer && !day.jumuah.isEmpty
        }
        day.jumuah.sort()
        if date.weekday == 5, day.jumuah.count > Occasion.most, let line = jumuahs.first?.line {
            faults.append(TimetableFault(line: line, date: date, .manyFridays(day.jumuah.count)))
        }
        // AlAdhan's is calculated from its Fajr.
        if !options.dayFirst {
            note { () throws(EntryFault) in try addImsak(of: fields, to: &day, before: clocks[.fajr]) }
        }
        return faults
    }

    /// One that is not before Fajr is kept for the check, as a congregation is.
    private static func addImsak(of fields: Fields, to day: inout WrittenDay, before fajr: Int?) throws(EntryFault) {
        guard let fajr, let node = try fields.only(.imsak), !node.isBlank else { return }
        let ahead = try time(node, .imsak).clock.map { (fajr - $0).withinADay }
        let isUnread = day.unread[.fajr] != nil
        if let ahead, !isUnread, ahead <= longestFast {
            day.imsak = ahead
            return
        }
        day.strayImsak = ahead.map { $0 < 43_200 ? $0 : $0 - 86_400 }
        if isUnread, ahead != nil { return }
        throw EntryFault(line: node.line, .imsakFar(node.quoted, ClockText.format(fajr)))
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
}
