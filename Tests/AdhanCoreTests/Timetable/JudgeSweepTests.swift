import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanCore

/// The check of timetables over a year of each method with each rule for high latitudes, from 53° south to 66° north: no time is
/// refused, also of tables that move in steps, and single errors are found. It takes some minutes:
///
///     ADHAND_SWEEP=full swift test -c release -Xswiftc -enable-testing --filter JudgeSweepTests
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ADHAND_SWEEP"] == "full"))
struct JudgeSweepTests {
    struct Place: Sendable, CustomTestStringConvertible {
        let latitude, longitude: Double
        let zone: String
        var testDescription: String { zone }
    }

    private static let places = [
        Place(latitude: -6.2, longitude: 106.8, zone: "Asia/Jakarta"),
        Place(latitude: 21.4, longitude: 39.8, zone: "Asia/Riyadh"),
        Place(latitude: 33.57, longitude: -7.59, zone: "Africa/Casablanca"),
        Place(latitude: -36.85, longitude: 174.76, zone: "Pacific/Auckland"),
        Place(latitude: 40.73, longitude: -73.8, zone: "America/New_York"),
        Place(latitude: 49.95, longitude: 82.61, zone: "Asia/Almaty"),
        Place(latitude: 51.5, longitude: -0.13, zone: "Europe/London"),
        Place(latitude: 54.6, longitude: -5.93, zone: "Europe/Belfast"),
        Place(latitude: -53.15, longitude: -70.9, zone: "America/Punta_Arenas"),
        Place(latitude: 59.33, longitude: 18.07, zone: "Europe/Stockholm"),
        Place(latitude: 65.95, longitude: 25, zone: "Europe/Helsinki"),
    ]
    /// How the tables are made of the calculation.
    private enum Form: CaseIterable {
        case plain, ishaInFives, ishaInQuarters, fixedDhuhr, fixedFridays
    }

    private struct Table {
        let name: String
        let calculator: PrayerCalculator
        let days: [PrayerDay]

        func judged(_ days: ArraySlice<PrayerDay>) -> TimetableCheck.Verdict {
            TimetableCheck(calculator).verdict(on: days.enumerated().map { FileDay(line: $0 + 2, day: $1.of(.file)) })
        }

        func formed(_ form: Form) -> [PrayerDay] {
            let zone = calculator.zone
            func replaced(_ prayer: Prayer, _ second: (PrayerDay) -> Int?) -> [PrayerDay] {
                days.map { day in
                    guard let second = second(day) else { return day }
                    let time = zone.instant(zone.wall(at: day[prayer]).date, secondOfDay: second)
                    return PrayerDay(date: day.date) { $0 == prayer ? time : day[$0] }
                }
            }
            func isha(_ minutes: Int) -> [PrayerDay] {
                replaced(.isha) { day in
                    let (step, second) = (minutes * 60, zone.wall(at: day[.isha]).secondOfDay)
                    // A step at midnight belongs to no date.
                    let next = (second + step - 1) / step * step
                    return next < 86_400 ? next : nil
                }
            }
            func fits(_ day: PrayerDay, _ second: Int) -> Bool {
                let time = zone.instant(day.date, secondOfDay: second)
                return day[.dhuhr] < time && time < day[.asr]
            }
            /// Where winter's Asr comes before it, a mosque has no such Friday.
            func fridays(_ second: Int) -> [PrayerDay] {
                let fridays = days.filter { $0.date.weekday == 5 }
                guard fridays.allSatisfy({ fits($0, second) }) else { return days }
                return replaced(.dhuhr) { $0.date.weekday == 5 ? second : nil }
            }
            return switch form {
            case .plain: days
            case .ishaInFives: isha(5)
            case .ishaInQuarters: isha(15)
            case .fixedDhuhr: replaced(.dhuhr) { fits($0, 48_600) ? 48_600 : nil }
            case .fixedFridays: fridays(47_700)
            }
        }
    }

    private static func tables(_ place: Place) throws -> [Table] {
        let dates = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
        let zone = try ZoneRules.installed(place.zone)
        return try CalculationMethod.all.enumerated().flatMap { index, method in
            try HighLatitudeRule.allCases.enumerated().map { turn, rule in
                let calculator = PrayerCalculator(
                    coordinates: try Coordinates(latitude: place.latitude, longitude: place.longitude),
                    zone: zone,
                    method: method,
                    madhab: (index + turn).isMultiple(of: 2) ? .shafi : .hanafi,
                    highLatitude: rule,
                    rounding: Rounding.allCases[(index + turn) % Rounding.allCases.count]
                )
                let name = "\(place.zone) \(method.name) \(rule.rawValue)"
                return Table(name: name, calculator: calculator, days: calculator.days(dates))
            }
        }
    }

    @Test(arguments: places) func `no true time is refused`(place: Place) throws {
        for form in Form.allCases {
            var (tables, faulty) = (0, [String]())
            for table in try Self.tables(place) {
                tables += 1
                faulty += table.judged(table.formed(form)[...]).faults.map { "\(table.name): \($0)" }
            }
            print("judge: \(place.zone), \(form): \(tables) tables, \(faulty.count) faults")
            #expect(faulty.isEmpty, "\(place.zone), \(form): \(faulty.count) faults: \(faulty.prefix(8))")
        }
    }

    @Test(arguments: places) func `single errors are found`(place: Place) throws {
        var random = SeededGenerator(seed: Fuzzing.seed &+ UInt64(place.zone.utf8.map(Int.init).reduce(0, +)))
        var (found, all): ([Int: Int], [Int: Int]) = ([:], [:])
        var lost: [String] = []
        for table in try Self.tables(place) {
            for _ in 0..<12 {
                guard let index = table.days.indices.randomElement(using: &random),
                    let prayer = Prayer.allCases.randomElement(using: &random),
                    let size = [20, 30, 40, 50, 60].randomElement(using: &random)
                else { continue }
                let minutes = Bool.random(using: &random) ? size : -size
                let around = max(0, index - 20)...min(table.days.count - 1, index + 20)
                var days = table.days
                days[index] = days[index].moving(prayer, by: .minutes(minutes))
                let verdict = table.judged(days[around])
                let isFound = (verdict.faults + verdict.remarks).contains { $0.date == days[index].date }
                all[size, default: 0] += 1
                if isFound {
                    found[size, default: 0] += 1
                } else if size == 60 {
                    lost.append("\(table.name) \(days[index].date) \(prayer) by \(minutes) min")
                }
            }
        }
        let sizes = all.keys.sorted().map { "\($0) min: \(found[$0] ?? 0) of \(all[$0] ?? 0)" }
        print("judge: \(place.zone), single errors of \(sizes.joined(separator: ", ")) found")
        let (foundAll, total) = (found.values.reduce(0, +), all.values.reduce(0, +))
        #expect(foundAll * 1000 >= total * 990, "\(place.zone): \(foundAll) of \(total)")
        // On the day on which a rule for white nights sets in, the time itself jumps: an error may look like the rule a day sooner.
        #expect(lost.count * 100 <= all[60] ?? 0, "\(lost.count) errors of an hour are not found: \(lost.prefix(8))")
    }
}
