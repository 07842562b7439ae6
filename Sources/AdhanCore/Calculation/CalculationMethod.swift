/// How an authority computes its times. The mosque's own choices (madhab, high latitudes, offsets) are not part of it.
package struct CalculationMethod: Sendable, Hashable {
    package enum Isha: Sendable, Hashable {
        /// When the sun is this far below the horizon.
        case angle(Angle)
        /// This many minutes after the authority's Maghrib.
        case minutesAfterMaghrib(Int)
    }

    /// The moment for which the sun's declination and the equation of time are computed.
    package enum SunTaken: Sendable, Hashable {
        /// Each event's own moment: the sun's true position.
        case atEachEvent
        /// 0h UTC of the date, for the whole day: as in an almanac with one line per day.
        case atMidnightUTC
    }

    /// The name in the config, on the command line and in tables, for example `umm-al-qura`.
    package let name: String
    /// AlAdhan's id of the method, also accepted as a name. Not optional, so that AlAdhan is never asked for another
    /// method.
    package let number: Int
    /// The authority's name in English.
    package let authority: String
    /// How far the sun is below the horizon at Fajr.
    package let fajrAngle: Angle
    package let isha: Isha
    /// How far the sun is below the horizon at Maghrib; nil if Maghrib begins at sunset.
    package let maghribAngle: Angle?
    /// Minutes added to Isha in Ramadan, if the authority does so and the mosque has not turned it off.
    package let ishaLaterInRamadan: Int
    /// Whether Fajr and Isha are limited by the Moonsighting Committee's function of latitude and season (`Shafaq`).
    package let isSeasonal: Bool
    package let sunTaken: SunTaken
    /// How the authority rounds, before the margins. The mosque's choice counts above it.
    package let rounding: Rounding
    /// The authority's own margins, in minutes. The mosque's offsets are added to them.
    package let adjustments: PrayerOffsets
    /// The authority's own rule for high latitudes, used only as a suggestion. The mosque's choice counts.
    package let customaryRule: HighLatitudeRule?
    /// The origin of the values, and what they were checked against.
    package let source: String

    init(
        name: String,
        number: Int,
        authority: String,
        fajr: Double,
        isha: Isha,
        maghrib: Double? = nil,
        ishaLaterInRamadan: Int = 0,
        isSeasonal: Bool = false,
        sunTaken: SunTaken = .atEachEvent,
        rounding: Rounding = .nearest,
        adjustments: PrayerOffsets = .none,
        customaryRule: HighLatitudeRule? = nil,
        source: String
    ) {
        (self.name, self.number, self.authority, self.source) = (name, number, authority, source)
        (self.fajrAngle, self.isha, self.maghribAngle) = (.degrees(fajr), isha, maghrib.map { .degrees($0) })
        (self.ishaLaterInRamadan, self.isSeasonal, self.sunTaken) = (ishaLaterInRamadan, isSeasonal, sunTaken)
        (self.rounding, self.adjustments, self.customaryRule) = (rounding, adjustments, customaryRule)
    }

    /// Every method, in listing order. The numbers are published by the authorities or, where the source says so,
    /// fitted to their tables.
    package static let all: [CalculationMethod] = [
        .mwl, .isna, .egypt, .karachi, .ummAlQura, .dubai, .gulf, .kuwait, .qatar, .singapore, .jakim, .kemenag,
        .turkey, .tehran, .jafari, .france, .russia, .algeria, .tunisia, .morocco, .jordan, .portugal, .moonsighting,
        .custom,
    ]

    /// - Throws: `InvalidValue`, which lists the valid names.
    package static func named(_ name: String) throws(InvalidValue) -> CalculationMethod {
        if let method = all.first(where: { $0.answers(to: name) }) { return method }
        let known = all.map(\.name).joined(separator: ", ")
        throw InvalidValue("there is no calculation method '\(name)'; the methods are \(known)")
    }

    /// Whether this is the method's name or AlAdhan's number for it.
    package func answers(to name: String) -> Bool { self.name == name || String(number) == name }
}
