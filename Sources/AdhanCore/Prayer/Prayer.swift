/// The six times of a day, in order. Sunrise is a time but not a prayer: nothing is called at sunrise.
package enum Prayer: String, CaseIterable, Sendable, Hashable, Codable {
    case fajr, sunrise, dhuhr, asr, maghrib, isha

    /// The five prayers that are called.
    package static let called: [Prayer] = [.fajr, .dhuhr, .asr, .maghrib, .isha]
}
