/// Where and when a timetable that came with adhand serves: at its own place, and in its own year.
package struct BundleScope: Sendable, Hashable {
    /// How far from its place, in kilometres: so far the times differ by less than half a minute, the polar regions apart.
    package static let reach = 5.0

    private let location: Coordinates?
    private let year: Int?

    package init(_ timetable: WrittenTimetable) { (location, year) = (timetable.location, timetable.year) }

    /// - Parameters:
    ///   - place: the mosque's; nil where nobody has said where it stands.
    ///   - date: on which it is to serve.
    /// - Returns: why it does not serve there and then; nil where it does.
    package func objection(at place: Coordinates?, on date: CivilDate) -> BundleObjection? {
        guard let location else { return .unplaced }
        guard let place else { return .placeNotSet }
        let kilometres = location.distance(to: place)
        if kilometres > Self.reach { return .elsewhere(location, kilometres: kilometres) }
        // In a shape that names no year each day says its own.
        if let year, year != date.year { return .otherYear(year) }
        return nil
    }
}

/// Why a bundled timetable does not serve.
package enum BundleObjection: Sendable, Hashable, CustomStringConvertible {
    /// It does not say of which place it is.
    case unplaced
    case placeNotSet
    /// Its own place, and how far away the mosque is from there.
    case elsewhere(Coordinates, kilometres: Double)
    case otherYear(Int)

    package var description: String {
        switch self {
        case .unplaced:
            "the bundled timetable does not say of which place it is; it needs "
                + "\"location\": {\"latitude\": …, \"longitude\": …}"
        case .placeNotSet: "the bundled timetable serves only at its own place, and no place is set in the config"
        case .elsewhere(let location, let kilometres):
            "the bundled timetable is of \(location.latitude), \(location.longitude), \(Self.text(kilometres)) km away; "
                + "it serves within \(Self.text(BundleScope.reach)) km"
        case .otherYear(let year): "the bundled timetable is of \(year), and serves in no other year"
        }
    }

    /// Whole from 10 on, else to the tenth; upwards, so that what is too far never reads as if it were not.
    private static func text(_ kilometres: Double) -> String {
        let tenths = kilometres < 10 ? (kilometres * 10).rounded(.up) : kilometres.rounded(.up) * 10
        return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths / 10))" : "\(tenths / 10)"
    }
}
