/// One entry of a timetable, as far as it could be read.
package struct ReadDay: Sendable {
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
    /// Nil if the file has one table.
    private(set) var sheet: SheetName?
    let date: CivilDate?
    private(set) var times: WrittenDay?
    /// Whether its date is one that the calendar lacks.
    let isOfNoDay: Bool
    /// Why it cannot be used: only the first fault, as one error often causes others. For a usable day, the faults of
    /// the time that cannot be read, of its iqamas and of its Hijri date.
    private(set) var faults: [TimetableFault]

    package init(line: Int, date: CivilDate?, _ problem: DayProblem) {
        (self.line, self.date, times, isOfNoDay) = (line, date, nil, problem.isOfNoDay)
        faults = [TimetableFault(line: line, date: date, problem)]
    }

    init(_ node: JSONNode, _ options: Options) {
        guard case .object(let members) = node.value else {
            self.init(line: node.line, date: nil, .notADay(node.quoted))
            return
        }
        guard members.count <= Self.mostMembers else {
            self.init(line: node.line, date: nil, .tooManyMembers(members.count))
            return
        }
        self.init(DayEntry(line: node.line, members), options)
    }

    package init(_ entry: DayEntry, _ options: Options) {
        line = entry.line
        var found: CivilDate?
        do throws(DayEntry.Fault) {
            let date = try Self.date(of: entry, options)
            found = date
            var (day, clocks) = try Self.times(of: entry, on: date, options)
            faults =
                day.unread.values + Self.addIqamas(of: entry, to: &day, clocks, options)
                + Self.addHijri(of: entry, to: &day, options)
                + entry.unread.map { TimetableFault(line: entry.line, date: date, $0) }
            (times, isOfNoDay) = (day, false)
        } catch {
            (times, isOfNoDay) = (nil, error.problem.isOfNoDay)
            faults = [TimetableFault(line: error.line, date: found, error.problem)]
        }
        date = found
    }

    package func on(_ sheet: SheetName?) -> ReadDay {
        var day = self
        day.sheet = sheet
        day.faults = faults.map { $0.on(sheet) }
        day.times?.unread = times?.unread.mapValues { $0.on(sheet) } ?? [:]
        return day
    }

    private static func date(of entry: DayEntry, _ options: Options) throws(DayEntry.Fault) -> CivilDate {
        if let date = entry.date { return date }
        guard let value = try entry.only(.date) else { throw DayEntry.Fault(entry.line, .missing("date")) }
        let unreadable = DayEntry.Fault(value.line, .dateUnreadable(value.quoted, dayFirst: options.dayFirst))
        guard let text = value.text, text.utf8.count <= 64 else { throw unreadable }
        do {
            guard options.dayFirst else { return try CivilDate(text.trimmed) }
            let parts = text.trimmed.prefix(16).split(separator: "-", omittingEmptySubsequences: false)
            return try CivilDate(parts.reversed().joined(separator: "-"))
        } catch {
            switch error {
            case .unreadable: throw unreadable
            case .noSuchDay: throw DayEntry.Fault(value.line, .noSuchDay(value.quoted))
            }
        }
    }

    /// The times, of which one may be unreadable; if there are more, the line may be another one altogether. Returns
    /// `clocks` has the times of day as the day has them, also in place of the one that cannot be read.
    private static func times(
        of entry: DayEntry,
        on date: CivilDate,
        _ options: Options
    ) throws(DayEntry.Fault) -> (day: WrittenDay, clocks: [Prayer: Int]) {
        var written: [Prayer: (time: WrittenTime, text: String)] = [:]
        var unread: [(prayer: Prayer, fault: DayEntry.Fault)] = []
        for prayer in Prayer.allCases {
            do throws(DayEntry.Fault) {
                let value = try adhan(of: prayer, in: entry, options.madhab)
                written[prayer] = (try time(value, .time(prayer)), value.quoted)
            } catch {
                unread.append((prayer, error))
            }
        }
        if let first = unread.first {
            guard unread.count == 1 else {
                throw DayEntry.Fault(first.fault.line, .several(unread.map(\.fault.problem)))
            }
            written[first.prayer] = written[first.prayer == .dhuhr ? .asr : .dhuhr]
        }
        do {
            var day = try WrittenDay(date, written, by: options.clock)
            for (prayer, fault) in unread {
                let (line, kind) = (fault.line, fault.problem.kind)
                day.unread[prayer] = TimetableFault(line: line, date: date, of: prayer, kind: kind, fault.problem)
            }
            return (day, written.compactMapValues(\.time.clock))
        } catch {
            throw DayEntry.Fault(entry.line, error)
        }
    }

    /// The time of a prayer: its own value, or `adhan` in its object.
    private static func adhan(
        of prayer: Prayer,
        in entry: DayEntry,
        _ madhab: Madhab
    ) throws(DayEntry.Fault) -> DayEntry.Value {
        var found = try entry.only(.time(prayer))
        if prayer == .asr {
            let later = try entry.only(.laterAsr)
            found = madhab == .hanafi ? later ?? found : found ?? later
        }
        guard let value = found else { throw DayEntry.Fault(entry.line, .missing(prayer.rawValue)) }
        guard let members = value.members else { return value }
        guard members.count <= mostMembers else { throw DayEntry.Fault(value.line, .tooManyMembers(members.count)) }
        guard let adhan = try entry.only(DayField.adhan, of: members, named: "\"adhan\" of \(prayer.rawValue)") else {
            throw DayEntry.Fault(value.line, .withoutAdhan(prayer))
        }
        return adhan
    }

    private static func time(_ value: DayEntry.Value, _ field: DayField) throws(DayEntry.Fault) -> WrittenTime {
        if case .clock(let second, _) = value { return .clock(second) }
        guard let text = value.text else { throw DayEntry.Fault(value.line, .timeUnreadable(field, value.quoted)) }
        do {
            return try WrittenTime.parse(text)
        } catch {
            switch error {
            case .shape: throw DayEntry.Fault(value.line, .timeUnreadable(field, value.quoted))
            case .value: throw DayEntry.Fault(value.line, .noSuchTime(field, value.quoted))
            }
        }
    }

    /// A fault in an iqama drops the iqama, not the day: the adhan does not depend on it. One that does not follow its
    /// adhan is kept for the check, which may find that the adhan is wrong.
    private static func addIqamas(
        of entry: DayEntry,
        to day: inout WrittenDay,
        _ clocks: [Prayer: Int],
        _ options: Options
    ) -> [TimetableFault] {
        var faults: [TimetableFault] = []
        let date = day.date
        /// Seconds from the adhan, negative if before it.
        func wait(_ value: DayEntry.Value?, _ field: DayField, after prayer: Prayer) throws(DayEntry.Fault) -> Int? {
            guard let value, !value.isBlank, let adhan = clocks[prayer] else { return nil }
            guard case .clock(let second) = try time(value, field) else {
                throw DayEntry.Fault(value.line, .timeUnreadable(field, value.quoted))
            }
            let wait = (second - adhan).withinADay
            return wait < 43_200 ? wait : wait - 86_400
        }
        func addIqama(of prayer: Prayer) throws(DayEntry.Fault) {
            let value = try entry.iqama(of: prayer)
            guard let value, let adhan = clocks[prayer], let wait = try wait(value, .iqama(prayer), after: prayer)
            else { return }
            let isUnread = day.unread[prayer] != nil
            if !isUnread, (0...PrayerDay.longestWait).contains(wait) {
                day.iqama[prayer] = wait
                return
            }
            // Many files have zeros for fields that were never filled in.
            guard (adhan + wait).withinADay != 0 else { return }
            day.misplacedIqama[prayer] = wait
            if isUnread { return }
            let start = ClockText.format(adhan)
            throw DayEntry.Fault(value.line, .iqamaFar(prayer, value.quoted, isBefore: wait < 0, start))
        }
        func note(_ read: () throws(DayEntry.Fault) -> Void) {
            do throws(DayEntry.Fault) { try read() } catch {
                faults.append(TimetableFault(line: error.line, date: date, error.problem))
            }
        }
        for prayer in Prayer.called {
            note { () throws(DayEntry.Fault) in try addIqama(of: prayer) }
        }
        var jumuahs: [DayEntry.Value] = []
        for field in [DayField.jumuah, .jumuahPrayer] where day.jumuah.isEmpty {
            note { () throws(DayEntry.Fault) in jumuahs = try entry.jumuahs(field) }
            for value in jumuahs {
                note { () throws(DayEntry.Fault) in
                    if let wait = try wait(value, field, after: .dhuhr) { day.jumuah.append(wait) }
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
            note { () throws(DayEntry.Fault) in try addImsak(of: entry, to: &day, before: clocks[.fajr]) }
        }
        return faults
    }

    /// One that is not before Fajr is kept for the check, as an iqama is.
    private static func addImsak(
        of entry: DayEntry,
        to day: inout WrittenDay,
        before fajr: Int?
    ) throws(DayEntry.Fault) {
        guard let fajr, let value = try entry.only(.imsak), !value.isBlank else { return }
        let ahead = try time(value, .imsak).clock.map { (fajr - $0).withinADay }
        let isUnread = day.unread[.fajr] != nil
        if let ahead, !isUnread, ahead <= longestFast {
            day.imsak = ahead
            return
        }
        day.misplacedImsak = ahead.map { $0 < 43_200 ? $0 : $0 - 86_400 }
        if isUnread, ahead != nil { return }
        throw DayEntry.Fault(value.line, .imsakFar(value.quoted, ClockText.format(fajr)))
    }

    /// A fault in the Hijri date drops only the Hijri date: no adhan depends on it.
    private static func addHijri(of entry: DayEntry, to day: inout WrittenDay, _ options: Options) -> [TimetableFault] {
        guard options.dayFirst else { return [] }
        do throws(DayEntry.Fault) {
            guard let value = try entry.only(.hijri) else { return [] }
            let unreadable = DayEntry.Fault(value.line, .hijriUnreadable(value.quoted))
            guard let text = value.text, text.utf8.count <= 64 else { throw unreadable }
            let parts = text.trimmed.split(separator: "-", omittingEmptySubsequences: false)
            let date: HijriDate
            do { date = try HijriDate(parts.reversed().joined(separator: "-")) } catch { throw unreadable }
            // A sighting, or another calendar, never differs from Umm al-Qura's by more.
            let distance = UmmAlQura.start(of: date.month).adding(days: date.day - 1).distance(to: day.date)
            guard abs(distance) <= HijriCalendar.farthest else {
                throw DayEntry.Fault(value.line, .hijriFar(date, days: distance))
            }
            day.hijri = date
            return []
        } catch {
            return [TimetableFault(line: error.line, date: day.date, error.problem)]
        }
    }
}
