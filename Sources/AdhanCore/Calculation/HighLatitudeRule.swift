/// What holds where the summer night is too short for the sun to reach the angle of Fajr or Isha, or reaches it unduly
/// far into the night.
///
/// The night of Fajr is the one before it, that of Isha the one after it, each from sunset to sunrise. Isha by minutes
/// after Maghrib is left alone.
package enum HighLatitudeRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// Fajr not before the middle of the night, Isha not after it.
    case middleOfNight = "middle-of-night"
    /// Fajr not before the last seventh of the night, Isha not after the first.
    case seventhOfNight = "seventh-of-night"

    /// The part of the night that Isha may take from its beginning, and Fajr from its end.
    var portion: Double {
        switch self {
        case .middleOfNight: 1 / 2
        case .seventhOfNight: 1 / 7
        }
    }
}
