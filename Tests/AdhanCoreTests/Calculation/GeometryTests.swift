import AdhanCore
import Foundation
import Testing

/// The sun's position at the computed times, calculated independently from sidereal time and right ascension.
@Suite struct `At the computed times the sun stands` {
    private static let places = [(40.7282, -73.7949), (53.61, -2.16), (-33.92, 18.42), (1.35, 103.8), (24.4, 54.4)]

    private func calculator(_ place: (Double, Double), _ method: CalculationMethod, _ madhab: Madhab = .shafi) throws
        -> PrayerCalculator
    {
        PrayerCalculator(
            coordinates: try Coordinates(latitude: place.0, longitude: place.1),
            zone: .fixed(name: "local", offset: Int(place.1 / 15) * 3600),
            method: method,
            madhab: madhab
        )
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
        let sine =
            sin(latitude) * sun.declination.sine + cos(latitude) * sun.declination.cosine * cos(hourAngle)
        return asin(sine) * 180 / .pi
    }

    /// Half a minute of rounding is at most an eighth of a degree.
    private let tolerance = 0.14

    @Test(arguments: [(CalculationMethod.isna, 15.0, 15.0), (.mwl, 18.0, 17.0)])
    func `as far below the horizon as the method says`(method: CalculationMethod, fajr: Double, isha: Double) throws {
        for place in Self.places {
            for day in try calculator(place, method).days(CivilDate("2026-01-01")...CivilDate("2026-12-31"))
            where day.date.dayNumber % 5 == 0 {
                if !day.estimated.contains(.fajr) {
                    #expect(abs(altitude(at: day[.fajr], place) + fajr) < tolerance, "\(place) \(day.date)")
                }
                if !day.estimated.contains(.isha) {
                    #expect(abs(altitude(at: day[.isha], place) + isha) < tolerance, "\(place) \(day.date)")
                }
                #expect(abs(altitude(at: day[.sunrise], place) + 0.8333) < tolerance)
                #expect(abs(altitude(at: day[.maghrib], place) + 0.8333) < tolerance)
            }
        }
    }

    @Test(arguments: [(Madhab.shafi, 1.0), (.hanafi, 2.0)])
    func `where Asr's shadow is long enough`(madhab: Madhab, shadow: Double) throws {
        for place in Self.places {
            for day in try calculator(place, .isna, madhab).days(CivilDate("2026-01-01")...CivilDate("2026-12-31"))
            where day.date.dayNumber % 5 == 0 {
                let noon = (90 - altitude(at: day[.dhuhr], place)) * .pi / 180
                let asr = atan(1 / (shadow + tan(noon))) * 180 / .pi
                #expect(abs(altitude(at: day[.asr], place) - asr) < 0.15, "\(place) \(day.date)")
            }
        }
    }

    @Test func `highest at Dhuhr`() throws {
        for place in Self.places {
            let dhuhr = try calculator(place, .mwl).day(CivilDate("2026-11-03"))[.dhuhr]
            let noon = altitude(at: dhuhr, place)
            #expect(noon > altitude(at: dhuhr.advanced(by: .minutes(-2)), place))
            #expect(noon > altitude(at: dhuhr.advanced(by: .minutes(2)), place))
        }
    }
}
