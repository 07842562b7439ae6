import AdhanTestSupport
import Testing

@testable import AdhanCore

/// Tables that are right must stay as they are, and single errors in them must be found. The times of the published ones
/// are interpolated between the reference's days, each as its distance from the sun's own event.
///
/// `make test` looks at a part of them, another one for each commit; `make campaign` at all of them, as does
///
///     ADHAND_TRUE_TABLES=240 swift test --filter 'A true timetable'
@Suite struct `A true timetable` {
    private struct Table {
        let name: String
        let calculator: PrayerCalculator
        let days: [FileDay]

        init(_ name: String, _ calculator: PrayerCalculator, _ days: [PrayerDay]) {
            (self.name, self.calculator) = (name, calculator)
            self.days = days.enumerated().map { FileDay(line: $0 + 2, day: $1.of(.file)) }
        }

        func judged() -> TimetableCheck.Verdict { TimetableCheck(calculator).verdict(on: days) }

        func changed(_ name: String, _ change: (PrayerDay) -> PrayerDay) -> Table {
            Table("\(self.name), \(name)", calculator, days.map { change($0.day) })
        }
    }

    private static func published() throws -> [Table] {
        let rows = try Dictionary(grouping: ReferenceRow.all()) { "\($0.source) \($0.city) \($0.madhab)" }
        return try rows.filter { $0.value.count > 20 }.map { name, rows in
            let calculator = PrayerCalculator(
                coordinates: try Coordinates(latitude: rows[0].latitude, longitude: rows[0].longitude),
                zone: try .installed(rows[0].timezone),
                method: .isna
            )
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

    private static let places: [(latitude: Double, longitude: Double, zone: String)] = [
        (-6.2, 106.8, "Asia/Jakarta"), (21.4, 39.8, "Asia/Riyadh"), (33.57, -7.59, "Africa/Casablanca"),
        (-36.85, 174.76, "Pacific/Auckland"), (40.73, -73.8, "America/New_York"), (51.5, -0.13, "Europe/London"),
        (49.95, 82.61, "Asia/Almaty"), (-53.15, -70.9, "America/Punta_Arenas"), (59.33, 18.07, "Europe/Stockholm"),
        (65.95, 25, "Europe/Helsinki"),
    ]

    private static func calculated() throws -> [Table] {
        let dates = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
        var tables: [Table] = []
        for (row, place) in places.enumerated() {
            let parts = Int(Fuzzing.seed % 4) + row
            for (index, method) in CalculationMethod.all.enumerated() where isWhole || (parts + index) % 4 == 0 {
                let rules = HighLatitudeRule.allCases
                // Each method with one of the rules, madhab and rounding in turn, to keep the test short.
                let turn = abs(place.latitude) > 40 ? index % rules.count : rules.count - 1
                let calculator = PrayerCalculator(
                    coordinates: try Coordinates(latitude: place.latitude, longitude: place.longitude),
                    zone: try .installed(place.zone),
                    method: method,
                    madhab: index.isMultiple(of: 2) ? .shafi : .hanafi,
                    highLatitude: rules[turn],
                    rounding: Rounding.allCases[(index + turn) % Rounding.allCases.count]
                )
                let name = "\(place.zone) \(method.name) \(rules[turn].rawValue)"
                tables.append(Table(name, calculator, calculator.days(dates)))
            }
        }
        return tables
    }

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
            let index = 100
            let wrong = table.days.enumerated().map { other, filed in
                other == index ? FileDay(line: filed.line, day: filed.day.moving(.asr, by: .minutes(40))) : filed
            }
            let day = try #require(check.verdict(on: wrong).accepted.first { $0.date == table.days[index].day.date })
            #expect(day.replaced == [.asr: .file], "\(table.name)")
            let off = (day[.asr] - table.days[index].day[.asr]).inSeconds
            #expect(abs(off) <= 180, "\(table.name): \(off)")
        }
    }

    @Test func `of every method and rule has no fault`() throws {
        let tables = try Self.calculated()
        #expect(tables.count == (Self.isWhole ? 240 : 60))
        let faults = tables.flatMap { table in table.judged().faults.map { "\(table.name): \($0)" } }
        #expect(faults.isEmpty, "\(faults.prefix(5))")
    }

    @Test func `that moves in steps, or has a fixed Dhuhr, has no fault`() throws {
        for table in try Self.published() {
            let zone = table.calculator.zone
            func stepped(_ prayer: Prayer, _ minutes: Int) -> Table {
                table.changed("\(prayer) in steps of \(minutes)") { day in
                    let wall = zone.wall(at: day[prayer])
                    let step = minutes * 60
                    let second = (wall.secondOfDay + step - 1) / step * step
                    return PrayerDay(date: day.date) {
                        $0 == prayer ? zone.instant(wall.date, secondOfDay: second) : day[$0]
                    }
                }
            }
            func fixed(_ second: Int, only weekday: Int? = nil) -> Table {
                table.changed("Dhuhr fixed") { day in
                    let time = zone.instant(day.date, secondOfDay: second)
                    let isMoved =
                        day[.dhuhr] < time && time < day[.asr] && day.date.weekday == weekday ?? day.date.weekday
                    return isMoved ? PrayerDay(date: day.date) { $0 == .dhuhr ? time : day[$0] } : day
                }
            }
            for changed in [
                stepped(.isha, 5), stepped(.isha, 10), stepped(.isha, 15), fixed(48_600), fixed(47_700, only: 5),
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
                let around = max(0, index - 20)...min(table.days.count - 1, index + 20)
                let days = around.map { other in
                    let filed = table.days[other]
                    let day = other == index ? filed.day.moving(prayer, by: .minutes(size)) : filed.day
                    return FileDay(line: filed.line, day: day)
                }
                let date = table.days[index].day.date
                let verdict = TimetableCheck(table.calculator).verdict(on: days)
                let isFound = (verdict.faults + verdict.remarks).contains { $0.date == date }
                (found, all) = (found + (isFound ? 1 : 0), all + 1)
                let isAnHour = abs(size) == 60 && abs(table.calculator.coordinates.latitude) < 60
                if isAnHour, !isFound { Issue.record("\(table.name) \(date) \(prayer) by \(size) min") }
            }
        }
        #expect(all > 4000 / step && found * 100 >= all * 99, "\(found) of \(all)")
        print("single errors of 20 to 60 minutes: \(found) of \(all) found")
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
