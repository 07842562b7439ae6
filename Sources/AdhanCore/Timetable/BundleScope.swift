/// Where and when a bundled timetable is valid: near its own place, in its own year.
package struct BundleScope {
    /// The maximum distance from its place, in kilometres. Within it the times differ by less than half a minute,
    /// except in polar regions.
    private static let reach = 5.0

    private let location: Coordinates?
    private let year: Int?

    package init(_ timetable: WrittenTimetable) { (location, year) = (timetable.location, timetable.year) }

    /// Why it is not valid at a place (nil: not configured) on a date, as a sentence; nil if it is.
    package func objection(at place: Coordinates?, on date: CivilDate) -> String? {
        guard let location else {
            return "the bundled timetable does not say for which place it is; it needs "
                + "\"location\": {\"latitude\": …, \"longitude\": …}"
        }
        guard let place else {
            return "the bundled timetable is valid only at its own place, and no place is set in the config"
        }
        let kilometres = location.distance(to: place)
        if kilometres > Self.reach {
            return
                "the bundled timetable is of \(location.latitude), \(location.longitude), \(Self.text(kilometres)) km "
                + "away; it is valid within \(Self.text(Self.reach)) km"
        }
        // In a format without a year, each day has its own.
        guard let year, year != date.year else { return nil }
        return "the bundled timetable is of \(year), and is not valid in another year"
    }

    /// A whole number from 10 on, otherwise with one decimal. Rounded up, so a distance above the limit never reads as
    /// if within it.
    private static func text(_ kilometres: Double) -> String {
        let tenths = kilometres < 10 ? (kilometres * 10).rounded(.up) : kilometres.rounded(.up) * 10
        return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths / 10))" : "\(tenths / 10)"
    }
}
