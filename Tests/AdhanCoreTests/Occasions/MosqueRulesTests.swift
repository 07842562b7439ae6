import AdhanTestSupport
import Testing

@testable import AdhanCore

/// Plain days: Fajr 05:00, sunrise 07:00, Dhuhr 12:00, Asr 15:00, Maghrib 18:00, Isha 20:00 UTC.
@Suite struct MosqueRulesTests {
    private func day(
        _ rules: MosqueRules,
        _ date: String = "2026-11-21",
        change: (inout PrayerDay) -> Void = { _ in }
    ) throws -> PrayerDay {
        var day = try PrayerDay.plain(date)
        change(&day)
        return try #require(rules.applied(to: [day], in: .utc).first)
    }

    private func rules(_ prayer: Prayer, adhan: String? = nil, iqama: IqamaRule? = nil) throws -> MosqueRules {
        var rules = MosqueRules()
        if let adhan { rules.adhan[prayer] = ByDay(.at(try TimeRule(adhan))) }
        if let iqama { rules.iqama[prayer] = ByDay(iqama) }
        return rules
    }

    private func time(_ hour: Int, _ minute: Int = 0, _ date: String = "2026-11-21") throws -> Instant {
        try .utc(date, hour, minute)
    }

    @Test func `without rules nothing changes, and rules that may move or silence a call change days`() throws {
        #expect(try day(MosqueRules()) == .plain("2026-11-21"))
        var off = MosqueRules()
        off.switches[.dhuhr] = .off(by: "config")
        #expect(try !MosqueRules().changesDays && off.changesDays && rules(.fajr, adhan: "iqama-15m").changesDays)
    }

    /// What is meant, the prayer, its rules for adhan and iqama, and when both are; `-` is none, and `+` is on the next date.
    private static let rows = TextRow.rows(
        """
        the adhan is called so long before the iqama | fajr | iqama-15m | sunrise-45m | 06:00 06:15
        the adhan is never called before the prayer begins | dhuhr | 11:30 | - | 12:00 -
        nor where it counts from an early iqama | asr | iqama-15m | 15:05 | 15:00 15:05
        the adhan is never called after the iqama | maghrib | begins+10m | begins+5m | 18:05 18:05
        an adhan after the prayer's time is called when the prayer begins, and not with the iqama | asr | 18:30 | +18m | 15:00 15:18
        an adhan at the end of the prayer's time is, too | fajr | 07:30 | - | 05:00 -
        an iqama without a time of its own counts from the adhan | dhuhr | 12:30 | +21m | 12:30 12:51
        dhuhr's iqama may count from asr | dhuhr | - | asr-20m | 12:00 14:40
        isha's iqama after midnight is on the next date | isha | - | 00:15 | 20:00 00:15+
        an iqama is rounded up from the adhan | fajr | - | +7m round 5 | 05:00 05:10
        to no later than it is | fajr | - | +10m round 5 | 05:00 05:10
        by its own step | fajr | - | +11m round 10 | 05:00 05:20
        by half an hour | fajr | - | +61m round 30 | 05:00 06:30
        before sunrise it is rounded down | fajr | - | sunrise-46m round 15 | 05:00 06:00
        to no earlier than it is | fajr | - | sunrise-45m round 15 | 05:00 06:15
        an iqama is never earlier than its least distance from the adhan, rounded up | dhuhr | - | 12:05 round 15 least 10 | 12:00 12:15
        an iqama before its prayer begins is none | fajr | - | 04:50 | 05:00 -
        but least after the adhan | fajr | - | 04:50 least 16 | 05:00 05:16
        an iqama after its prayer's time is none | fajr | - | 07:30 | 05:00 -
        but least after the adhan, too | fajr | - | 07:30 least 16 | 05:00 05:16
        which may be later, and rounded | fajr | 05:30 | 07:00 round 10 least 16 | 05:30 05:50
        where the prayer's time ends before the iqama there is none, and the adhan keeps its time | dhuhr | 14:50 | +21m | 14:50 -
        nor where there is no room for the least | dhuhr | 14:50 | asr-20m least 15 | 14:50 -
        where there is room | dhuhr | 14:30 | asr-20m least 15 | 14:30 14:45
        """
    )

