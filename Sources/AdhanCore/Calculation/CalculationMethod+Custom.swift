/// The numbers of a method of the mosque's own.
package struct CustomMethod: Sendable, Hashable {
    /// What an angle below the horizon can be, in degrees. From 1° on, the time is a minute or more from sunrise or sunset.
    package static let angles: ClosedRange<Double> = 1...25
    /// What the span from Maghrib to Isha can be, in minutes.
    package static let spans: ClosedRange<Int> = 1...180

    /// Degrees below the horizon.
    package var fajrAngle = 18.0
    package var ishaAngle = 17.0
    /// Minutes from Maghrib to Isha; nil where the angle counts.
    package var ishaMinutes: Int?
    /// Degrees below the horizon; nil where Maghrib begins at sunset.
    package var maghribAngle: Double?

    package init() {}

    /// - Throws: `CustomMethodError`, which quotes the value, where one is out of its range or Maghrib's angle not above
    ///   Isha's.
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

/// Why a mosque's own method cannot be.
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
    /// The custom method before the mosque has said anything: the Muslim World League's angles.
    package static let custom = CalculationMethod(
        name: "custom",
        number: 99,
        authority: "the mosque itself",
        fajr: CustomMethod().fajrAngle,
        isha: .angle(.degrees(CustomMethod().ishaAngle)),
        source: "[calculation.custom] of the config"
    )
}
