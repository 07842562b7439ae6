/// The rule for summer nights in which the sun never reaches the angle of Fajr or Isha, or reaches it very late.
///
/// Fajr uses the night before it, Isha the night after it, each from sunset to sunrise. Isha in minutes after Maghrib
/// is not changed. The rules are the same in both hemispheres.
package enum HighLatitudeRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// Fajr not before the middle of the night, Isha not after it.
    case middleOfNight = "middle-of-night"
    /// Fajr not before the last seventh of the night, Isha not after the first.
    case seventhOfNight = "seventh-of-night"
    /// The share of the night is the angle divided by 60°: for 18°, three tenths.
    case angle
    /// Aqrab al-bilad: the share of the night that twilight takes, on that day, at the nearest latitude where the sun
    /// goes far enough below the horizon.
    case nearestLatitude = "nearest-latitude"
    /// Aqrab al-ayyam: the share of the night that twilight took at the place itself, on the nearest day on which it
    /// ended.
    case nearestDay = "nearest-day"
    /// If twilight does not end: the share of the night that it takes at 45° on that day.
    case reference45 = "reference-45"
    /// The same at 48.5°, the highest latitude where 18° is reached all year.
    case reference48 = "reference-48.5"
    /// The Diyanet's rule, above 45°: Isha at a third of the night, at most 1 h 20 min after Maghrib. Fajr is that
    /// interval plus ten minutes before sunrise.
    case diyanet
    /// The angle wherever the sun reaches it; otherwise the middle of the night, when the sun comes nearest to it.
    case none

    /// The absolute latitude, in degrees, from which the rule applies if the mosque sets no limit. Below it, `none`
    /// applies.
    package var customaryLimit: Double {
        switch self {
        case .diyanet, .reference45: 45
        case .reference48: 48.5
        case .middleOfNight, .seventhOfNight, .angle, .nearestLatitude, .nearestDay, .none: 0
        }
    }

    /// The authority that decided the rule, or where it is described.
    package var source: String {
        switch self {
        case .middleOfNight, .seventhOfNight, .angle:
            "the usual ones of the libraries; the seventh is Ashraf Ali Thanwi's, Imdad al-Fatawa 2:98"
        case .nearestLatitude, .reference45, .reference48:
            "Fiqh Council of the Muslim World League, 9th session, Rajab 1406 (1986): the part of the night by analogy "
                + "with the nearest place where the signs can be told apart, for which it takes 45 degrees"
        case .nearestDay:
            "the hadith of the Dajjal (Muslim 2937) as jurists apply it: reckon by the nearest day that had the sign"
        case .diyanet:
            "Din Isleri Yuksek Kurulu on places beyond 45 degrees, with its decision of 31 May 2007, no. 48"
        case .none:
            "the angle alone; where twilight does not end, Fajr and Isha are both at the middle of the night, "
                + "a minute apart, marked as estimates"
        }
    }
}
