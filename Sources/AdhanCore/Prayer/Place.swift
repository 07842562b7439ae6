import Glibc

/// A point on the earth, in degrees.
package struct Coordinates: Sendable, Hashable, Codable {
    /// −90…90, north positive.
    package let latitude: Double
    /// −180…180, east positive.
    package let longitude: Double
    /// Metres above the surrounding country, −500…9000: from a height the sun rises earlier and sets later. 0 at sea
    /// level, and wherever the horizon is as high as the place.
    package let elevation: Double

    /// - Throws: `InvalidValue`, quoting the value, if one is out of range or not a number.
    package init(latitude: Double, longitude: Double, elevation: Double = 0) throws(InvalidValue) {
        func check(_ value: Double, _ isValid: Bool, _ words: String) throws(InvalidValue) {
            if !isValid { throw InvalidValue("\(value) is not \(words)") }
        }
        try check(latitude, (-90...90).contains(latitude), "a latitude; it is -90 to 90 degrees, north positive")
        try check(longitude, (-180...180).contains(longitude), "a longitude; it is -180 to 180 degrees, east positive")
        try check(elevation, Self.elevations.contains(elevation), "an elevation; it is -500 to 9000 metres")
        self.init(checkedLatitude: latitude, longitude: longitude, elevation: elevation)
    }

    /// The same point without its elevation.
    var atSeaLevel: Coordinates { Coordinates(checkedLatitude: latitude, longitude: longitude) }

    /// The allowed elevations, in metres.
    package static let elevations: ClosedRange<Double> = -500...9000

    fileprivate init(checkedLatitude latitude: Double, longitude: Double, elevation: Double = 0) {
        (self.latitude, self.longitude, self.elevation) = (latitude, longitude, elevation)
    }
}

package struct Place: Sendable, Hashable {
    package let name: String
    package let coordinates: Coordinates
    /// The IANA name of its time zone.
    package let timezone: String

    package init(name: String, coordinates: Coordinates, timezone: String) {
        (self.name, self.coordinates, self.timezone) = (name, coordinates, timezone)
    }

    /// Queens, New York: used until the mosque's place is configured. Its adhans are not called.
    package static let fallback = Place(
        name: "Queens, NY",
        coordinates: Coordinates(checkedLatitude: 40.7282, longitude: -73.7949),
        timezone: "America/New_York"
    )
}

extension Coordinates {
    /// The mean radius of the earth, in kilometres (IUGG).
    private static let earthRadius = 6371.0088

    /// The great-circle distance to another place, in kilometres, 0…20016, at sea level.
    ///
    /// The haversine formula (R. W. Sinnott, *Virtues of the Haversine*, Sky and Telescope 68, 1984, p. 159), which
    /// stays accurate for places close together. Treating the earth as a sphere causes an error of at most half a
    /// percent.
    package func distance(to other: Coordinates) -> Double {
        let north = Angle(degrees: (other.latitude - latitude) / 2).sine
        let east = Angle(degrees: (other.longitude - longitude) / 2).sine
        let (here, there) = (Angle(degrees: latitude).cosine, Angle(degrees: other.latitude).cosine)
        // Rounding may make it greater than 1 for opposite places.
        let haversine = min(1, north * north + here * there * east * east)
        return 2 * Self.earthRadius * asin(haversine.squareRoot())
    }

    /// The Kaaba.
    private static let kaaba = Coordinates(checkedLatitude: 21.4225, longitude: 39.8262)

    /// The direction of the Kaaba along the great circle, clockwise from true north, 0°..<360°.
    package var qibla: Angle { direction(to: Self.kaaba) }

    /// The direction of another place along the great circle, clockwise from true north, 0°..<360°.
    ///
    /// The four-parts formula for the spherical triangle of place, Kaaba and pole (W. M. Smart, *Textbook on Spherical
    /// Astronomy*, ch. I). Treating the earth as a sphere causes an error of less than a fifth of a degree. At the
    /// place itself and opposite it every direction is right; north is returned.
    package func direction(to other: Coordinates) -> Angle {
        let (place, there) = (Angle(degrees: latitude), Angle(degrees: other.latitude))
        let east = Angle(degrees: other.longitude - longitude)
        let across = east.sine * there.cosine
        let ahead = place.cosine * there.sine - place.sine * there.cosine * east.cosine
        guard abs(across) > 1e-9 || abs(ahead) > 1e-9 else { return Angle(degrees: 0) }
        return Angle(radians: atan2(across, ahead)).normalized
    }
}
