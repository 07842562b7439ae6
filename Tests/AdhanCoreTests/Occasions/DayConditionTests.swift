import AdhanTestSupport
import Testing

@testable import AdhanCore

@Suite struct DayConditionTests {
    private func facts(_ date: String, _ zone: ZoneRules = .utc) throws -> DayFacts {
        DayFacts(of: .plain(try CivilDate(date)), before: nil, in: zone, .ummAlQura)
    }

    @Test func `a weekday holds on its days only`() throws {
        var condition = DayCondition()
        condition.weekdays = [5]
        #expect(condition.holds(on: try facts("2026-11-27")))
        #expect(!condition.holds(on: try facts("2026-11-26")))
    }

    @Test func `summer is while the clocks are ahead`() throws {
        let london = try ZoneRules.installed("Europe/London")
        var condition = DayCondition()
        condition.season = .summer
        // The clocks go forward on 28 March 2027, and back on 31 October.
        let dates = ["2027-03-27", "2027-03-28", "2027-10-30", "2027-10-31"]
        #expect(try dates.map { condition.holds(on: try facts($0, london)) } == [false, true, true, false])
        condition.season = .winter
        #expect(try dates.map { condition.holds(on: try facts($0, london)) } == [true, false, false, true])
    }

    @Test func `Dublin's winter, which tzdata calls a negative summer time, is winter`() throws {
        let dublin = try ZoneRules.installed("Europe/Dublin")
        #expect(try facts("2027-07-01", dublin).isSummer)
        #expect(try !facts("2027-01-01", dublin).isSummer)
    }

    @Test func `the days of both Eids are a condition`() throws {
        var condition = DayCondition()
        condition.isEid = true
        // 1 Shawwal and 10 Dhu al-Hijja 1448, and the days beside them.
        let dates = ["2027-03-08", "2027-03-09", "2027-03-10", "2027-05-15", "2027-05-16", "2027-05-17"]
        #expect(try dates.map { condition.holds(on: try facts($0)) } == [false, true, false, false, true, false])
        condition.isEid = false
        #expect(try condition.holds(on: facts("2027-03-08")) && !condition.holds(on: facts("2027-03-09")))
    }

    @Test func `a part of the year includes both ends and may pass the new year`() throws {
        var condition = DayCondition()
        condition.span = .yearly(try MonthDay("11-01"), try MonthDay("02-29"))
        let dates = ["2026-10-31", "2026-11-01", "2026-12-31", "2027-01-01", "2028-02-29", "2028-03-01"]
        #expect(try dates.map { condition.holds(on: try facts($0)) } == [false, true, true, true, true, false])
        #expect(throws: CivilDateError.unreadable("02-30")) { try MonthDay("02-30") }
    }

    @Test func `dates with their year hold once, both included, and for good without an end`() throws {
        var condition = DayCondition()
        let (first, last) = (try CivilDate("2026-12-05"), try CivilDate("2026-12-07"))
        let dates = ["2025-12-06", "2026-12-04", "2026-12-05", "2026-12-07", "2026-12-08", "2036-12-06"]
        let spans: [(ClosedRange<CivilDate>, [Bool])] = [
            (first...last, [false, false, true, true, false, false]),
            (first...CivilDate.last, [false, false, true, true, true, true]),
            (CivilDate.first...last, [true, true, true, true, false, false]),
        ]
        for (span, held) in spans {
            condition.span = .once(span)
            #expect(try dates.map { condition.holds(on: try facts($0)) } == held)
        }
    }

    /// Whole dates and days of the year against a model that counts days from one to the other.
    @Test func `a span holds on the days that counting from its first to its last day meets`() throws {
        var random = SeededGenerator(seed: 42)
        let start = try CivilDate("2023-01-01")
        for _ in 0..<300 {
            let (first, length) = (
                start.adding(days: Int.random(in: 0..<1500, using: &random)), Int.random(in: 0..<200, using: &random)
            )
            let last = first.adding(days: length)
            let day = start.adding(days: Int.random(in: 0..<2000, using: &random))
            let counted = (0...length).map { first.adding(days: $0) }
            var condition = DayCondition()
            condition.span = .once(first...last)
            #expect(condition.holds(on: try facts("\(day)")) == counted.contains(day), "\(first) \(last) \(day)")
            // 29 February is within a yearly span where the days around it are.
            let names = Set(counted.map { $0.description.suffix(5) } + ["02-29"])
            guard !day.description.hasSuffix("02-29") else { continue }
            condition.span = .yearly(MonthDay(of: first), MonthDay(of: last))
            let holds = condition.holds(on: try facts("\(day)"))
            #expect(holds == names.contains(day.description.suffix(5)), "\(first) \(last) \(day)")
        }
    }

    @Test func `each part that is given has to hold, and the last exception counts`() throws {
        var (friday, ramadan) = (DayCondition(), DayCondition())
        friday.weekdays = [5]
        ramadan.isRamadan = true
        var value = ByDay("usual")
        value.add("friday", when: friday)
        value.add("ramadan", when: ramadan)
        // 1 Ramadan 1448 is 8 February 2027, a Monday.
        let dates = ["2027-02-04", "2027-02-05", "2027-02-08", "2027-02-12"]
        #expect(try dates.map { value.value(on: try facts($0)) } == ["usual", "friday", "ramadan", "ramadan"])
    }

    @Test func `where the day ends at Maghrib, Isha belongs to the next day, and Maghrib to the fast that it ends`()
        throws
    {
        var condition = DayCondition()
        condition.isRamadan = true
        func holds(_ date: String, _ turn: HijriCalendar.Turn) throws -> [Bool] {
            var calendar = HijriCalendar.ummAlQura
            calendar.turn = turn
            let facts = DayFacts(of: .plain(try CivilDate(date)), before: nil, in: .utc, calendar)
            return Prayer.called.map { condition.holds(on: facts, for: $0) }
        }
        // Ramadan is from 18 February to 19 March.
        #expect(try holds("2026-02-17", .midnight) == [false, false, false, false, false])
        #expect(try holds("2026-02-17", .maghrib) == [false, false, false, false, true])
        #expect(try holds("2026-03-19", .midnight) == [true, true, true, true, true])
        #expect(try holds("2026-03-19", .maghrib) == [true, true, true, true, false])
    }
}