    @Test(arguments: rows)
    func `an adhan and an iqama are by their rules, within the prayer's time`(row: TextRow) throws {
        let prayer = try #require(Prayer(rawValue: row[1]))
        let words = row[3].split(separator: " ").map(String.init)
        func number(_ name: String) -> Int { words.firstIndex(of: name).flatMap { Int(words[$0 + 1]) } ?? 0 }
        let iqama =
            try row[3] == "-"
            ? nil : IqamaRule(TimeRule(words[0]), round: number("round"), least: number("least") * 60)
        let found = try day(rules(prayer, adhan: row[2] == "-" ? nil : row[2], iqama: iqama))
        let texts = [found.adhan(of: prayer), found.iqama[prayer]].map { time -> String in
            guard let time else { return "-" }
            return ZoneRules.utc.clockText(time) + (ZoneRules.utc.wall(at: time).date == found.date ? "" : "+")
        }
        #expect(texts.joined(separator: " ") == row[4])
        #expect(found[prayer] == PrayerDay.plain(found.date)[prayer], "the prayer begins as before")
    }

    @Test func `an iqama is before the prayer's time ends, whatever its rounding`() throws {
        let rules = try rules(.fajr, iqama: IqamaRule(.clock(7 * 3600), round: 30, least: 960))
        let short = try day(rules) { $0 = .plain($0.date, sunrise: 5 * 3600 + 1200) }
        #expect(try short.iqama[.fajr] == time(5, 16))
    }

    /// `-` is no rule, and no iqama.
    @Test(arguments: [
        (filed: "15:30", rule: "-", iqama: "15:30"), ("15:30", "timetable", "15:30"), ("15:30", "off", "-"),
        ("15:30", "+10m", "15:10"), ("15:30", "16:00", "16:00"), ("15:30", "timetable, else +10m", "15:30"),
        ("-", "-", "-"), ("-", "timetable", "-"), ("-", "off", "-"), ("-", "+10m", "15:10"), ("-", "16:00", "16:00"),
        ("-", "timetable, else +10m", "15:10"), ("15:30", "14:00", "-"), ("15:30", "18:30", "-"),
        ("-", "timetable, else 18:30", "-"), ("15:30", "timetable, else 18:30", "15:30"),
    ])
    func `a written rule replaces the timetable's iqama, and nothing is invented`(
        filed: String,
        rule: String,
        iqama: String
    ) throws {
        let zone = ZoneRules.utc
        var rules = MosqueRules()
        rules.iqama[.asr] = try rule == "-" ? nil : ByDay(Self.iqama(rule))
        let found = try day(rules) { day in
            let second = try? ClockText.parse(filed)
            day.iqama[.asr] = second.map { zone.instant(day.date, secondOfDay: $0) }
            day.iqama[.isha] = day[.isha] + .minutes(10)
        }
        #expect(found.iqama[.asr].map { zone.clockText($0) } ?? "-" == iqama)
        #expect(found.iqama.count == (iqama == "-" ? 1 : 2), "the other prayers")
    }

    private static func iqama(_ text: String) throws -> IqamaRule {
        let parts = text.split(separator: ", else ").map(String.init)
        let isFallback = parts.first == "timetable"
        let time = (isFallback ? parts.dropFirst() : parts[...]).first.flatMap { $0 == "off" ? nil : $0 }
        return IqamaRule(try time.map { try TimeRule($0) }, isFallback: isFallback)
    }

    @Test func `a rule from a date on replaces the timetable's from then, and leaves other days to it`() throws {
        var from = DayCondition()
        from.span = .once(try CivilDate("2026-12-05")...(.last))
        var rules = MosqueRules()
        rules.iqama[.isha] = ByDay()
        rules.iqama[.isha]?.add(IqamaRule(.clock(20 * 3600 + 1800)), when: from)
        for (date, minute) in [("2026-12-04", 10), ("2026-12-05", 30)] {
            let found = try day(rules, date) { day in
                for prayer in Prayer.called { day.iqama[prayer] = day[prayer] + .minutes(10) }
            }
            // An exception is silent on prayers that it does not name.
            #expect(try found.iqama[.isha] == time(20, minute, date) && found.iqama[.asr] == time(15, 10, date))
        }
    }

