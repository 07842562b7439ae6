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
    /// AlAdhan's id of the method, accepted as a name; nil where it has none.
    package let number: Int?
    /// Who computes so, in English.
    package let authority: String
    /// How far the sun stands below the horizon at Fajr.
    package let fajrAngle: Angle
    package let isha: Isha
    /// How far it stands below the horizon at Maghrib; nil where Maghrib begins at sunset.
    package let maghribAngle: Angle?
    /// Minutes by which Isha is later in Ramadan, where the authority has it so and the mosque does not switch it off.
    package let ishaLaterInRamadan: Int
    /// Whether Fajr and Isha are bound by the Moonsighting Committee's function of latitude and season (`Shafaq`).
    package let isSeasonal: Bool
    package let sunTaken: SunTaken
    /// The authority's own margins, in minutes; the mosque's offsets come on top.
    package let adjustments: PrayerOffsets
    /// The authority's own rule for high latitudes, for a suggestion; what holds is the mosque's choice.
    package let customaryRule: HighLatitudeRule?
    /// Where the values come from, and what they were checked against.
    package let source: String

    init(
        name: String,
        number: Int?,
        authority: String,
        fajr: Double,
        isha: Isha,
        maghrib: Double? = nil,
        ishaLaterInRamadan: Int = 0,
        isSeasonal: Bool = false,
        sunTaken: SunTaken = .atEachEvent,
        adjustments: PrayerOffsets = .none,
        customaryRule: HighLatitudeRule? = nil,
        source: String
    ) {
        (self.name, self.number, self.authority) = (name, number, authority)
        (self.fajrAngle, self.isha, self.maghribAngle) = (.degrees(fajr), isha, maghrib.map { .degrees($0) })
        (self.ishaLaterInRamadan, self.isSeasonal, self.sunTaken) = (ishaLaterInRamadan, isSeasonal, sunTaken)
        (self.adjustments, self.customaryRule, self.source) = (adjustments, customaryRule, source)
    }

    /// - Parameter name: or AlAdhan's number for it.
    /// - Throws: `UnknownMethod`, which lists the names there are.
    package static func named(_ name: String) throws(UnknownMethod) -> CalculationMethod {
        guard let method = all.first(where: { $0.answers(to: name) }) else { throw UnknownMethod(name: name) }
        return method
    }

    /// Whether it is called so, by name or by AlAdhan's number.
    package func answers(to name: String) -> Bool { self.name == name || number.map { String($0) } == name }
}

package struct UnknownMethod: Error, Equatable, CustomStringConvertible {
    package let name: String

    package var description: String {
        let known = CalculationMethod.all.map(\.name).joined(separator: ", ")
        return "there is no calculation method '\(name)'; the methods are \(known)"
    }
}
