/// Whole minutes added to each of the six times; negative is earlier.
package typealias PrayerOffsets = PerPrayer<Int>

extension PrayerOffsets {
    /// The allowed offsets. With three hours, the six times of every day still fit in order.
    package static let range = -180...180

    package static var none: PrayerOffsets { PrayerOffsets(fajr: 0) }

    /// A missing prayer gets 0. Nil if one is outside `range`.
    package init?(_ minutes: [Prayer: Int]) {
        guard minutes.values.allSatisfy(Self.range.contains) else { return nil }
        self = .none
        for (prayer, value) in minutes { self[prayer] = value }
    }

    init(fajr: Int = 0, sunrise: Int = 0, dhuhr: Int = 0, asr: Int = 0, maghrib: Int = 0, isha: Int = 0) {
        self.init(fajr, sunrise, dhuhr, asr, maghrib, isha)
    }
}
