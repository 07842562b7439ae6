import AdhanTestSupport
import Testing

@testable import AdhanCore

/// Plain days: Dhuhr 12:00, Asr 15:00, Maghrib 18:00, Isha 20:00 UTC. 5 December 2026 is a Saturday.
@Suite struct TimeChangeTests {
    private func dated(_ from: String, _ to: String? = nil, _ weekdays: Set<Int> = []) throws -> DayCondition {
        var condition = DayCondition()
        condition.span = .once(try CivilDate(from)...(try to.map { try CivilDate($0) } ?? .last))
        condition.weekdays = weekdays
        return condition
    }

    private func lines(_ rules: MosqueRules, _ day: (CivilDate) -> PrayerDay = { .plain($0) }) throws -> [String] {
        let (first, last) = (try CivilDate("2026-11-27"), try CivilDate("2027-02-20"))
        let margin = TimeChanges.margin
        let days = (first.adding(days: -margin)...last.adding(days: margin)).map(day)
        return TimeChanges(rules, days, in: .utc).found(first...last).map(Self.line)
    }

    private static func line(_ change: TimeChange) -> String {
        func text(_ time: TimeChange.Time?) -> String {
            guard let time else { return "none" }
            return ZoneRules.utc.clockText(time.at) + (time.wait.map { " (+\($0 / 60)m)" } ?? "")
        }
        let until = change.last.map { " to \($0)" } ?? ""
        let weekdays = change.weekdays.isEmpty ? "" : " on \(change.weekdays.sorted())"
        return "\(change.date)\(until)\(weekdays) \(change.occasion.name) \(text(change.old)) > \(text(change.new))"
    }

    /// With an exception.
    private func rules(_ prayer: Prayer, _ usual: String, _ other: String? = nil, when: DayCondition = .init()) throws
        -> MosqueRules
    {
        var rules = MosqueRules()
        rules.iqama[prayer] = ByDay(IqamaRule(try TimeRule(usual)))
        if let other { rules.iqama[prayer]?.add(IqamaRule(try TimeRule(other)), when: when) }
        return rules
    }

    @Test func `a rule that counts from a date on is told with the time that it replaces`() throws {
        var rules = try rules(.isha, "20:30", "20:15", when: dated("2026-12-05"))
        #expect(try lines(rules) == ["2026-12-05 iqama-isha 20:30 > 20:15"])
        rules.iqama[.maghrib] = try self.rules(.maghrib, "+5m", "+10m", when: dated("2026-12-05")).iqama[.maghrib]
        let maghrib = "2026-12-05 iqama-maghrib 18:05 (+5m) > 18:10 (+10m)"
        #expect(try lines(rules) == [maghrib, "2026-12-05 iqama-isha 20:30 > 20:15"])
    }

    @Test func `an iqama that follows the sun, or is another one each weekend, is no change`() throws {
        var weekend = DayCondition()
        weekend.weekdays = [0, 6]
        var rules = try rules(.dhuhr, "12:30", "13:30", when: weekend)
        rules.iqama[.maghrib] = ByDay(IqamaRule(try TimeRule("+5m")))
        rules.iqama[.isha] = ByDay(IqamaRule(try TimeRule("+10m"), round: 15))
        let found = try lines(rules) { date in
            let days = CivilDate(dayNumber: 20_784).distance(to: date)
            return .plain(date, maghrib: 18 * 3600 + days * 60, isha: 20 * 3600 + days * 60)
        }
        #expect(found == [])
    }

    @Test func `a rule of some days is told with its last day, and not told again at its end`() throws {
        let short = try rules(.isha, "20:30", "20:15", when: dated("2026-12-24", "2026-12-26"))
        #expect(try lines(short) == ["2026-12-24 to 2026-12-26 iqama-isha 20:30 > 20:15"])
        var rules = try rules(.isha, "20:30")
        rules.iqama[.isha]?.add(IqamaRule(nil), when: try dated("2026-12-24", "2027-01-09"))
        #expect(try lines(rules) == ["2026-12-24 iqama-isha 20:30 > none", "2027-01-10 iqama-isha none > 20:30"])
    }

