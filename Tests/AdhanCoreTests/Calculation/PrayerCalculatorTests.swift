import AdhanCore
import Foundation
import Testing

@Suite struct `The calculator` {
    @Test(arguments: CalculationMethod.all)
    func `keeps every day in order, all over the world`(method: CalculationMethod) throws {
        var number = 0
        for latitude in stride(from: -90.0, through: 90, by: 5) {
            for longitude in stride(from: -180.0, to: 180, by: 45) {
                // To keep the sweep short, each place uses one madhab and one rule; its neighbours use others.
                number += 1
                let calculator = try PrayerCalculator.at(latitude, longitude, nil, method) { calculator in
                    calculator.madhab = number.isMultiple(of: 2) ? .shafi : .hanafi
                    calculator.highLatitude = number / 2 % 2 == 0 ? .middleOfNight : .seventhOfNight
                }
                let faults = try calculator.faults(in: CivilDate("2026-01-01"), every: 3, to: CivilDate("2027-12-31"))
                #expect(faults.isEmpty, "\(method.name) \(latitude) \(longitude): \(faults.prefix(3))")
            }
        }
    }

    @Test func `gives a range the same times as each day alone`() throws {
        let range = try span("2011-12-20", "2012-04-20")
        for method in CalculationMethod.all {
            for (longitude, zone) in [
                (-157.47, "Pacific/Kiritimati"), (-171.75, "Pacific/Apia"), (0.0, "Europe/London"),
            ] {
                let calculator = try PrayerCalculator.at(62, longitude, zone, method)
                #expect(calculator.days(range) == range.map { calculator.day($0) })
            }
        }
    }

    @Test func `names a day of Kiritimati by its own calendar, which is ahead of solar time`() throws {
        let calculator = try PrayerCalculator.at(1.87, -157.43, "Pacific/Kiritimati")
        let day = calculator.day(try CivilDate("2026-11-21"))
        #expect(calculator.zone.formatted(day[.dhuhr]) == "2026-11-21T12:15:00+14:00")
        #expect(calculator.zone.wall(at: day[.fajr]).date == day.date)
    }

    @Test func `works on the first and the last day of the calendar, and at every place`() throws {
        for latitude in [-90.0, 0, 51.5, 90] {
            for longitude in [-180.0, 180] {
                let calculator = try PrayerCalculator.at(latitude, longitude, "UTC", .turkey)
                #expect(calculator.day(.first).isInOrder)
                #expect(calculator.days(CivilDate.last.adding(days: -2)...CivilDate.last).allSatisfy { $0.isInOrder })
            }
        }
    }

    @Test func `rounds to whole minutes`() throws {
        let calculator = PrayerCalculator(coordinates: Place.fallback.coordinates, zone: .utc, method: .jakim)
        for day in calculator.days(try span("2026-01-01", "2026-03-01")) {
            #expect(Prayer.allCases.allSatisfy { day[$0].microseconds % 60_000_000 == 0 })
        }
    }

    /// From the tests of batoulapps/adhan-swift (where Dhuhr is a minute after the transit).
    @Test(arguments: [
        ("2015-07-12", CalculationMethod.isna, Madhab.hanafi, "04:42 06:08 13:20 18:22 20:32 21:57"),
        ("2015-12-01", .mwl, .shafi, "05:35 07:06 12:04 14:42 17:01 18:26"),
    ])
    func `has Raleigh's times`(date: String, method: CalculationMethod, madhab: Madhab, times: String) throws {
        let raleigh = try PrayerCalculator.at(35.7750, -78.6336, "America/New_York", method) { $0.madhab = madhab }
        let day = raleigh.day(try CivilDate(date))
        #expect(Prayer.allCases.map { raleigh.zone.clockText(day[$0]) }.joined(separator: " ") == times)
    }

    /// The worked examples 25.a and 28.b of Meeus, *Astronomical Algorithms*, 2nd edition: 1992 October 13, 0h.
    @Test func `has the sun where Meeus has it, 13 minutes 42.7 seconds ahead of the mean sun`() {
        let sun = SolarPosition(julianDay: 2_448_908.5)
        #expect(abs(sun.apparentLongitude.normalized.degrees - 199.90895) < 0.00001)
        #expect(abs(sun.declination.degrees - -7.78507) < 0.00001)
        #expect(abs(sun.equationOfTime - (13 * 60 + 42.7)) < 0.05)
    }
}