    /// The file's khutbahs of a Friday, the rule, and the khutbahs; the empty text is none.
    @Test(arguments: [
        (filed: "12:45", rule: KhutbahRule?.none, khutbahs: "12:45"), ("12:45", .timetable, "12:45"),
        ("12:45", KhutbahRule([.clock(47_700)]), "13:15"), ("12:45", KhutbahRule([]), ""), ("", nil, ""),
        ("12:45", KhutbahRule([.clock(47_700)], isFallback: true), "12:45"),
        ("", KhutbahRule([.clock(47_700)], isFallback: true), "13:15"),
        ("", KhutbahRule([.clock(47_700), .clock(50_400)]), "13:15 14:00"),
    ])
    func `a list replaces the timetable's khutbahs`(filed: String, rule: KhutbahRule?, khutbahs: String) throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay(rule)
        let zone = ZoneRules.utc
        let found = try day(rules, "2026-11-27") { day in
            let second = try? ClockText.parse(filed)
            day.jumuah = second.map { [zone.instant(day.date, secondOfDay: $0)] } ?? []
            (day.hasJumuahPrayers, day.iqama[.dhuhr]) = (second != nil, day[.dhuhr] + .minutes(20))
        }
        #expect(found.fridays.map { zone.clockText($0) }.joined(separator: " ") == khutbahs)
        // A rule's times are khutbahs.
        #expect((found.iqama[.dhuhr] == nil) == !khutbahs.isEmpty && found.hasJumuahPrayers == (khutbahs == "12:45"))
    }

    // MARK: A weekly iqama

    /// The iqamas of days from 20 November on, a Friday, on the clock, with the adhans checked.
    private func weekly(
        _ prayer: Prayer,
        adhan: String? = nil,
        _ rule: IqamaRule,
        _ count: Int = 7,
        before: Int = 0,
        _ day: (CivilDate, Int) -> PrayerDay
    ) throws -> [String] {
        let first = try CivilDate("2026-11-20")
        let days = (-before..<count).map { day(first.adding(days: $0), $0) }
        return try rules(prayer, adhan: adhan, iqama: rule).applied(to: days, in: .utc).dropFirst(before).map { day in
            #expect(day.adhan(of: prayer) <= day.iqama[prayer] ?? day[prayer], "\(day.date)")
            return day.iqama[prayer].map { ZoneRules.utc.clockText($0) } ?? "-"
        }
    }

    private func week(_ times: String...) -> [String] { times.flatMap { Array(repeating: $0, count: 7) } }

    @Test func `a weekly iqama is the latest of its week, and changes on its day`() throws {
        let rule = IqamaRule(.beside(.adhan, seconds: 600), round: 5, changesOn: 5)
        // Asr moves by two minutes a day: the first week ends with Asr at 15:20, the next with 15:34.
        let found = try weekly(.asr, rule, 14, before: 4) { .plain($0, asr: 15 * 3600 + ($1 + 4) * 120) }
        #expect(found == week("15:30", "15:45"))
    }

    @Test func `a weekly iqama before sunrise is the earliest of its week, and the adhan is never after it`() throws {
        let rule = IqamaRule(.beside(.time(.sunrise), seconds: -2700), changesOn: 5)
        let earlier = try weekly(.fajr, rule, 14) { .plain($0, sunrise: 7 * 3600 - $1 * 120) }
        #expect(Array(earlier.prefix(7)) == week("06:03"))
        _ = try weekly(.fajr, adhan: "sunrise-50m", rule, 14) { .plain($0, sunrise: 7 * 3600 + $1 * 120) }
    }

    @Test func `a day on which the week's iqama is not within the prayer's time has its own`() throws {
        let found = try weekly(.dhuhr, IqamaRule(.beside(.adhan, seconds: 600), changesOn: 5)) {
            .plain($0, dhuhr: 43_200 + $1 * 600, asr: 45_900 + $1 * 600)
        }
        #expect(found == ["12:10", "12:20", "12:30", "13:10", "13:10", "13:10", "13:10"])
    }

    @Test func `the timetable's iqama of one day is not the week's`() throws {
        let rule = IqamaRule(.beside(.adhan, seconds: 600), isFallback: true, changesOn: 5)
        let found = try weekly(.dhuhr, rule) { date, number in
            var day = PrayerDay.plain(date)
            if number == 3 { day.iqama[.dhuhr] = day[.dhuhr] + .hours(2) }
            return day
        }
        #expect(found == ["12:10", "12:10", "12:10", "14:00", "12:10", "12:10", "12:10"])
    }

    /// London's clocks go back on Sunday 25 October 2026. Maghrib moves back by two minutes a day.
    @Test func `a change of the clocks begins another week`() throws {
        let zone = try ZoneRules.installed("Europe/London")
        let days = try (0..<21).map { number -> PrayerDay in
            let date = try CivilDate("2026-10-16").adding(days: number)
            let maghrib = (number < 9 ? 18 * 3600 : 17 * 3600) - number * 120
            let seconds: [Prayer: Int] = [
                .fajr: 18_000, .sunrise: 25_200, .dhuhr: 46_800, .asr: 54_000, .maghrib: maghrib, .isha: maghrib + 5400,
            ]
            return PrayerDay(date: date) { zone.instant(date, secondOfDay: seconds[$0] ?? 0) }
        }
        let rule = IqamaRule(.beside(.adhan, seconds: 300), round: 5, changesOn: 5)
        for day in try rules(.maghrib, adhan: "iqama-3m", iqama: rule).applied(to: days, in: zone) {
            let iqama = try #require(day.iqama[.maghrib])
            let wait = day[.maghrib].duration(to: iqama)
            #expect(wait >= .minutes(5) && wait <= .minutes(24) && day.adhan(of: .maghrib) < iqama, "\(day.date)")
        }
    }

    // MARK: Special days

    @Test func `isha's time ends with the next day's fajr`() throws {
        let dates = try span("2026-11-21", "2026-11-22")
        func tonight(_ rules: MosqueRules, isha: Instant? = nil) throws -> PrayerDay {
            let days = dates.map { PrayerDay.plain($0) }
            let first = isha.map { days[0].replacing(.isha, with: $0, from: .file) } ?? days[0]
            return try #require(rules.applied(to: [first, days[1]], in: .utc).first)
        }
        // Fajr is at 05:00.
        #expect(try tonight(rules(.isha, adhan: "04:59")).adhan(of: .isha) == time(4, 59, "2026-11-22"))
        #expect(try tonight(rules(.isha, adhan: "05:00")).adhan(of: .isha) == time(20))
        for (least, minute) in [(0, nil), (900, 15)] as [(Int, Int?)] {
            let found = try tonight(rules(.isha, iqama: IqamaRule(.clock(5 * 3600), least: least)))
            #expect(try found.iqama[.isha] == minute.map { try time(20, $0) })
        }
        let white = try rules(.isha, iqama: IqamaRule(.beside(.adhan, seconds: 900)))
        #expect(try tonight(white, isha: time(4, 50, "2026-11-22")).iqama[.isha] == nil)
        // The answer for a day does not depend on the days that are asked for with it.
        let source = MosqueTimetable(PlainSource(), try rules(.isha, adhan: "05:00"))
        let alone = source.days(dates.lowerBound...dates.lowerBound, in: .utc)
        #expect(try alone == Array(source.days(dates, in: .utc).prefix(1)) && alone.first?.adhan(of: .isha) == time(20))
    }

    @Test(arguments: [(45, true), (55, false)])
    func `an adhan that keeps its time keeps no iqama after the prayer's time`(minute: Int, isKept: Bool) throws {
        var old = try PrayerDay.plain("2026-11-21")
        (old.called[.asr], old.iqama[.asr]) = (try time(17, 40), try time(17, minute))
        let new = PrayerDay.plain(old.date, maghrib: 17 * 3600 + 3000)
        let kept = [new].keepingCalls(of: [old], now: try time(17), grace: .minutes(5)).first
        #expect(try kept?.adhan(of: .asr) == time(17, 40) && kept?.iqama[.asr] == (isKept ? time(17, minute) : nil))
    }

    @Test func `on a Friday an adhan before dhuhr's iqama counts from the khutbah`() throws {
        var rules = try rules(.dhuhr, adhan: "iqama-15m", iqama: IqamaRule(.clock(13 * 3600)))
        rules.jumuah.times = ByDay([13 * 3600 + 1800])
        for (date, hour, minute) in [("2026-11-27", 13, 15), ("2026-11-26", 12, 45)] {
            #expect(try day(rules, date).adhan(of: .dhuhr) == time(hour, minute, date))
        }
        // And not from an iqama that the file has for other days.
        for rule in ["iqama-15m", "12:45"] {
            let found = try day(self.rules(.dhuhr, adhan: rule), "2026-11-27") { day in
                day.iqama[.dhuhr] = day[.dhuhr] + .minutes(5)
                day.jumuah = [day[.dhuhr] + .hours(1)]
            }
            #expect(try found.adhan(of: .dhuhr) == time(12, 45, "2026-11-27"))
        }
    }

    @Test func `in Ramadan the adhan waits for iftar, or as long as its own rule says`() throws {
        var rules = try rules(.maghrib, adhan: "begins+5m", iqama: IqamaRule(.beside(.begins, seconds: 60)))
        rules.ramadan.iftar = .before(120)
        #expect(try day(rules, "2027-02-10").adhan(of: .maghrib) == time(18, 2, "2027-02-10"))
        rules.iqama = [:]
        #expect(try day(rules, "2027-02-10").adhan(of: .maghrib) == time(18, 5, "2027-02-10"))
    }

    @Test func `a khutbah may count from Dhuhr's beginning or to Asr's, and its prayer counts from it`() throws {
        var rules = MosqueRules()
        let usual = ByDay<KhutbahRule>([.clock(47_700), try TimeRule("asr-45m"), try TimeRule("dhuhr+15m")])
        rules.jumuah.times = usual
        rules.jumuah.times.add([try TimeRule("dhuhr+30m"), .clock(45_000)], when: .init())
        let friday = "2026-11-27"
        #expect(try day(rules, friday).jumuah == [time(12, 30, friday)])
        rules.jumuah.times = usual
        let found = try day(rules, friday)
        #expect(try found.jumuah == [time(12, 15, friday), time(13, 15, friday), time(14, 15, friday)])
        #expect(found.jumuah.compactMap(rules.jumuah.prayer).isEmpty)
        rules.jumuah.iqama = 1500
        #expect(try found.jumuah.first.map(rules.jumuah.prayer) == time(12, 40, friday))
        #expect(try day(rules, "2026-11-26").jumuah.isEmpty, "on a Thursday")
    }

    @Test func `a file's khutbah on other days, and its iqama of Dhuhr on a Friday with one, are left out`() throws {
        func filed(_ date: String, khutbahs: Int = 1) throws -> PrayerDay {
            try day(MosqueRules(), date) { day in
                day.iqama[.dhuhr] = day[.dhuhr] + .minutes(45)
                day.jumuah = (0..<khutbahs).map { day[.dhuhr] + .minutes(75 + $0) }
            }
        }
        let (thursday, friday) = (try filed("2026-11-26"), try filed("2026-11-27"))
        #expect(try thursday.jumuah.isEmpty && thursday.iqama[.dhuhr] == time(12, 45, "2026-11-26"))
        #expect(try friday.jumuah == [time(13, 15, "2026-11-27")] && friday.iqama.isEmpty)
        #expect(try filed("2026-11-27", khutbahs: 5).jumuah.count == Occasion.most)
        #expect(try filed("2026-11-27", khutbahs: 0).iqama[.dhuhr] == time(12, 45, "2026-11-27"))
    }
}

