import Glibc

/// The share of the night that twilight takes at a latitude, for a constant declination of the sun.
enum TwilightShare {
    /// How far below the angle, in degrees, the sun must go at midnight before a latitude can stand in for another.
    /// Where it only just reaches the angle, twilight ends at midnight, and the end moves by half an hour from one day
    /// to the next.
    private static let margin = 1.0

    /// - Parameters:
    ///   - latitude: degrees.
    ///   - sineOfDeclination: of the sun in that night.
    ///   - sineOfDepression: of the angle at which twilight ends.
    /// - Returns: 0…½; ½ if twilight does not end.
    static func of(latitude: Double, sineOfDeclination: Double, sineOfDepression: Double) -> Double {
        let place = Latitude(degrees: latitude)
        let cosines = place.cosine * (1 - sineOfDeclination * sineOfDeclination).squareRoot()
        func hourAngle(_ sineOfAltitude: Double) -> Double {
            acos(min(max((sineOfAltitude - place.sine * sineOfDeclination) / cosines, -1), 1))
        }
        let sunset = hourAngle(-Angle(degrees: Horizon.depression).sine)
        guard sunset < .pi else { return 0.5 }
        return min(max((hourAngle(-sineOfDepression) - sunset) / (2 * (.pi - sunset)), 0), 0.5)
    }

    /// The latitude nearest to the place, towards the equator, where twilight ends in such a night; nil if it ends at
    /// the place itself.
    static func nearestLatitude(
        to place: Latitude,
        sineOfDeclination: Double,
        depression: Angle
    ) -> Double? {
        // At midnight the sun is 90° − |φ| − δ below the horizon.
        let season = place.hemisphere * Angle(radians: asin(sineOfDeclination)).degrees
        let limit = 90 - depression.degrees - margin - season
        return abs(place.degrees) <= limit ? nil : place.hemisphere * limit
    }

    /// The sine of the declination on the nearest day, before or after, on which twilight ends at the place.
    ///
    /// - Parameter midnight: the day of the night, in days since 1970-01-01. Twilight does not end in that night.
    static func nearestDay(to midnight: Int, at place: Latitude, depression: Angle) -> Double {
        // Beyond 66°, days without sunset follow the days without an end of twilight, and the search would run around
        // the year.
        let limit = Angle(degrees: 90 - depression.degrees - min(abs(place.degrees), 66)).sine
        func sine(after days: Int) -> Double { SolarPosition(midnight: midnight + days).sineOfDeclination }
        func ends(_ days: Int) -> Bool { place.hemisphere * sine(after: days) <= limit }
        /// Steps of 16 days out of the summer, during which twilight does not end in any night; then bisection.
        func first(_ direction: Int) -> Int {
            var (near, far) = (0, 16)
            while far < 192, !ends(direction * far) { (near, far) = (far, far + 16) }
            while far - near > 1 {
                let middle = (near + far) / 2
                if ends(direction * middle) { far = middle } else { near = middle }
            }
            return far
        }
        let (before, after) = (first(-1), first(1))
        return before <= after ? sine(after: -before) : sine(after: after)
    }
}