    @Test func `a change of some weekdays names them, and Ramadan changes an iqama at its beginning`() throws {
        let weekend = try rules(.dhuhr, "12:30", "13:30", when: dated("2026-12-07", nil, [0, 6]))
        #expect(try lines(weekend) == ["2026-12-12 on [0, 6] iqama-dhuhr 12:30 > 13:30"])
        var ramadan = DayCondition()
        ramadan.isRamadan = true
        // 1 Ramadan 1448 is 8 February 2027.
        let fast = try lines(rules(.isha, "20:30", "21:00", when: ramadan))
        #expect(fast == ["2027-02-08 iqama-isha 20:30 > 21:00"])
    }

    @Test func `an iqama of the timetable changes where it leaps, and one that changes weekly on its day`() throws {
        let leap = try CivilDate("2026-12-10")
        let found = try lines(MosqueRules()) { date in
            var day = PrayerDay.plain(date)
            day.iqama[.asr] = day[.asr] + .minutes(date < leap ? 30 : 15)
            day.iqama[.maghrib] = day[.maghrib] + .minutes(5)
            return day
        }
        #expect(found == ["2026-12-10 iqama-asr 15:30 > 15:15"])
        var weekly = MosqueRules()
        weekly.iqama[.isha] = ByDay(IqamaRule(try TimeRule("+10m"), round: 15, changesOn: 5))
        let moving = try lines(weekly) { date in
            .plain(date, isha: 20 * 3600 + CivilDate(dayNumber: 20_784).distance(to: date) * 60)
        }
        // On Friday 27 November the week's latest Isha is 20:06, on 18 December 20:27.
        let first = ["2026-11-27 iqama-isha 20:15 > 20:30", "2026-12-18 iqama-isha 20:30 > 20:45"]
        #expect(moving.prefix(2) == first[...], "\(moving)")
    }

    @Test(arguments: [nil, 15])
    func `the clocks change nothing where the timetable's iqama keeps its time, or its wait`(wait: Int?) throws {
        let turn = try CivilDate("2026-12-10")
        let found = try lines(MosqueRules()) { date in
            var day = PrayerDay.plain(date, isha: (date < turn ? 19 : 20) * 3600)
            let fixed = ZoneRules.utc.instant(date, secondOfDay: 21 * 3600)
            day.iqama[.isha] = wait.map { day[.isha] + .minutes($0) } ?? fixed
            return day
        }
        #expect(found == [])
    }