/// What an iqama that changes once a week does where the rules change within the week. Isha moves by two minutes a day.
@Suite struct WeeklyIqamaTests {
    private let rule = IqamaRule(.beside(.begins, seconds: 600), changesOn: 5)

    /// The minutes of a week's iqamas after the hour of Isha.
    private func minutes(_ rules: ByDay<IqamaRule>, from date: String, isha: Int = 20 * 3600) throws -> [Int] {
        let first = try CivilDate(date)
        var own = MosqueRules()
        own.iqama[.isha] = rules
        let days = (-6..<13).map { PrayerDay.plain(first.adding(days: $0), isha: isha + $0 * 120) }
        return own.applied(to: days, in: .utc)[6..<13].map { day in
            let midnight = ZoneRules.utc.instant(day.date, secondOfDay: isha / 3600 * 3600)
            return Int(midnight.duration(to: day.iqama[.isha] ?? day[.fajr]).inSeconds) / 60
        }
    }

    @Test func `the beginning and the end of Ramadan begin another week`() throws {
        // Ramadan begins on Monday 8 February: the Sunday before ends its part of the week with Isha at 20:04.
        #expect(try minutes(ByDay(rule), from: "2027-02-05") == [14, 14, 14, 22, 22, 22, 22])
    }

    @Test func `days with a rule of their own do not count for the others of the week`() throws {
        var (weekend, rules) = (DayCondition(), ByDay(rule))
        weekend.weekdays = [6, 0]
        rules.add(IqamaRule(.beside(.begins, seconds: 3600), changesOn: 5), when: weekend)
        // From Friday to Thursday: the two days have the latest of the two, the other five of the five.
        #expect(try minutes(rules, from: "2026-11-20") == [22, 64, 64, 22, 22, 22, 22])
    }

    @Test func `an iqama after midnight counts as late, not as early`() throws {
        // Isha moves from 23:40 to 23:52, and the iqama from 23:50 into the next day.
        let found = try minutes(ByDay(rule), from: "2026-11-20", isha: 23 * 3600 + 2400)
        #expect(found == Array(repeating: 62, count: 7))
    }
}
