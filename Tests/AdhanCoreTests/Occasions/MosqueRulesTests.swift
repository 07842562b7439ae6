import AdhanTestSupport
import Testing

@testable import AdhanCore

/// Plain days: Fajr 05:00, sunrise 07:00, Dhuhr 12:00, Asr 15:00, Maghrib 18:00, Isha 20:00 UTC.
@Suite struct MosqueRulesTests {
    private func day(_ rules: MosqueRules, _ date: String = "2026-11-21", change: (inout PrayerDay) -> Void = { _ in })
        throws -> PrayerDay
    {
        var day = PrayerDay.plain(try CivilDate(date))
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

    @Test func `without rules nothing changes`() throws {
        #expect(try day(MosqueRules()) == PrayerDay.plain(try CivilDate("2026-11-21")))
    }

    @Test func `rules that may move or silence a call change days`() throws {
        #expect(!MosqueRules().changesDays)
        #expect(try rules(.fajr, adhan: "iqama-15m").changesDays)
        var rules = MosqueRules()
        rules.switches[.dhuhr] = .off(by: "config")
        #expect(rules.changesDays)
    }

    @Test func `the adhan is called so long before the iqama`() throws {
        let rules = try rules(.fajr, adhan: "iqama-15m", iqama: IqamaRule(.beside(.time(.sunrise), seconds: -2700)))
        let day = try day(rules)
        #expect(try day.iqama[.fajr] == time(6, 15))
        #expect(try day.adhan(of: .fajr) == time(6))
        #expect(try day[.fajr] == time(5))
    }

    @Test func `the adhan is never called before the prayer begins`() throws {
        let early = try day(try rules(.dhuhr, adhan: "11:30"))
        #expect(try early.adhan(of: .dhuhr) == time(12))
        let before = try day(try rules(.asr, adhan: "iqama-15m", iqama: IqamaRule(.clock(15 * 3600 + 300))))
        #expect(try before.adhan(of: .asr) == time(15))
    }

    @Test func `the adhan is never called after the iqama`() throws {
        let rules = try rules(.maghrib, adhan: "begins+10m", iqama: IqamaRule(.beside(.begins, seconds: 300)))
        #expect(try day(rules).adhan(of: .maghrib) == time(18, 5))
    }

    @Test func `an adhan after the prayer's time is called when the prayer begins, and not with the iqama`() throws {
        let rules = try rules(.asr, adhan: "18:30", iqama: IqamaRule(.beside(.adhan, seconds: 1080)))
        let day = try day(rules)
        #expect(try day.adhan(of: .asr) == time(15))
        #expect(try day.iqama[.asr] == time(15, 18))
    }

    @Test func `an iqama without a rule of its own counts from the adhan`() throws {
        let rules = try rules(.dhuhr, adhan: "12:30", iqama: IqamaRule(.beside(.adhan, seconds: 1260)))
        #expect(try day(rules).iqama[.dhuhr] == time(12, 51))
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
            #expect(try found.iqama[.isha] == time(20, minute, date))
            // An exception is silent on prayers that it does not name.
            #expect(try found.iqama[.asr] == time(15, 10, date))
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
    func `a written list replaces the timetable's khutbahs`(filed: String, rule: KhutbahRule?, khutbahs: String) throws
    {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay(rule)
        let zone = ZoneRules.utc
        let found = try day(rules, "2026-11-27") { day in
            let second = try? ClockText.parse(filed)
            day.jumuah = second.map { [zone.instant(day.date, secondOfDay: $0)] } ?? []
            (day.hasJumuahPrayers, day.iqama[.dhuhr]) = (second != nil, day[.dhuhr] + .minutes(20))
        }
        #expect(found.fridays.map { zone.clockText($0) }.joined(separator: " ") == khutbahs)
        #expect((found.iqama[.dhuhr] == nil) == !khutbahs.isEmpty)
        // A rule's times are khutbahs.
        #expect(found.hasJumuahPrayers == (khutbahs == "12:45"))
    }

    @Test(arguments: [
        ("+7m", 5, 10), ("+10m", 5, 10), ("+11m", 10, 20), ("sunrise-46m", 15, 60), ("sunrise-45m", 15, 75),
        ("+61m", 30, 90),
    ])
    func `an iqama is rounded away from the time that it counts from`(text: String, round: Int, minutes: Int) throws {
        let rules = try rules(.fajr, iqama: IqamaRule(try TimeRule(text), round: round))
        #expect(try day(rules).iqama[.fajr] == time(5) + .minutes(minutes))
    }

    @Test func `an iqama is never earlier than its least distance from the adhan, rounded up`() throws {
        let rules = try rules(.dhuhr, iqama: IqamaRule(.clock(12 * 3600 + 300), round: 15, least: 600))
        #expect(try day(rules).iqama[.dhuhr] == time(12, 15))
    }

    @Test func `dhuhr's iqama may count from asr`() throws {
        let rules = try rules(.dhuhr, iqama: IqamaRule(.beside(.time(.asr), seconds: -1200)))
        #expect(try day(rules).iqama[.dhuhr] == time(14, 40))
    }

    @Test func `isha's iqama after midnight is on the next date`() throws {
        let rules = try rules(.isha, iqama: IqamaRule(.clock(900)))
        #expect(try day(rules).iqama[.isha] == .utc("2026-11-22", 0, 15))
    }

    @Test func `a weekly iqama is the latest of its week, and changes on its day`() throws {
        // Asr moves by two minutes a day.
        let days = try (0..<21).map { number -> PrayerDay in
            .plain(try CivilDate("2026-11-16").adding(days: number), asr: 15 * 3600 + number * 120)
        }
        let rules = try rules(.asr, iqama: IqamaRule(.beside(.adhan, seconds: 600), round: 5, changesOn: 5))
        let (first, last) = (try CivilDate("2026-11-20"), try CivilDate("2026-12-03"))
        let applied = rules.applied(to: days, in: .utc).filter { (first...last).contains($0.date) }
        let minutes = applied.map { ZoneRules.utc.wall(at: $0.iqama[.asr] ?? $0[.asr]).secondOfDay / 60 - 900 }
        // The week from Friday 20 November ends with Asr at 15:20, the next with 15:34.
        #expect(minutes == Array(repeating: 30, count: 7) + Array(repeating: 45, count: 7))
    }

    @Test func `a weekly iqama before sunrise is the earliest of its week`() throws {
        let days = try (0..<14).map { number -> PrayerDay in
            .plain(try CivilDate("2026-11-20").adding(days: number), sunrise: 7 * 3600 - number * 120)
        }
        let rules = try rules(.fajr, iqama: IqamaRule(.beside(.time(.sunrise), seconds: -2700), changesOn: 5))
        let applied = rules.applied(to: days, in: .utc).prefix(7)
        #expect(
            Set(applied.map { ZoneRules.utc.wall(at: $0.iqama[.fajr] ?? $0[.fajr]).secondOfDay }) == [6 * 3600 + 180]
        )
    }

    /// London's clocks go back on Sunday 25 October 2026. Maghrib moves back by two minutes a day.
    private func london(_ rules: MosqueRules) throws -> [PrayerDay] {
        let zone = try ZoneRules.installed("Europe/London")
        let days = try (0..<21).map { number -> PrayerDay in
            let date = try CivilDate("2026-10-16").adding(days: number)
            func at(_ second: Int) -> Instant { zone.instant(date, secondOfDay: second) }
            let maghrib = (number < 9 ? 18 * 3600 : 17 * 3600) - number * 120
            return PrayerDay(
                date: date,
                fajr: at(5 * 3600),
                sunrise: at(7 * 3600),
                dhuhr: at(13 * 3600),
                asr: at(15 * 3600),
                maghrib: at(maghrib),
                isha: at(maghrib + 5400),
                source: .calculation
            )
        }
        return rules.applied(to: days, in: zone)
    }

    @Test func `a change of the clocks begins another week`() throws {
        let rules = try rules(
            .maghrib,
            adhan: "iqama-3m",
            iqama: IqamaRule(.beside(.adhan, seconds: 300), round: 5, changesOn: 5)
        )
        for day in try london(rules) {
            let wait = day[.maghrib].duration(to: day.iqama[.maghrib] ?? day[.maghrib])
            #expect(wait >= .minutes(5) && wait <= .minutes(24), "\(day.date)")
            #expect(day.adhan(of: .maghrib) < day.iqama[.maghrib] ?? day[.maghrib])
        }
    }

    @Test func `with a weekly iqama, too, the adhan is never after it`() throws {
        let days = try (0..<14).map { number -> PrayerDay in
            .plain(try CivilDate("2026-11-20").adding(days: number), sunrise: 7 * 3600 + number * 120)
        }
        let rules = try rules(
            .fajr,
            adhan: "sunrise-50m",
            iqama: IqamaRule(.beside(.time(.sunrise), seconds: -2700), changesOn: 5)
        )
        for day in rules.applied(to: days, in: .utc) {
            #expect(day.adhan(of: .fajr) <= day.iqama[.fajr] ?? day[.fajr], "\(day.date)")
        }
    }

    @Test func `a day on which the week's iqama is not within the prayer's time has its own`() throws {
        let days = try (0..<7).map { number -> PrayerDay in
            .plain(
                try CivilDate("2026-11-20").adding(days: number),
                dhuhr: 43_200 + number * 600,
                asr: 45_900 + number * 600
            )
        }
        let rules = try rules(.dhuhr, iqama: IqamaRule(.beside(.adhan, seconds: 600), changesOn: 5))
        let waits = rules.applied(to: days, in: .utc).map { $0.iqama[.dhuhr].map { at in ZoneRules.utc.clockText(at) } }
        #expect(waits == ["12:10", "12:20", "12:30"] + Array(repeating: "13:10", count: 4))
    }

    @Test func `the timetable's iqama of one day is not the week's`() throws {
        let days = try (0..<7).map { number -> PrayerDay in
            var day = PrayerDay.plain(try CivilDate("2026-11-20").adding(days: number))
            if number == 3 { day.iqama[.dhuhr] = day[.dhuhr] + .hours(2) }
            return day
        }
        let rule = IqamaRule(.beside(.adhan, seconds: 600), isFallback: true, changesOn: 5)
        let waits = try rules(.dhuhr, iqama: rule).applied(to: days, in: .utc).map {
            $0[.dhuhr].duration(to: $0.iqama[.dhuhr] ?? $0[.dhuhr])
        }
        #expect(waits == (0..<7).map { $0 == 3 ? .hours(2) : .minutes(10) })
    }

    @Test func `a rule that leads past the prayer's time does not count`() throws {
        #expect(try day(try rules(.fajr, adhan: "07:30")).adhan(of: .fajr) == time(5))
        let late = try day(try rules(.fajr, iqama: IqamaRule(.clock(7 * 3600 + 1800), least: 600)))
        #expect(try late.iqama[.fajr] == time(5, 10))
    }

    @Test func `isha's time ends with the next day's fajr`() throws {
        let dates = try CivilDate("2026-11-21")...CivilDate("2026-11-22")
        func tonight(_ rules: MosqueRules, isha: Instant? = nil) throws -> PrayerDay {
            let days = [PrayerDay.plain(dates.lowerBound), PrayerDay.plain(dates.upperBound)]
            let first = isha.map { days[0].replacing(.isha, with: $0, from: .file) } ?? days[0]
            return try #require(rules.applied(to: [first, days[1]], in: .utc).first)
        }
        // Fajr is at 05:00.
        #expect(try tonight(try rules(.isha, adhan: "04:59")).adhan(of: .isha) == time(4, 59, "2026-11-22"))
        #expect(try tonight(try rules(.isha, adhan: "05:00")).adhan(of: .isha) == time(20))
        #expect(try tonight(try rules(.isha, iqama: IqamaRule(.clock(5 * 3600)))).iqama[.isha] == nil)
        let late = try tonight(try rules(.isha, iqama: IqamaRule(.clock(5 * 3600), least: 900)))
        #expect(try late.iqama[.isha] == time(20, 15))
        let white = try rules(.isha, iqama: IqamaRule(.beside(.adhan, seconds: 900)))
        #expect(try tonight(white, isha: try time(4, 50, "2026-11-22")).iqama[.isha] == nil)
        // The answer for a day does not depend on the days that are asked for with it.
        let source = MosqueTimetable(PlainSource(), try rules(.isha, adhan: "05:00"))
        let alone = source.days(dates.lowerBound...dates.lowerBound, in: .utc)
        #expect(alone == Array(source.days(dates, in: .utc).prefix(1)))
        #expect(try alone.first?.adhan(of: .isha) == time(20))
    }

    @Test func `where the prayer's time ends before the iqama there is none, and the adhan keeps its time`() throws {
        // Asr begins at 15:00.
        let usual = try day(try rules(.dhuhr, adhan: "14:50", iqama: IqamaRule(.beside(.adhan, seconds: 1260))))
        #expect(try usual.iqama[.dhuhr] == nil && usual.adhan(of: .dhuhr) == time(14, 50))
        let least = IqamaRule(.beside(.time(.asr), seconds: -1200), least: 900)
        #expect(try day(try rules(.dhuhr, adhan: "14:50", iqama: least)).iqama[.dhuhr] == nil)
        #expect(try day(try rules(.dhuhr, adhan: "14:30", iqama: least)).iqama[.dhuhr] == time(14, 45))
    }

    @Test func `an iqama before its prayer begins or after its time is least after the adhan, else there is none`()
        throws
    {
        for clock in ["04:50", "07:30"] {
            let none = try day(try rules(.fajr, iqama: IqamaRule(TimeRule(clock))))
            #expect(none.iqama[.fajr] == nil, "\(clock)")
            let least = try day(try rules(.fajr, iqama: IqamaRule(TimeRule(clock), least: 960)))
            #expect(try least.iqama[.fajr] == time(5, 16), "\(clock)")
        }
        // After the adhan, which may be later, and rounded.
        let later = try rules(.fajr, adhan: "05:30", iqama: IqamaRule(.clock(7 * 3600), round: 10, least: 960))
        #expect(try day(later).iqama[.fajr] == time(5, 50))
        // Before the prayer's time ends, in any case.
        let short = try day(try rules(.fajr, iqama: IqamaRule(.clock(7 * 3600), round: 30, least: 960))) {
            $0 = .plain($0.date, sunrise: 5 * 3600 + 1200)
        }
        #expect(try short.iqama[.fajr] == time(5, 16))
    }

    @Test(arguments: [(45, true), (55, false)])
    func `an adhan that keeps its time keeps no iqama after the prayer's time`(minute: Int, isKept: Bool) throws {
        var old = PrayerDay.plain(try CivilDate("2026-11-21"))
        (old.called[.asr], old.iqama[.asr]) = (try time(17, 40), try time(17, minute))
        let new = PrayerDay.plain(old.date, maghrib: 17 * 3600 + 3000)
        let kept = [new].keepingCalls(of: [old], now: try time(17), grace: .minutes(5)).first
        #expect(kept?.adhan(of: .asr) == (try time(17, 40)))
        #expect(kept?.iqama[.asr] == (isKept ? try time(17, minute) : nil))
    }

    @Test func `on a Friday an adhan before dhuhr's iqama counts from the khutbah`() throws {
        var rules = try rules(.dhuhr, adhan: "iqama-15m", iqama: IqamaRule(.clock(13 * 3600)))
        rules.jumuah.times = ByDay([13 * 3600 + 1800])
        #expect(try day(rules, "2026-11-27").adhan(of: .dhuhr) == time(13, 15, "2026-11-27"))
        #expect(try day(rules, "2026-11-26").adhan(of: .dhuhr) == time(12, 45, "2026-11-26"))
    }

    @Test func `in Ramadan the adhan waits for iftar, or as long as its own rule says`() throws {
        var rules = try rules(.maghrib, adhan: "begins+5m", iqama: IqamaRule(.beside(.begins, seconds: 60)))
        rules.ramadan.iftar = .before(120)
        #expect(try day(rules, "2027-02-10").adhan(of: .maghrib) == time(18, 2, "2027-02-10"))
        rules.iqama = [:]
        #expect(try day(rules, "2027-02-10").adhan(of: .maghrib) == time(18, 5, "2027-02-10"))
    }

    @Test func `the khutbahs of the config are on Fridays`() throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([13 * 3600, 14 * 3600])
        #expect(try day(rules, "2026-11-27").jumuah == [time(13, 0, "2026-11-27"), time(14, 0, "2026-11-27")])
        #expect(try day(rules, "2026-11-26").jumuah.isEmpty)
    }

