import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanCore

/// A timetable, and the calculator with which it is checked.
private struct Table {
    let name: String
    let calculator: PrayerCalculator
    let days: [FileDay]

    init(_ name: String, _ calculator: PrayerCalculator, _ days: [PrayerDay]) {
        (self.name, self.calculator) = (name, calculator)
        self.days = days.enumerated().map { FileDay(line: $0 + 2, day: $1.of(.file)) }
    }

    func judged() -> TimetableCheck.Verdict { TimetableCheck(calculator).verdict(on: days) }

    private func changed(_ name: String, _ prayer: Prayer, _ time: (PrayerDay) -> Instant?) -> Table {
        let days = days.map(\.day).map { day in
            guard let time = time(day) else { return day }
            return PrayerDay(date: day.date) { $0 == prayer ? time : day[$0] }
        }
        return Table("\(self.name), \(name)", calculator, days)
    }

    /// Isha rounded up to a multiple of that many minutes.
    func stepped(_ minutes: Int) -> Table {
        changed("Isha in steps of \(minutes)", .isha) { day in
            let (wall, step) = (calculator.zone.wall(at: day[.isha]), minutes * 60)
            let second = (wall.secondOfDay + step - 1) / step * step
            // A step at midnight belongs to no date.
            return second < 86_400 ? calculator.zone.instant(wall.date, secondOfDay: second) : nil
        }
    }

    /// Dhuhr at that second of the day where it is before Asr.
    func fixed(_ second: Int, only weekday: Int? = nil) -> Table {
        changed("Dhuhr fixed", .dhuhr) { day in
            let isMeant = fits(day, second) && day.date.weekday == weekday ?? day.date.weekday
            return isMeant ? calculator.zone.instant(day.date, secondOfDay: second) : nil
        }
    }

    func fits(_ day: PrayerDay, _ second: Int) -> Bool {
        let time = calculator.zone.instant(day.date, secondOfDay: second)
        return day[.dhuhr] < time && time < day[.asr]
    }

    /// Whether an error of that many minutes is told, with twenty days on either side.
    func shows(_ minutes: Int, of prayer: Prayer, at index: Int) -> Bool {
        let around = max(0, index - 20)...min(days.count - 1, index + 20)
        let wrong = around.map { other in
            other == index ? days[other].moving(prayer, by: .minutes(minutes)) : days[other]
        }
        let verdict = TimetableCheck(calculator).verdict(on: wrong)
        return (verdict.faults + verdict.remarks).contains { $0.date == days[index].day.date }
    }

    static let places: [TablePlace] = [
        TablePlace(-6.2, 106.8, "Asia/Jakarta"), TablePlace(21.4, 39.8, "Asia/Riyadh"),
        TablePlace(33.57, -7.59, "Africa/Casablanca"), TablePlace(-36.85, 174.76, "Pacific/Auckland"),
        TablePlace(40.73, -73.8, "America/New_York"), TablePlace(51.5, -0.13, "Europe/London"),
        TablePlace(49.95, 82.61, "Asia/Almaty"), TablePlace(-53.15, -70.9, "America/Punta_Arenas"),
        TablePlace(59.33, 18.07, "Europe/Stockholm"), TablePlace(65.95, 25, "Europe/Helsinki"),
        TablePlace(54.6, -5.93, "Europe/Belfast"),
    ]

    /// A place's year by a method and a rule for high latitudes, each of which has its turn of madhab and rounding.
    static func calculated(_ place: TablePlace, _ method: Int, _ rule: Int) throws -> Table {
        let (own, high) = (CalculationMethod.all[method], HighLatitudeRule.allCases[rule])
        let calculator = try PrayerCalculator.at(place.latitude, place.longitude, place.zone, own) { calculator in
            calculator.madhab = (method + rule).isMultiple(of: 2) ? .shafi : .hanafi
            calculator.highLatitude = high
            calculator.rounding = Rounding.allCases[(method + rule) % Rounding.allCases.count]
        }
        let name = "\(place.zone) \(own.name) \(high.rawValue)"
        return Table(name, calculator, calculator.days(CivilDate.year(2026)))
    }
}

struct TablePlace: Sendable, CustomTestStringConvertible {
    let latitude, longitude: Double
    let zone: String
    var testDescription: String { zone }

    init(_ latitude: Double, _ longitude: Double, _ zone: String) {
        (self.latitude, self.longitude, self.zone) = (latitude, longitude, zone)
    }
}

