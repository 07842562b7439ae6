import AdhanCore
import Testing

/// In order, and each at least a minute after the previous one.
func isInOrder(_ day: PrayerDay) -> Bool {
    let times = Prayer.allCases.map { day[$0] }
    return zip(times, times.dropFirst()).allSatisfy { $0.duration(to: $1) >= .minutes(1) }
}

@Suite struct `The calculator` {
    @Test(arguments: CalculationMethod.all)
    func `keeps every day in order, all over the world`(method: CalculationMethod) throws {
        var number = 0
        for latitude in stride(from: -90.0, through: 90, by: 5) {
            for longitude in stride(from: -180.0, to: 180, by: 45) {
                // To keep the sweep short, each place uses one madhab and one rule; its neighbours use others.
                number += 1
                let calculator = PrayerCalculator(
                    coordinates: try Coordinates(latitude: latitude, longitude: longitude),
                    zone: .fixed(name: "local", offset: Int(longitude / 15) * 3600),
                    method: method,
                    madhab: number.isMultiple(of: 2) ? .shafi : .hanafi,
                    highLatitude: number / 2 % 2 == 0 ? .middleOfNight : .seventhOfNight
                )
                let faults = try calculator.faults(in: CivilDate("2026-01-01"), every: 3, to: CivilDate("2027-12-31"))
                #expect(faults.isEmpty, "\(method.name) \(latitude) \(longitude): \(faults.prefix(3))")
            }
        }
    }

    @Test func `gives a range the same times as each day alone`() throws {
        for method in CalculationMethod.all {
            for (longitude, zone) in [
                (-157.47, "Pacific/Kiritimati"), (-171.75, "Pacific/Apia"), (0.0, "Europe/London"),
            ] {
                let calculator = PrayerCalculator(
                    coordinates: try Coordinates(latitude: 62, longitude: longitude),
                    zone: try ZoneRules.installed(zone),
                    method: method
                )
                let range = try CivilDate("2011-12-20")...CivilDate("2012-04-20")
                #expect(calculator.days(range) == range.map { calculator.day($0) })
            }
        }
    }

    @Test func `names a day of Kiritimati by its own calendar, which is ahead of solar time`() throws {
        let zone = try ZoneRules.installed("Pacific/Kiritimati")
        let calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: 1.87, longitude: -157.43),
            zone: zone,
            method: .mwl
        )
        let day = calculator.day(try CivilDate("2026-11-21"))
        #expect(zone.formatted(day[.dhuhr]) == "2026-11-21T12:15:00+14:00")
        #expect(zone.wall(at: day[.fajr]).date == (try CivilDate("2026-11-21")))
    }

    @Test func `works on the first and the last day of the calendar, and at every place`() throws {
        for latitude in [-90.0, 0, 51.5, 90] {
            for longitude in [-180.0, 180] {
                let calculator = PrayerCalculator(
                    coordinates: try Coordinates(latitude: latitude, longitude: longitude),
                    zone: .utc,
                    method: .turkey
                )
                #expect(isInOrder(calculator.day(.first)))
                #expect(calculator.days(CivilDate.last.adding(days: -2)...CivilDate.last).allSatisfy(isInOrder))
            }
        }
    }

    @Test func `rounds to whole minutes`() throws {
        let calculator = PrayerCalculator(coordinates: Place.fallback.coordinates, zone: .utc, method: .jakim)
        for day in calculator.days(try CivilDate("2026-01-01")...CivilDate("2026-03-01")) {
            #expect(Prayer.allCases.allSatisfy { day[$0].microseconds % 60_000_000 == 0 })
        }
    }
}

extension PrayerCalculator {
    fileprivate func faults(in first: CivilDate, every step: Int, to last: CivilDate) -> [String] {
        stride(from: first, through: last, by: step).flatMap { date -> [String] in
            let (day, next) = (day(date), day(date.adding(days: 1)))
            var faults: [String] = []
            if !isInOrder(day) { faults.append("\(date) out of order") }
            if day[.isha] >= next[.fajr] { faults.append("\(date) Isha meets the next Fajr") }
            if zone.wall(at: day[.dhuhr]).date != date { faults.append("\(date) Dhuhr on another date") }
            return faults
        }
    }
}
