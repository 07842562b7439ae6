/// Checks whether coordinates and a time zone can belong together. It finds typing errors: a lost sign, latitude and
/// longitude swapped, a zone left from an example.
///
/// It has three rules, all wide enough for every place that keeps its zone's time. Kashgar is 4,100 km from Shanghai,
/// whose clock is three hours ahead of Kashgar's sun, and 1,100 km from Urumqi, China's nearest point. Mohe is 2,480 km
/// from each of China's points. So an error within a region is not found: London with the zone of Istanbul, 41.5
/// degrees for 51.5, the longitude's sign lost in London or Accra, or similar numbers swapped, as in Istanbul or Cairo.
/// It does not know borders and cannot tell neighbouring towns apart.
package enum ZoneFit {
    /// The maximum distance, in kilometres, of a place from tzdata's point for its zone.
    private static let farthest = 4600.0
    /// The maximum distance from the nearest point of all zones of the same countries.
    private static let abroad = 3000.0
    /// The allowed hours by which the zone's standard time is ahead of solar time; negative is behind. Antarctica is
    /// exempt: clocks there follow the supply ships.
    private static let ahead = -1.5...3.25
    private static let antarctic = -60.0
    /// How close to the zone's point, in kilometres, the coordinates must be after the suspected error is undone.
    private static let nearby = 1500.0

    /// - Parameters:
    ///   - point: tzdata's point for the zone; nil if it has none, as for `Etc/GMT+5`.
    ///   - country: the points of all zones of its country or countries; empty if they are not known.
    /// - Returns: the contradiction, with what may have been meant; nil if there is none.
    package static func objection(
        to place: Coordinates,
        in zone: ZoneRules,
        point: Coordinates?,
        country: [Coordinates],
        year: Int
    ) -> String? {
        let standard = zone.standard(in: year)
        func reason(against place: Coordinates) -> String? {
            if let point, case let distance = place.distance(to: point), distance > farthest {
                let shown = "(\(point.latitude), \(point.longitude))"
                return "they are \(Int(distance.rounded())) km from the zone's point in tzdata \(shown)"
            }
            let points = country.map { (point: $0, distance: place.distance(to: $0)) }
            if let nearest = points.min(by: { $0.distance < $1.distance }), nearest.distance > abroad {
                return
                    "they are \(Int(nearest.distance.rounded())) km from its country, whose nearest point in tzdata is "
                    + "\(nearest.point.latitude), \(nearest.point.longitude)"
            }
            let hours = ahead(of: place, standard)
            guard place.latitude >= antarctic, !ahead.contains(hours) else { return nil }
            let tenths = (hours.magnitude * 10).rounded() / 10
            return "its clock is \(tenths) hours \(hours < 0 ? "behind" : "ahead of") the sun there"
        }
        guard let words = reason(against: place) else { return nil }
        let repaired = repairs(of: place).filter { reason(against: $0.place) == nil }
            .map { (words: $0.words, distance: point?.distance(to: $0.place) ?? 0) }
            .filter { $0.distance <= nearby }
        let meant = repaired.min { $0.distance < $1.distance }.map { "; did you mean \($0.words)?" } ?? ""
        let coordinates = "\(place.latitude), \(place.longitude)"
        return "timezone \(zone.name) does not fit the coordinates \(coordinates): \(words)\(meant)"
    }

    /// The hours by which a clock is ahead of solar time, −12..<12: a clock cannot tell the two sides of the date line
    /// apart.
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
            // Invalid coordinates are not what was meant.
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
