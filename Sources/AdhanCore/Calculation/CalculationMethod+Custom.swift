/// The parameters of a method that the mosque defines itself.
package struct CustomMethod: Sendable, Hashable {
    /// The allowed angles below the horizon, in degrees. From 1° on, the time is at least a minute from sunrise or
    /// sunset.
    package static let angles: ClosedRange<Double> = 1...25
    /// The allowed intervals from Maghrib to Isha, in minutes.
    package static let spans: ClosedRange<Int> = 1...180

    /// Degrees below the horizon.
    package var fajrAngle = 18.0
    package var ishaAngle = 17.0
    /// Minutes from Maghrib to Isha; nil if Isha is defined by its angle.
    package var ishaMinutes: Int?
    /// Degrees below the horizon; nil if Maghrib begins at sunset.
    package var maghribAngle: Double?

    package init() {}

    /// - Throws: `CustomMethodError`, quoting the value, if one is out of range or Maghrib's angle is not above Isha's.
    package func method() throws(CustomMethodError) -> CalculationMethod {
        for (name, angle) in [("fajr", fajrAngle), ("isha", ishaAngle), ("maghrib", maghribAngle ?? 1)]
        where !Self.angles.contains(angle) { throw CustomMethodError.angle(of: name, angle) }
        if let ishaMinutes, !Self.spans.contains(ishaMinutes) { throw CustomMethodError.minutes(ishaMinutes) }
        if let maghribAngle, ishaMinutes == nil, maghribAngle >= ishaAngle {
            throw CustomMethodError.maghribBehindIsha(maghrib: maghribAngle, isha: ishaAngle)
        }
        return CalculationMethod(
            name: "custom",
            number: 99,
            authority: "the mosque itself",
            fajr: fajrAngle,
            isha: ishaMinutes.map { .minutesAfterMaghrib($0) } ?? .angle(.degrees(ishaAngle)),
            maghrib: maghribAngle,
            source: "[calculation.custom] of the config"
        )
    }
}

/// Why a mosque's own method is not valid.
package enum CustomMethodError: Error, Equatable, CustomStringConvertible {
    case angle(of: String, Double)
    case minutes(Int)
    case maghribBehindIsha(maghrib: Double, isha: Double)

    package var description: String {
        switch self {
        case .angle(let name, let value):
            "\(value) is not an angle for \(name); it is 1 to 25 degrees below the horizon"
        case .minutes(let value): "\(value) minutes from Maghrib to Isha are not possible; it is 1 to 180"
        case .maghribBehindIsha(let maghrib, let isha):
            "Maghrib at \(maghrib) degrees would not be before Isha at \(isha); the deeper angle is the later time"
        }
    }
}

extension CalculationMethod {
    /// The custom method with its default values: the Muslim World League's angles.
    package static let custom = CalculationMethod(
        name: "custom",
        number: 99,
        authority: "the mosque itself",
        fajr: CustomMethod().fajrAngle,
        isha: .angle(.degrees(CustomMethod().ishaAngle)),
        source: "[calculation.custom] of the config"
    )
}