/// Tables that are right must stay as they are, and single errors in them must be found. The times of the published ones
/// are interpolated between the reference's days, each as its distance from the sun's own event.
///
/// `make test` looks at a part of them, another one for each commit; `make campaign` at all of them, as does
///
///     ADHAND_TRUE_TABLES=240 swift test --filter 'A true timetable'
@Suite struct `A true timetable` {
    private static func published() throws -> [Table] {
        let rows = try Dictionary(grouping: ReferenceRow.all()) { "\($0.source) \($0.city) \($0.madhab)" }
        return try rows.filter { $0.value.count > 20 }.map { name, rows in
            let calculator = try PrayerCalculator.at(rows[0].latitude, rows[0].longitude, rows[0].timezone, .isna)
            let place = SunOfDay.Place(of: calculator)
            var days: [PrayerDay] = []
            for (row, next) in zip(rows, rows.dropFirst()) {
                let (first, last) = (try row.distances(place, calculator), try next.distances(place, calculator))
                let span = row.date.distance(to: next.date)
                for ahead in 0..<span {
                    let date = row.date.adding(days: ahead)
                    let sun = place[date]
                    days.append(
                        PrayerDay(date: date) { prayer in
                            let (before, after) = (first[prayer] ?? 0, last[prayer] ?? 0)
                            let distance = before + (after - before) * Double(ahead) / Double(span)
                            return Instant(seconds: Int64(((sun[prayer] + distance) / 60).rounded()) * 60)
                        }
                    )
                }
            }
            return Table(name, calculator, days)
        }.sorted { $0.name < $1.name }
    }

    private static let isWhole = Fuzzing.rounds("ADHAND_TRUE_TABLES", usual: 60) >= 240

    @Test func `of an authority has no fault`() throws {
        let tables = try Self.published()
        #expect(tables.count == 12)
        for table in tables {
            let verdict = table.judged()
            #expect(verdict.faults.isEmpty && verdict.accepted == table.days.map(\.day), "\(table.name)")
        }
    }

    /// Places as far from the mosque as the point of its zone may be.
    @Test(arguments: [(3.0, -9.0), (-4.0, 12.0)])
    func `of an authority has no fault where only the zone is known`(north: Double, east: Double) throws {
        for table in try Self.published() {
            var calculator = table.calculator
            let (latitude, longitude) = (calculator.coordinates.latitude, calculator.coordinates.longitude)
            calculator.coordinates = try Coordinates(latitude: latitude + north, longitude: longitude + east)
            let check = TimetableCheck(calculator, room: .minutes(90))
            let verdict = check.verdict(on: table.days)
            #expect(verdict.faults.isEmpty, "\(table.name): \(verdict.faults.count) \(verdict.faults.prefix(3))")
            // A typing error is found all the same, and what takes its place is the file's own.
            let right = table.days[100].day
            let wrong = table.days.map { $0.day.date == right.date ? $0.moving(.asr, by: .minutes(40)) : $0 }
            let day = try #require(check.verdict(on: wrong).accepted.first { $0.date == right.date })
            #expect(day.replaced == [.asr: .file], "\(table.name)")
            #expect(abs((day[.asr] - right[.asr]).inSeconds) <= 180, "\(table.name)")
        }
    }

    /// Each method with one of the rules, to keep the test short.
    @Test func `of every method and rule has no fault`() throws {
        var (count, faults) = (0, [String]())
        for (row, place) in Table.places.dropLast().enumerated() {
            let parts = Int(Fuzzing.seed % 4) + row
            let rules = HighLatitudeRule.allCases.count
            for method in CalculationMethod.all.indices where Self.isWhole || (parts + method) % 4 == 0 {
                let rule = abs(place.latitude) > 40 ? method % rules : rules - 1
                let table = try Table.calculated(place, method, rule)
                (count, faults) = (count + 1, faults + table.judged().faults.map { "\(table.name): \($0)" })
            }
        }
        #expect(count == (Self.isWhole ? 240 : 60) && faults.isEmpty, "\(count) \(faults.prefix(5))")
    }

    @Test func `that moves in steps, or has a fixed Dhuhr, has no fault`() throws {
        for table in try Self.published() {
            for changed in [
                table.stepped(5), table.stepped(10), table.stepped(15), table.fixed(48_600),
                table.fixed(47_700, only: 5),
            ] {
                let faults = changed.judged().faults
                #expect(faults.isEmpty, "\(changed.name): \(faults.prefix(3))")
            }
        }
    }