    @Test func `a khutbah may count from Dhuhr's beginning or to Asr's, and its prayer counts from it`() throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([.clock(47_700), try TimeRule("asr-45m"), try TimeRule("dhuhr+15m")])
        rules.jumuah.times.add([try TimeRule("dhuhr+30m"), .clock(45_000)], when: .init())
        let friday = "2026-11-27"
        #expect(try day(rules, friday).jumuah == [time(12, 30, friday)])
        rules.jumuah.times = ByDay([.clock(47_700), try TimeRule("asr-45m"), try TimeRule("dhuhr+15m")])
        let found = try day(rules, friday)
        #expect(try found.jumuah == [time(12, 15, friday), time(13, 15, friday), time(14, 15, friday)])
        #expect(found.jumuah.compactMap(rules.jumuah.prayer).isEmpty)
        rules.jumuah.iqama = 1500
        #expect(try found.jumuah.first.map(rules.jumuah.prayer) == time(12, 40, friday))
    }

    @Test func `a file's khutbah on other days, and its iqama of Dhuhr on a Friday with one, are left out`() throws {
        func filed(_ date: String, khutbahs: Int = 1) throws -> PrayerDay {
            try day(MosqueRules(), date) { day in
                day.iqama[.dhuhr] = day[.dhuhr] + .minutes(45)
                day.jumuah = (0..<khutbahs).map { day[.dhuhr] + .minutes(75 + $0) }
            }
        }
        let thursday = try filed("2026-11-26")
        #expect(try thursday.jumuah.isEmpty && thursday.iqama[.dhuhr] == time(12, 45, "2026-11-26"))
        let friday = try filed("2026-11-27")
        #expect(try friday.jumuah == [time(13, 15, "2026-11-27")] && friday.iqama.isEmpty)
        #expect(try filed("2026-11-27", khutbahs: 5).jumuah.count == Occasion.most)
        #expect(try filed("2026-11-27", khutbahs: 0).iqama[.dhuhr] == time(12, 45, "2026-11-27"))
    }

    @Test
    func `on a Friday the adhan of Dhuhr waits for the khutbah, not for an iqama that the file has for other days`()
        throws
    {
        var day = PrayerDay.plain(try CivilDate("2026-11-27"))
        day.iqama[.dhuhr] = try .utc("2026-11-27", 12, 5)
        day.jumuah = [try .utc("2026-11-27", 13)]
        for rule in ["iqama-15m", "12:45"] {
            var rules = MosqueRules()
            rules.adhan[.dhuhr] = ByDay(.at(try TimeRule(rule)))
            #expect(try rules.applied(to: [day], in: .utc).first?.adhan(of: .dhuhr) == .utc("2026-11-27", 12, 45))
        }
    }
}
