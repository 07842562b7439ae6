/// The six times of a day, in their order. Sunrise is a time, not a prayer: nothing is called at it.
package enum Prayer: String, CaseIterable, Sendable, Hashable, Codable {
    case fajr, sunrise, dhuhr, asr, maghrib, isha

    /// The five that are called.
    package static let called: [Prayer] = [.fajr, .dhuhr, .asr, .maghrib, .isha]
}
