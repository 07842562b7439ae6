/// How an authority computes its times, apart from what the mosque decides for itself (madhab, high latitudes, offsets).
package struct CalculationMethod: Sendable, Hashable {
    /// When Isha begins.
    package enum Isha: Sendable, Hashable {
        /// When the sun stands that far below the horizon.
        case angle(Angle)
        /// That long after the authority's Maghrib.
        case minutesAfterMaghrib(Int)
    }

    /// At which moment the sun's declination and the equation of time are taken.
    package enum SunTaken: Sendable, Hashable {
        /// At each event's own: what the sun does.
        case atEachEvent
        /// At 0h UTC of the date, for the whole day: what an almanac with one line a day gives.
        case atMidnightUTC
    }

    /// The word for it in the config, on the command line and in tables, for example `umm-al-qura`.
    package let name: String
    /// Who computes so, in English.
    package let authority: String
    /// How far the sun stands below the horizon at Fajr.
    package let fajrAngle: Angle
    package let isha: Isha
    package let sunTaken: SunTaken
    /// The authority's own margins, in minutes; the mosque's offsets come on top.
    package let adjustments: PrayerOffsets
    /// Where the values come from.
    package let source: String

    init(
        name: String,
        authority: String,
        fajr: Double,
        isha: Isha,
        sunTaken: SunTaken = .atEachEvent,
        adjustments: PrayerOffsets = .none,
        source: String
    ) {
        (self.name, self.authority, self.fajrAngle, self.isha) = (name, authority, .degrees(fajr), isha)
        (self.sunTaken, self.adjustments, self.source) = (sunTaken, adjustments, source)
    }

    /// - Throws: `UnknownMethod`, which lists the names there are.
    package static func named(_ name: String) throws(UnknownMethod) -> CalculationMethod {
        guard let method = all.first(where: { $0.name == name }) else { throw UnknownMethod(name: name) }
        return method
    }
}

package struct UnknownMethod: Error, Equatable, CustomStringConvertible {
    package let name: String

    package var description: String {
        let known = CalculationMethod.all.map(\.name).joined(separator: ", ")
        return "there is no calculation method '\(name)'; the methods are \(known)"
    }
}
