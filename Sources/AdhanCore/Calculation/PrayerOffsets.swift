/// Whole minutes added to each of the six times; negative is earlier.
package struct PrayerOffsets: Sendable, Hashable {
    /// The allowed offsets. With three hours, the six times of every day still fit in order.
    package static let range = -180...180

    package static let none = PrayerOffsets()

    private let fajr, sunrise, dhuhr, asr, maghrib, isha: Int

    /// - Parameter minutes: by prayer; a missing prayer gets 0.
    /// - Throws: `PrayerOffsetsError` if one is outside `range`.
    package init(_ minutes: [Prayer: Int]) throws(PrayerOffsetsError) {
        for prayer in Prayer.allCases {
            let value = minutes[prayer, default: 0]
            guard Self.range.contains(value) else { throw PrayerOffsetsError(prayer: prayer, minutes: value) }
        }
        self.init(
            fajr: minutes[.fajr, default: 0],
            sunrise: minutes[.sunrise, default: 0],
            dhuhr: minutes[.dhuhr, default: 0],
            asr: minutes[.asr, default: 0],
            maghrib: minutes[.maghrib, default: 0],
            isha: minutes[.isha, default: 0]
        )
    }

    /// For the authorities' own margins, which are constants in this source and need no check.
    init(fajr: Int = 0, sunrise: Int = 0, dhuhr: Int = 0, asr: Int = 0, maghrib: Int = 0, isha: Int = 0) {
        (self.fajr, self.sunrise, self.dhuhr) = (fajr, sunrise, dhuhr)
        (self.asr, self.maghrib, self.isha) = (asr, maghrib, isha)
    }

    /// The minutes of one prayer.
    package subscript(_ prayer: Prayer) -> Int {
        switch prayer {
        case .fajr: fajr
        case .sunrise: sunrise
        case .dhuhr: dhuhr
        case .asr: asr
        case .maghrib: maghrib
        case .isha: isha
        }
    }
}

package struct PrayerOffsetsError: Error, Equatable, CustomStringConvertible {
    package let prayer: Prayer
    package let minutes: Int

    package var description: String {
        "an offset of \(minutes) minutes for \(prayer.rawValue) is too large;"
            + " it is \(PrayerOffsets.range.lowerBound) to \(PrayerOffsets.range.upperBound)"
    }
}
