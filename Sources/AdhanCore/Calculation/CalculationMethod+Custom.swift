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

    /// - Throws: `InvalidValue`, quoting the value, if one is out of range or Maghrib's angle is not above Isha's.
    package func method() throws(InvalidValue) -> CalculationMethod {
        for (name, angle) in [("fajr", fajrAngle), ("isha", ishaAngle), ("maghrib", maghribAngle ?? 1)]
        where !Self.angles.contains(angle) {
            throw InvalidValue("\(angle) is not an angle for \(name); it is 1 to 25 degrees below the horizon")
        }
        if let ishaMinutes, !Self.spans.contains(ishaMinutes) {
            throw InvalidValue("\(ishaMinutes) minutes from Maghrib to Isha are not possible; it is 1 to 180")
        }
        if let maghribAngle, ishaMinutes == nil, maghribAngle >= ishaAngle {
            let words = "would not be before Isha at \(ishaAngle); the deeper angle is the later time"
            throw InvalidValue("Maghrib at \(maghribAngle) degrees \(words)")
        }
        return CalculationMethod(self)
    }
}

extension CalculationMethod {
    /// The custom method with its default values: the Muslim World League's angles.
    package static let custom = CalculationMethod(CustomMethod())

    fileprivate init(_ custom: CustomMethod) {
        self.init(
            name: "custom",
            number: 99,
            authority: "the mosque itself",
            fajr: custom.fajrAngle,
            isha: custom.ishaMinutes.map { .minutesAfterMaghrib($0) } ?? .angle(.degrees(custom.ishaAngle)),
            maghrib: custom.maghribAngle,
            source: "[calculation.custom] of the config"
        )
    }
}
