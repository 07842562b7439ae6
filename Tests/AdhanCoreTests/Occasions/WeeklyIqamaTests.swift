import AdhanTestSupport
import Testing

@testable import AdhanCore

/// What an iqama that changes once a week does where the rules change within the week. Isha moves by two minutes a day.
@Suite struct WeeklyIqamaTests {
    /// The Ishas of these days, in seconds since the midnight of their date.
    private func ishas(_ rules: MosqueRules, from date: String, _ count: Int, isha: Int = 20 * 3600) throws -> [Int] {
        let first = try CivilDate(date)
        let days = (-6..<count + 6).map { number -> PrayerDay in
            .plain(first.adding(days: number), isha: isha + number * 120)
        }
        return rules.applied(to: days, in: .utc).dropFirst(6).dropLast(6).map { day in
            let wall = ZoneRules.utc.wall(at: day.iqama[.isha] ?? day[.fajr])
            return wall.secondOfDay + day.date.distance(to: wall.date) * 86_400
        }
    }

    private func minutes(_ seconds: [Int], after hour: Int) -> [Int] { seconds.map { $0 / 60 - hour * 60 } }

    @Test func `the beginning and the end of Ramadan begin another week`() throws {
        var rules = MosqueRules()
        rules.iqama[.isha] = ByDay(IqamaRule(.beside(.begins, seconds: 600), changesOn: 5))
        // Ramadan begins on Monday 8 February: the Sunday before ends its part of the week with Isha at 20:04.
        #expect(try minutes(ishas(rules, from: "2027-02-05", 7), after: 20) == [14, 14, 14, 22, 22, 22, 22])
    }

    @Test func `days with a rule of their own do not count for the others of the week`() throws {
        var (weekend, rules) = (DayCondition(), MosqueRules())
        weekend.weekdays = [6, 0]
        rules.iqama[.isha] = ByDay(IqamaRule(.beside(.begins, seconds: 600), changesOn: 5))
        rules.iqama[.isha]?.add(IqamaRule(.beside(.begins, seconds: 3600), changesOn: 5), when: weekend)
        // From Friday to Thursday: the two days have the latest of the two, the other five of the five.
        #expect(try minutes(ishas(rules, from: "2026-11-20", 7), after: 20) == [22, 64, 64, 22, 22, 22, 22])
    }

    @Test func `an iqama after midnight counts as late, not as early`() throws {
        var rules = MosqueRules()
        rules.iqama[.isha] = ByDay(IqamaRule(.beside(.begins, seconds: 600), changesOn: 5))
        // Isha moves from 23:40 to 23:52, and the iqama from 23:50 into the next day.
        #expect(
            try ishas(rules, from: "2026-11-20", 7, isha: 23 * 3600 + 2400)
                == Array(repeating: 86_400 + 120, count: 7)
        )
    }
}