    @Test func `khutbahs change from a Friday on, and one Friday alone is told once`() throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([12 * 3600 + 1800])
        rules.jumuah.times.add([12 * 3600 + 2700, 14 * 3600], when: try dated("2026-12-05"))
        rules.jumuah.times.add([13 * 3600], when: try dated("2027-01-01", "2027-01-01"))
        #expect(
            try lines(rules) == [
                "2026-12-11 jumuah-1 12:30 > 12:45", "2026-12-11 jumuah-2 none > 14:00",
                "2027-01-01 to 2027-01-01 jumuah-1 12:45 > 13:00", "2027-01-01 to 2027-01-01 jumuah-2 14:00 > none",
            ]
        )
    }

    /// The timetable has Isha's iqama at 20:20 until the end of the year, then at 20:40.
    private static func filed(_ date: CivilDate) -> PrayerDay {
        var day = PrayerDay.plain(date)
        day.iqama[.isha] = day[.isha] + .minutes(date.year == 2026 ? 20 : 40)
        return day
    }

    @Test func `a rule from a date on is told with the timetable's time that it replaces`() throws {
        var rules = MosqueRules()
        #expect(try lines(rules, Self.filed) == ["2027-01-01 iqama-isha 20:20 > 20:40"])
        rules.iqama[.isha] = ByDay()
        rules.iqama[.isha]?.add(IqamaRule(.clock(73_800)), when: try dated("2026-12-05"))
        #expect(try lines(rules, Self.filed) == ["2026-12-05 iqama-isha 20:20 > 20:30"])
        rules.iqama[.isha] = try ByDay(IqamaRule(TimeRule("20:15"), isFallback: true))
        #expect(try lines(rules, Self.filed) == ["2027-01-01 iqama-isha 20:20 > 20:40"])
        // The file ends with the year.
        let ending = try lines(rules) { $0.year == 2026 ? Self.filed($0) : .plain($0) }
        #expect(ending == ["2027-01-01 iqama-isha 20:20 > 20:15"])
    }

    private let source: Days

    init() throws {
        source = Days(try span("2026-10-01", "2027-03-31").map { $0.year == 2026 ? Self.filed($0) : .plain($0) })
    }

    /// The timetable's iqamas end with the year. The rules of Isha before and after, and what is told.
    @Test(
        arguments: [
            (nil, nil, []), (nil, "+15m", ["2026-11-27 iqama-isha 20:20 > 20:15 (+15m)"]),
            ("off", "timetable", ["2026-11-27 iqama-isha none > 20:20"]),
            // What would have been is no iqama, and not the timetable's last.
            (nil, "timetable, else 20:15", ["2027-01-01 iqama-isha none > 20:15"]),
            ("20:30", nil, ["2026-11-27 iqama-isha 20:30 > 20:20"]), ("+15m", "+15m", []),
        ] as [(String?, String?, [String])]
    )
    func `what will be is compared with what would have been`(old: String?, new: String?, told: [String]) throws {
        func rules(_ text: String?) throws -> MosqueRules {
            var rules = MosqueRules()
            let time = text?.split(separator: " ").last.flatMap { $0 == "off" || $0 == "timetable" ? nil : String($0) }
            let isFirst = text?.hasPrefix("timetable") == true
            rules.iqama[.isha] = try text.map { _ in
                ByDay(IqamaRule(try time.map { try TimeRule($0) }, isFallback: isFirst))
            }
            return rules
        }
        let dates = try span("2026-11-27", "2027-01-10")
        let found = TimeChanges.found(on: dates, from: try rules(old), to: try rules(new), source, in: .utc)
        #expect(found.map(Self.line) == told)
    }

    @Test func `a preview has the prayers in their order, and a change that is known already as it was`() throws {
        var old = MosqueRules()
        old.iqama[.maghrib] = ByDay(IqamaRule(.clock(65_400)))
        old.iqama[.maghrib]?.add(IqamaRule(.clock(66_000)), when: try dated("2026-12-05"))
        var new = old
        new.jumuah.times = ByDay([13 * 3600])
        for prayer in [Prayer.asr, .dhuhr, .fajr] {
            new.iqama[prayer] = ByDay(IqamaRule(.beside(.adhan, seconds: 600)))
        }
        new.iqama[.isha] = ByDay()
        new.iqama[.isha]?.add(IqamaRule(.clock(73_800)), when: try dated("2026-12-24", "2026-12-26"))
        let dates = try span("2026-11-28", "2027-01-10")
        #expect(
            TimeChanges.found(on: dates, from: old, to: new, source, in: .utc).map(Self.line) == [
                "2026-11-28 iqama-fajr none > 05:10 (+10m)", "2026-11-28 iqama-dhuhr none > 12:10 (+10m)",
                "2026-11-28 iqama-asr none > 15:10 (+10m)", "2026-12-04 jumuah-1 none > 13:00",
                "2026-12-05 iqama-maghrib 18:10 > 18:20", "2026-12-24 to 2026-12-26 iqama-isha 20:20 > 20:30",
            ]
        )
    }
}
