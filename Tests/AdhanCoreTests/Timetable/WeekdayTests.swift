import AdhanTestSupport
import Testing

@testable import AdhanCore

/// Tables in which some weekdays have a time of their own.
@Suite struct `Weekdays with a time of their own` {
    private let london: PrayerCalculator
    private let days: [FileDay]

    init() throws {
        london = try .london()
        days = MosqueFile.days(london, 2026)
    }

    /// The year, with some of the times on the wall clock, in minutes.
    private func year(_ prayer: Prayer, _ minutes: (CivilDate, Int) -> Int) -> [FileDay] {
        days.map { filed in
            let wall = london.zone.wall(at: filed.day[prayer])
            let written = minutes(filed.day.date, wall.secondOfDay / 60) * 60
            let time = london.zone.instant(wall.date, secondOfDay: written)
            return FileDay(line: filed.line, day: filed.day.moving(prayer, by: time - filed.day[prayer]))
        }
    }

    private func told(_ days: [FileDay]) -> [String] {
        let verdict = TimetableCheck(london).verdict(on: days)
        return (verdict.faults + verdict.remarks).filter { $0.date != nil && !$0.sentence.contains("unusual") }
            .map(\.description)
    }

    private static func isWinter(_ date: CivilDate) -> Bool { [11, 12, 1].contains(date.components.month) }
    /// From Sunday, 0, on.
    private static let rules: [(Prayer, [Int: Int], Int?)] = [
        (.dhuhr, [6: 795, 0: 795], 750), (.fajr, [6: 390, 0: 390], 360), (.dhuhr, [5: 780, 6: 780, 0: 780], nil),
        (.isha, [5: 1230, 6: 1230, 0: 1230], 1200), (.dhuhr, [5: 810, 6: 795, 0: 795], 750),
    ]

    private func year(_ rule: (Prayer, [Int: Int], Int?), but date: String = "", by minutes: Int = 0) -> [FileDay] {
        year(rule.0) { day, own in
            guard Self.isWinter(day) else { return own }
            return (rule.1[day.weekday] ?? rule.2 ?? own) + (day.description == date ? minutes : 0)
        }
    }

    @Test(arguments: rules.indices)
    func `of two or three days are in order`(index: Int) {
        #expect(told(year(Self.rules[index])) == [])
    }

    /// In a week from Monday, 7 December 2026, on.
    @Test(arguments: rules.indices, [25, 40, 60])
    func `hide no single error on any weekday`(index: Int, minutes: Int) throws {
        for day in 7...13 {
            let date = try CivilDate(year: 2026, month: 12, day: day)
            let found = told(year(Self.rules[index], but: date.description, by: minutes))
            #expect(found.count == 1 && found.first?.contains("\(day) December") == true, "\(date): \(found)")
        }
    }

    @Test func `are known where the clocks have changed, too`() {
        let found = told(year(.dhuhr) { $0.weekday == 5 ? $0.description == "2026-04-03" ? 870 : 810 : $1 })
        #expect(found.count == 1 && found.first?.contains("13:30 will be called") == true, "\(found)")
    }

    @Test func `get their own time where they are wrong, and not that of the days beside`() {
        let friday = year(.dhuhr) { $0.weekday == 5 ? $0.description == "2026-03-13" ? 870 : 810 : $1 }
        let sentence = told(friday)
        #expect(
            sentence.count == 1 && sentence.first?.contains("for 13:30; 13:30 will be called") == true,
            "\(sentence)"
        )
        let sunday = year((.dhuhr, [6: 795, 0: 795], 750), but: "2026-12-13", by: 60)
        #expect(told(sunday).first?.contains("13:15 will be called") == true, "\(told(sunday))")
    }

    @Test func `are right at an end of the file, also where the last one before is wrong`() {
        let found = told(year(.dhuhr) { $0.weekday == 5 ? $0.description == "2026-12-18" ? 870 : 810 : $1 })
        #expect(found.count == 1 && found.first?.contains("18 December") == true, "\(found)")
    }
}
