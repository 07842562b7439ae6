import Glibc

/// Which part of the night twilight takes at some latitude, with the sun at one declination all night.
enum TwilightShare {
    /// How far below the angle the sun has to go at midnight where a latitude is to serve others, in degrees. Where it just
    /// reaches the angle, twilight ends in the middle of the night, and half an hour later the next day.
    private static let margin = 1.0

    /// - Parameters:
    ///   - latitude: degrees.
    ///   - sineOfDeclination: of the sun in that night.
    ///   - sineOfDepression: of the angle that ends twilight.
    /// - Returns: 0…½; a half where twilight does not end.
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

    /// The farthest latitude from the equator, on the place's side, where twilight ends in such a night; nil where it ends
    /// at the place itself.
    static func nearestLatitude(
        to place: Latitude,
        sineOfDeclination: Double,
        depression: Angle
    ) -> Double? {
        // At midnight the sun stands 90° − |φ| − δ below the horizon.
        let season = place.hemisphere * Angle(radians: asin(sineOfDeclination)).degrees
        let limit = 90 - depression.degrees - margin - season
        return abs(place.degrees) <= limit ? nil : place.hemisphere * limit
    }

    /// The sine of the declination on the nearest day, earlier or later, on which twilight ends at the place.
    ///
    /// - Parameter midnight: the day of the night, in days since 1970-01-01; on it twilight does not end.
    static func nearestDay(to midnight: Int, at place: Latitude, depression: Angle) -> Double {
        // Beyond 66° days without end of twilight are joined by those without sunset, and strides would go around the year.
        let limit = Angle(degrees: 90 - depression.degrees - min(abs(place.degrees), 66)).sine
        func sine(after days: Int) -> Double { SolarPosition(midnight: midnight + days).sineOfDeclination }
        func ends(_ days: Int) -> Bool { place.hemisphere * sine(after: days) <= limit }
        /// In strides of 16 days out of the summer, whose nights are all alike in this, and then back by halves.
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
