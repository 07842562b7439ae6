import Glibc

/// The latitude whose sun is used on days on which the sun does not rise or set, or only just does.
///
/// It is the nearest latitude towards the equator where the noon sun is high enough to divide the afternoon and the
/// midnight sun low enough to leave a night. The limit moves with the declination, so the times change from the place's
/// own sun to the estimate and back without a jump.
enum UsableLatitude {
    /// The sun's minimum noon altitude in midwinter, in degrees. It leaves some 90 minutes from sunrise to Dhuhr and at
    /// least 6 from Dhuhr to Asr, which comes closer to noon as the sun gets lower.
    private static let winterMargin = 0.75
    /// The sun's minimum depression at midnight in midsummer, in degrees: a night of 2¼ hours, long enough for Maghrib,
    /// Isha and Fajr.
    private static let summerMargin = 1.75
    /// The obliquity of the ecliptic, in degrees: the maximum of the declination.
    private static let tropic = 23.44

    /// The latitude to use; nil if the place's own is usable.
    ///
    /// - Parameter dip: of the horizon below the horizontal; a night needs the sun below the horizon.
    static func nearest(to latitude: Latitude, sineOfDeclination: Double, dip: Angle) -> Latitude? {
        guard abs(latitude.degrees) > 90 - 23.5 - summerMargin - dip.degrees else { return nil }
        let season = latitude.hemisphere * Angle(radians: asin(sineOfDeclination)).degrees
        // The margin changes linearly over the year: at the equinoxes a step would make the poles jump.
        let summer = min(max((season / tropic + 1) / 2, 0), 1)
        let margin = winterMargin + (summerMargin + dip.degrees - winterMargin) * summer
        let limit = 90 - abs(season) - margin
        return abs(latitude.degrees) <= limit ? nil : Latitude(degrees: latitude.hemisphere * limit)
    }
}

/// A latitude with its sine and cosine, which the calculation of a day uses many times.
struct Latitude: Sendable, Hashable {
    /// −90…90, north positive.
    let degrees: Double
    let sine, cosine: Double

    init(degrees: Double) {
        let angle = Angle(degrees: degrees)
        // Exactly at a pole the hour angle is undefined. This moves the place by less than a metre.
        (self.degrees, sine, cosine) = (degrees, angle.sine, max(angle.cosine, 1e-7))
    }

    /// 1 in the north, −1 in the south.
    var hemisphere: Double { degrees < 0 ? -1 : 1 }
}

/// The altitude of the sun's centre when its upper limb appears or disappears.
enum Horizon {
    /// At sea level: 34′ of refraction and 16′ of radius below the horizon (Meeus, *Astronomical Algorithms*, 2nd ed.,
    /// ch. 15, p. 102).
    static let depression = 0.8333

    /// The extra dip of the horizon seen from a height above open country: 2.12′ times the square root of the metres,
    /// refraction included (*Explanatory Supplement to the Astronomical Almanac*, 1992, p. 484).
    ///
    /// - Parameter elevation: metres above the surrounding country; negative values count as 0.
    static func dip(elevation: Double) -> Angle { .degrees(2.12 / 60 * max(elevation, 0).squareRoot()) }
}