    @Test func `shows every single error of an hour below 60 degrees, and nearly every one of twenty minutes`() throws {
        var random = SeededGenerator(seed: 16)
        var (found, all) = (0, 0)
        let step = Self.isWhole ? 4 : 12
        for table in try Self.published() {
            for index in table.days.indices where index % step == 1 {
                guard let prayer = Prayer.allCases.randomElement(using: &random) else { continue }
                let size = [20, -20, 35, -35, 60, -60].randomElement(using: &random) ?? 60
                let isFound = table.shows(size, of: prayer, at: index)
                (found, all) = (found + (isFound ? 1 : 0), all + 1)
                let isAnHour = abs(size) == 60 && abs(table.calculator.coordinates.latitude) < 60
                if isAnHour, !isFound { Issue.record("\(table.name) \(index) \(prayer) by \(size) min") }
            }
        }
        #expect(all > 4000 / step && found * 100 >= all * 99, "\(found) of \(all)")
        print("single errors of 20 to 60 minutes: \(found) of \(all) found")
    }
}

/// The check over a year of each method with each rule for high latitudes, from 53° south to 66° north: no time is refused, also of
/// tables that move in steps, and single errors are found. It takes some minutes:
///
///     ADHAND_SWEEP=full swift test -c release -Xswiftc -enable-testing --filter JudgeSweepTests
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ADHAND_SWEEP"] == "full"))
struct JudgeSweepTests {
    private func tables(_ place: TablePlace) throws -> [Table] {
        try CalculationMethod.all.indices.flatMap { method in
            try HighLatitudeRule.allCases.indices.map { try Table.calculated(place, method, $0) }
        }
    }

    @Test(arguments: Table.places) func `no true time is refused`(place: TablePlace) throws {
        for (form, change) in [
            ("plain", { $0 }), ("Isha in fives", { $0.stepped(5) }), ("Isha in quarters", { $0.stepped(15) }),
            ("a fixed Dhuhr", { $0.fixed(48_600) }),
            // Where winter's Asr comes before it, a mosque has no such Friday.
            (
                "fixed Fridays",
                { table in
                    let fridays = table.days.map(\.day).filter { $0.date.weekday == 5 }
                    return fridays.allSatisfy { table.fits($0, 47_700) } ? table.fixed(47_700, only: 5) : table
                }
            ),
        ] as [(String, (Table) -> Table)] {
            let tables = try tables(place)
            let faults = tables.flatMap { table in change(table).judged().faults.map { "\(table.name): \($0)" } }
            print("judge: \(place.zone), \(form): \(tables.count) tables, \(faults.count) faults")
            #expect(faults.isEmpty, "\(place.zone), \(form): \(faults.count) faults: \(faults.prefix(8))")
        }
    }

    @Test(arguments: Table.places) func `single errors are found`(place: TablePlace) throws {
        var random = SeededGenerator(seed: Fuzzing.seed &+ UInt64(place.zone.utf8.map(Int.init).reduce(0, +)))
        var (found, all): ([Int: Int], [Int: Int]) = ([:], [:])
        var lost: [String] = []
        for table in try tables(place) {
            for _ in 0..<12 {
                guard let index = table.days.indices.randomElement(using: &random),
                    let prayer = Prayer.allCases.randomElement(using: &random),
                    let size = [20, 30, 40, 50, 60].randomElement(using: &random)
                else { continue }
                let minutes = Bool.random(using: &random) ? size : -size
                all[size, default: 0] += 1
                if table.shows(minutes, of: prayer, at: index) {
                    found[size, default: 0] += 1
                } else if size == 60 {
                    lost.append("\(table.name) \(table.days[index].day.date) \(prayer) by \(minutes) min")
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

extension ReferenceRow {
    /// By prayer, the seconds from the sun's event to the published time.
    fileprivate func distances(_ place: SunOfDay.Place, _ calculator: PrayerCalculator) throws -> [Prayer: Double] {
        let (sun, day) = (place[date], calculator.day(date))
        return Dictionary(
            uniqueKeysWithValues: try Prayer.allCases.map { prayer in
                let published = day[prayer].inSeconds + Double(try minutes(from: day, prayer)) * 60
                return (prayer, published - sun[prayer])
            }
        )
    }
}
