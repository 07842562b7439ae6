/// A point on the earth, in degrees.
package struct Coordinates: Sendable, Hashable, Codable {
    /// −90…90, north positive.
    package let latitude: Double
    /// −180…180, east positive.
    package let longitude: Double
    /// Metres above the surrounding country, −500…9000: from a height the sun rises earlier and sets later. 0 at sea
    /// level, and wherever the horizon is as high as the place.
    package let elevation: Double

    /// - Throws: `CoordinatesError`, quoting the value, if one is out of range or not a number.
    package init(latitude: Double, longitude: Double, elevation: Double = 0) throws(CoordinatesError) {
        guard (-90...90).contains(latitude) else { throw CoordinatesError.latitude(latitude) }
        guard (-180...180).contains(longitude) else { throw CoordinatesError.longitude(longitude) }
        guard Self.elevations.contains(elevation) else { throw CoordinatesError.elevation(elevation) }
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

package enum CoordinatesError: Error, Equatable, CustomStringConvertible {
    case latitude(Double)
    case longitude(Double)
    case elevation(Double)

    package var description: String {
        switch self {
        case .latitude(let value): "\(value) is not a latitude; it is -90 to 90 degrees, north positive"
        case .longitude(let value): "\(value) is not a longitude; it is -180 to 180 degrees, east positive"
        case .elevation(let value): "\(value) is not an elevation; it is -500 to 9000 metres"
        }
    }
}

/// Where the mosque stands.
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
