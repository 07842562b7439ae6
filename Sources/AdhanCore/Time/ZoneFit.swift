/// Whether coordinates and a time zone can be of one place. It is there for slips of the pen: a sign that is lost, latitude and
/// longitude exchanged, a zone that stayed from an example.
///
/// Three rules, all wide enough for every place that keeps its zone's time: Kashgar lies 4,100 km from Shanghai, whose clock runs
/// three hours ahead of its sun, and 1,100 km from Urumqi, China's nearest point; Mohe lies 2,480 km from each of China's. So what it
/// cannot see is a slip that stays in the region: London with the zone of Istanbul, 41.5 degrees for 51.5, the longitude's sign lost
/// in London or Accra, the two numbers exchanged where they are alike, as in Istanbul or Cairo. Nor does it know borders, and it has
/// no eye for the coordinates of the neighbouring town.
package enum ZoneFit {
    /// How far a place may be from the point that tzdata gives its zone, in kilometres.
    private static let farthest = 4600.0
    /// How far it may be from the nearest point of all the zones of the same countries.
    private static let abroad = 3000.0
    /// By how many hours the zone's standard time may be ahead of the sun's; negative is behind it. Beyond the Antarctic coast
    /// clocks follow the ships.
    private static let ahead = -1.5...3.25
    private static let antarctic = -60.0
    /// How near to the zone's point the coordinates come when the slip that is suspected is taken back, in kilometres.
    private static let nearby = 1500.0

    /// - Parameters:
    ///   - point: what tzdata's table has for the zone; nil where it has none, as for `Etc/GMT+5`.
    ///   - country: the points of all zones of its country, or countries; none where they are not known.
    ///   - year: of whose standard time to speak.
    /// - Returns: what speaks against it; nil where nothing does.
    package static func objection(
        to place: Coordinates,
        in zone: ZoneRules,
        point: Coordinates?,
        country: [Coordinates],
        year: Int
    ) -> ZoneMisfit? {
        guard let reason = reason(against: place, zone, point, country, year) else { return nil }
        let repaired = repairs(of: place).filter { Self.reason(against: $0.place, zone, point, country, year) == nil }
            .map { (words: $0.words, distance: point?.distance(to: $0.place) ?? 0) }
            .filter { $0.distance <= nearby }
        return ZoneMisfit(
            place: place,
            zone: zone.name,
            reason: reason,
            suggestion: repaired.min { $0.distance < $1.distance }?.words
        )
    }

    private static func reason(
        against place: Coordinates,
        _ zone: ZoneRules,
        _ point: Coordinates?,
        _ country: [Coordinates],
        _ year: Int
    ) -> ZoneMisfit.Reason? {
        if let point, case let distance = place.distance(to: point), distance > farthest {
            return .far(kilometres: Int(distance.rounded()), from: point)
        }
        let points = country.map { (point: $0, distance: place.distance(to: $0)) }
        if let nearest = points.min(by: { $0.distance < $1.distance }), nearest.distance > abroad {
            return .abroad(kilometres: Int(nearest.distance.rounded()), from: nearest.point)
        }
        let hours = ahead(of: place, zone.standard(in: year))
        return place.latitude < antarctic || ahead.contains(hours) ? nil : .clock(hours: hours)
    }

    /// By how many hours a clock is ahead of the sun, −12..<12: no clock tells on which side of the date line it is.
    private static func ahead(of place: Coordinates, _ standard: ZoneRules) -> Double {
        let hours = Double(standard.offset(at: Instant(seconds: 0))) / 3600 - place.longitude / 15
        return hours - ((hours + 12) / 24).rounded(.down) * 24
    }

    private static func repairs(of place: Coordinates) -> [(place: Coordinates, words: String)] {
        let (latitude, longitude) = (place.latitude, place.longitude)
        let slips = [
            (-latitude, longitude, "latitude = \(-latitude)"), (latitude, -longitude, "longitude = \(-longitude)"),
            (longitude, latitude, "latitude = \(longitude) and longitude = \(latitude)"),
            turned(latitude).map { ($0, longitude, "latitude = \($0)") },
            turned(longitude).map { (latitude, $0, "longitude = \($0)") },
        ].compactMap(\.self)
        return slips.compactMap { latitude, longitude, words in
            // What is no latitude was not meant.
            (try? Coordinates(latitude: latitude, longitude: longitude)).map { ($0, words) }  // reason: see above
        }
    }

    /// The number with its first two digits exchanged, 51.5 for 15.5; nil where it has another count of whole degrees.
    private static func turned(_ degrees: Double) -> Double? {
        let digits = Array("\(degrees.magnitude)")
        guard digits.count > 2, digits[2] == "." else { return nil }
        return Double(String([digits[1], digits[0]] + digits[2...])).map { degrees < 0 ? -$0 : $0 }
    }
}

/// Coordinates and a zone that cannot be of one place.
package struct ZoneMisfit: Sendable, Hashable, CustomStringConvertible {
    package enum Reason: Sendable, Hashable {
        /// From the point that tzdata gives the zone.
        case far(kilometres: Int, from: Coordinates)
        /// From the nearest of the points that tzdata gives the zones of its country.
        case abroad(kilometres: Int, from: Coordinates)
        /// By how many hours the zone's standard time is ahead of the sun's.
        case clock(hours: Double)
    }

    package let place: Coordinates
    package let zone: String
    package let reason: Reason
    /// What was perhaps meant, as it stands in a config; nil where no slip explains it.
    package let suggestion: String?

    package var description: String {
        let meant = suggestion.map { "; did you mean \($0)?" } ?? ""
        return "timezone \(zone) does not fit the coordinates \(place.latitude), \(place.longitude): " + words + meant
    }

    private var words: String {
        switch reason {
        case .far(let kilometres, let point):
            return "they are \(kilometres) km from the zone's point in tzdata (\(point.latitude), \(point.longitude))"
        case .abroad(let kilometres, let point):
            return "they are \(kilometres) km from its country, whose nearest point in tzdata is "
                + "\(point.latitude), \(point.longitude)"
        case .clock(let hours):
            let tenths = (hours.magnitude * 10).rounded() / 10
            return "its clock is \(tenths) hours \(hours < 0 ? "behind" : "ahead of") the sun there"
        }
    }
}