extension PrayerCalculator {
    fileprivate func faults(in first: CivilDate, every step: Int, to last: CivilDate) -> [String] {
        stride(from: first, through: last, by: step).flatMap { date -> [String] in
            let (day, next) = (day(date), day(date.adding(days: 1)))
            var faults: [String] = []
            if !day.isInOrder { faults.append("\(date) out of order") }
            if day[.isha] >= next[.fajr] { faults.append("\(date) Isha meets the next Fajr") }
            if zone.wall(at: day[.dhuhr]).date != date { faults.append("\(date) Dhuhr on another date") }
            return faults
        }
    }
}

/// The sun's position at the computed times, calculated independently from sidereal time and right ascension.
@Suite struct `At the computed times the sun stands` {
    private static let places = [(40.7282, -73.7949), (53.61, -2.16), (-33.92, 18.42), (1.35, 103.8), (24.4, 54.4)]

    /// Every fifth day of a year at each place, with the sun's altitude at an instant.
    private func days(_ method: CalculationMethod, _ madhab: Madhab = .shafi) throws -> [(
        PrayerDay, (Instant) -> Double
    )] {
        try Self.places.flatMap { place in
            try PrayerCalculator.at(place.0, place.1, nil, method) { $0.madhab = madhab }.days(CivilDate.year(2026))
                .filter { $0.date.dayNumber % 5 == 0 }.map { ($0, { instant in altitude(at: instant, place) }) }
        }
    }

    /// Meeus: mean sidereal time by 12.4, right ascension by 25.6, altitude by 13.6; degrees.
    private func altitude(at instant: Instant, _ place: (Double, Double)) -> Double {
        let julianDay = Double(instant.seconds) / 86_400 + 2_440_587.5
        let sun = SolarPosition(julianDay: julianDay)
        let longitude = sun.apparentLongitude.radians
        let ascension = atan2(cos(23.438 * .pi / 180) * sin(longitude), cos(longitude))
        let sidereal = (280.46061837 + 360.98564736629 * (julianDay - 2_451_545)) * .pi / 180
        let hourAngle = sidereal + place.1 * .pi / 180 - ascension
        let latitude = place.0 * .pi / 180
        let sine = sin(latitude) * sun.declination.sine + cos(latitude) * sun.declination.cosine * cos(hourAngle)
        return asin(sine) * 180 / .pi
    }

    /// Half a minute of rounding is at most an eighth of a degree.
    @Test(arguments: [(CalculationMethod.isna, 15.0, 15.0), (.mwl, 18.0, 17.0)])
    func `as far below the horizon as the method says`(method: CalculationMethod, fajr: Double, isha: Double) throws {
        for (day, altitude) in try days(method) {
            for (prayer, depth) in [(Prayer.fajr, fajr), (.isha, isha), (.sunrise, 0.8333), (.maghrib, 0.8333)] {
                if prayer == .fajr || prayer == .isha, day.estimated.contains(prayer) { continue }
                #expect(abs(altitude(day[prayer]) + depth) < 0.14, "\(day.date) \(prayer)")
            }
        }
    }

    @Test(arguments: [(Madhab.shafi, 1.0), (.hanafi, 2.0)])
    func `where Asr's shadow is long enough`(madhab: Madhab, shadow: Double) throws {
        for (day, altitude) in try days(.isna, madhab) {
            let noon = (90 - altitude(day[.dhuhr])) * .pi / 180
            let asr = atan(1 / (shadow + tan(noon))) * 180 / .pi
            #expect(abs(altitude(day[.asr]) - asr) < 0.15, "\(day.date)")
        }
    }

    @Test func `highest at Dhuhr`() throws {
        for (day, altitude) in try days(.mwl) {
            let noon = altitude(day[.dhuhr])
            #expect(noon > altitude(day[.dhuhr] - .minutes(2)) && noon > altitude(day[.dhuhr] + .minutes(2)))
        }
    }
}
