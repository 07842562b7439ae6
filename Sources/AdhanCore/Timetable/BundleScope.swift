/// Where and when a bundled timetable is valid: near its own place, in its own year.
package struct BundleScope: Sendable, Hashable {
    /// The maximum distance from its place, in kilometres. Within it the times differ by less than half a minute,
    /// except in polar regions.
    package static let reach = 5.0

    private let location: Coordinates?
    private let year: Int?

    package init(_ timetable: WrittenTimetable) { (location, year) = (timetable.location, timetable.year) }

    /// - Parameters:
    ///   - place: the mosque's coordinates; nil if not configured.
    ///   - date: the date for which it is to be used.
    /// - Returns: why it is not valid there and then; nil if it is.
    package func objection(at place: Coordinates?, on date: CivilDate) -> BundleObjection? {
        guard let location else { return .unplaced }
        guard let place else { return .placeNotSet }
        let kilometres = location.distance(to: place)
        if kilometres > Self.reach { return .elsewhere(location, kilometres: kilometres) }
        // In a format without a year, each day has its own.
        if let year, year != date.year { return .otherYear(year) }
        return nil
    }
}

/// Why a bundled timetable is not valid.
package enum BundleObjection: Sendable, Hashable, CustomStringConvertible {
    /// It does not say for which place it is.
    case unplaced
    case placeNotSet
    /// Its own place, and how far the mosque is from it.
    case elsewhere(Coordinates, kilometres: Double)
    case otherYear(Int)

    package var description: String {
        switch self {
        case .unplaced:
            "the bundled timetable does not say for which place it is; it needs "
                + "\"location\": {\"latitude\": …, \"longitude\": …}"
        case .placeNotSet: "the bundled timetable is valid only at its own place, and no place is set in the config"
        case .elsewhere(let location, let kilometres):
            "the bundled timetable is of \(location.latitude), \(location.longitude), \(Self.text(kilometres)) km "
                + "away; it is valid within \(Self.text(BundleScope.reach)) km"
        case .otherYear(let year): "the bundled timetable is of \(year), and is not valid in another year"
        }
    }

    /// A whole number from 10 on, otherwise with one decimal. Rounded up, so a distance above the limit never reads as
    /// if within it.
    private static func text(_ kilometres: Double) -> String {
        let tenths = kilometres < 10 ? (kilometres * 10).rounded(.up) : kilometres.rounded(.up) * 10
        return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths / 10))" : "\(tenths / 10)"
    }
}
