import AdhanTestSupport
import Testing

@testable import AdhanCore

@Suite struct DayConditionTests {
    private func condition(_ set: (inout DayCondition) -> Void) -> DayCondition {
        var condition = DayCondition()
        set(&condition)
        return condition
    }

    private func facts(_ date: CivilDate, _ zone: ZoneRules = .utc) -> DayFacts {
        DayFacts(of: .plain(date), before: nil, in: zone, .ummAlQura)
    }

    @Test func `a condition holds on its days only`() throws {
        // What holds in which zone, the dates on which it does, and the dates beside them.
        let rows: [((inout DayCondition) -> Void, String, String, String)] = [
            ({ $0.weekdays = [5] }, "UTC", "2026-11-27", "2026-11-26"),
            // The clocks go forward on 28 March 2027, and back on 31 October. tzdata calls Dublin's winter a negative summer time.
            ({ $0.season = .summer }, "Europe/London", "2027-03-28 2027-10-30", "2027-03-27 2027-10-31"),
            ({ $0.season = .winter }, "Europe/London", "2027-03-27 2027-10-31", "2027-03-28 2027-10-30"),
            ({ $0.season = .summer }, "Europe/Dublin", "2027-07-01", "2027-01-01"),
            // 1 Shawwal and 10 Dhu al-Hijja 1448.
            ({ $0.isEid = true }, "UTC", "2027-03-09 2027-05-16", "2027-03-08 2027-03-10 2027-05-15 2027-05-17"),
            ({ $0.isEid = false }, "UTC", "2027-03-08", "2027-03-09"),
        ]
        for (set, zone, inside, outside) in rows {
            let (condition, zone) = (condition(set), try ZoneRules.installed(zone))
            for (dates, holds) in [(inside, true), (outside, false)] {
                for date in dates.split(separator: " ") {
                    #expect(condition.holds(on: facts(try CivilDate(String(date)), zone)) == holds, "\(date)")
                }
            }
        }
    }

    @Test func `a part of the year includes both ends and may pass the new year, or holds once`() throws {
        let (first, last) = (try CivilDate("2026-12-05"), try CivilDate("2026-12-07"))
        let part = DayCondition.Span.yearly(try MonthDay("11-01"), try MonthDay("02-29"))
        let year = ["2026-10-31", "2026-11-01", "2026-12-31", "2027-01-01", "2028-02-29", "2028-03-01"]
        let once = ["2025-12-06", "2026-12-04", "2026-12-05", "2026-12-07", "2026-12-08", "2036-12-06"]
        let rows: [(DayCondition.Span, [String], [Bool])] = [
            (part, year, [false, true, true, true, true, false]),
            (.once(first...last), once, [false, false, true, true, false, false]),
            (.once(first...CivilDate.last), once, [false, false, true, true, true, true]),
            (.once(CivilDate.first...last), once, [true, true, true, true, false, false]),
        ]
        for (span, dates, held) in rows {
            let condition = condition { $0.span = span }
            #expect(try dates.map { condition.holds(on: facts(try CivilDate($0))) } == held)
        }
        #expect(throws: CivilDateError.unreadable("02-30")) { try MonthDay("02-30") }
    }

    /// Whole dates and days of the year against a model that counts days from one to the other.
    @Test func `a span holds on the days that counting from its first to its last day meets`() throws {
        var random = SeededGenerator(seed: 42)
        let start = try CivilDate("2023-01-01")
        for _ in 0..<300 {
            let first = start.adding(days: Int.random(in: 0..<1500, using: &random))
            let length = Int.random(in: 0..<200, using: &random)
            let (last, day) = (first.adding(days: length), start.adding(days: Int.random(in: 0..<2000, using: &random)))
            let counted = (0...length).map { first.adding(days: $0) }
            let once = condition { $0.span = .once(first...last) }
            #expect(once.holds(on: facts(day)) == counted.contains(day), "\(first) \(last) \(day)")
            // 29 February is within a yearly span where the days around it are.
            let names = Set(counted.map { $0.description.suffix(5) } + ["02-29"])
            guard !day.description.hasSuffix("02-29") else { continue }
            let yearly = condition { $0.span = .yearly(MonthDay(of: first), MonthDay(of: last)) }
            #expect(
                yearly.holds(on: facts(day)) == names.contains(day.description.suffix(5)),
                "\(first) \(last) \(day)"
            )
        }
    }

    @Test func `each part that is given has to hold, and the last exception counts`() throws {
        var value = ByDay("usual")
        value.add("friday", when: condition { $0.weekdays = [5] })
        value.add("ramadan", when: condition { $0.isRamadan = true })
        // 1 Ramadan 1448 is 8 February 2027, a Monday.
        let dates = ["2027-02-04", "2027-02-05", "2027-02-08", "2027-02-12"]
        let found = try dates.map { value.value(on: facts(try CivilDate($0))) }
        #expect(found == ["usual", "friday", "ramadan", "ramadan"])
    }

    /// Ramadan is from 18 February to 19 March: the prayers that it has on a date.
    @Test(arguments: [
        ("2026-02-17", HijriCalendar.Turn.midnight, []), ("2026-02-17", .maghrib, [Prayer.isha]),
        ("2026-03-19", .midnight, Prayer.called), ("2026-03-19", .maghrib, [.fajr, .dhuhr, .asr, .maghrib]),
    ])
    func `where the day ends at Maghrib, Isha belongs to the next day, and Maghrib to the fast that it ends`(
        date: String,
        turn: HijriCalendar.Turn,
        held: [Prayer]
    ) throws {
        var calendar = HijriCalendar.ummAlQura
        calendar.turn = turn
        let facts = DayFacts(of: try .plain(date), before: nil, in: .utc, calendar)
        let ramadan = condition { $0.isRamadan = true }
        #expect(Prayer.called.filter { ramadan.holds(on: facts, for: $0) } == held)
    }
}
