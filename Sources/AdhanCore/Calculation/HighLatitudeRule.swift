/// What holds where the summer night is too short for the sun to reach the angle of Fajr or Isha, or reaches it unduly
/// far into the night.
///
/// The night of Fajr is the one before it, that of Isha the one after it, each from sunset to sunrise. Isha by minutes
/// after Maghrib is left alone. All of it holds in the southern hemisphere as in the northern.
package enum HighLatitudeRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// Fajr not before the middle of the night, Isha not after it.
    case middleOfNight = "middle-of-night"
    /// Fajr not before the last seventh of the night, Isha not after the first.
    case seventhOfNight = "seventh-of-night"
    /// The part of the night that the angle is of 60°: 18° leaves three tenths.
    case angle
    /// Aqrab al-bilad: the part of the night that twilight takes at the nearest latitude where, on that day, the sun goes
    /// far enough below the horizon.
    case nearestLatitude = "nearest-latitude"
    /// Aqrab al-ayyam: the part of the night that twilight took at the place on the nearest day on which it ended.
    case nearestDay = "nearest-day"
    /// Where there is no end of twilight, the part of the night that it takes at 45° on that day.
    case reference45 = "reference-45"
    /// The same of 48.5°, the farthest latitude where 18° are reached all year.
    case reference48 = "reference-48.5"
    /// The Diyanet's, above 45°: Isha at a third of the night, at most 1 h 20 min after Maghrib; Fajr by the same span
    /// and ten minutes more before sunrise.
    case diyanet
    /// The angle wherever the sun reaches it; where it does not, the middle of the night, when it comes nearest.
    case none

    /// From which absolute latitude on, in degrees, the rule holds where the mosque sets no limit; below it, `none`.
    package var customaryLimit: Double {
        switch self {
        case .diyanet, .reference45: 45
        case .reference48: 48.5
        case .middleOfNight, .seventhOfNight, .angle, .nearestLatitude, .nearestDay, .none: 0
        }
    }

    /// Who decided it so, or where it is described.
    package var source: String {
        switch self {
        case .middleOfNight, .seventhOfNight, .angle:
            "the usual ones of the libraries; the seventh is Ashraf Ali Thanwi's, Imdad al-Fatawa 2:98"
        case .nearestLatitude, .reference45, .reference48:
            "Fiqh Council of the Muslim World League, 9th session, Rajab 1406 (1986): the part of the night by analogy with "
                + "the nearest place where the signs can be told apart, for which it takes 45 degrees"
        case .nearestDay:
            "the hadith of the Dajjal (Muslim 2937) as jurists apply it: reckon by the nearest day that had the sign"
        case .diyanet:
            "Din Isleri Yuksek Kurulu on places beyond 45 degrees, with its decision of 31 May 2007, no. 48"
        case .none:
            "the angle alone"
        }
    }
}
