import Glibc

/// The sun as seen from the earth's centre.
///
/// Formulas from Jean Meeus, *Astronomical Algorithms*, second edition (1998). The low accuracy of chapter 25, 0.01° in
/// longitude, changes a time by a few seconds up to 60° of latitude.
package struct SolarPosition: Sendable, Hashable {
    /// The apparent longitude λ, referred to the true equinox of the date.
    package let apparentLongitude: Angle
    /// The sine of the apparent declination.
    let sineOfDeclination: Double
    var cosineOfDeclination: Double { (1 - sineOfDeclination * sineOfDeclination).squareRoot() }
    /// Apparent minus mean solar time, in seconds; positive if the sundial is ahead.
    package let equationOfTime: Double

    /// The apparent declination δ, north positive.
    package var declination: Angle { Angle(radians: asin(sineOfDeclination)) }

    /// - Parameter julianDay: the Julian Ephemeris Day (Meeus, ch. 7, p. 61). Universal Time is close enough: it
    ///   differs from dynamical time by about a minute in this age, which changes δ by less than 2″.
    package init(julianDay: Double) {
        // Ch. 25, p. 163: centuries since J2000.0, the mean longitude L₀, the mean anomaly M and the eccentricity e.
        let t = (julianDay - 2_451_545) / 36_525
        let meanLongitude = Angle(degrees: 280.46646 + t * (36_000.76983 + t * 0.000_3032))
        let anomaly = Angle(degrees: 357.52911 + t * (35_999.05029 - t * 0.000_1537))
        let eccentricity = 0.016_708_634 - t * (0.000_042_037 + t * 0.000_000_1267)
        let (sinM, cosM) = (anomaly.sine, anomaly.cosine)
        let sin2M = 2 * sinM * cosM
        let sin3M = sinM * (3 - 4 * sinM * sinM)

        // P. 164: the equation of the centre, then the longitude corrected for nutation and aberration.
        let centre =
            sinM * (1.914602 - t * (0.004817 + t * 0.000014)) + sin2M * (0.019993 - t * 0.000101) + sin3M * 0.000289
        let node = Angle(degrees: 125.04 - 1934.136 * t)
        apparentLongitude = meanLongitude + Angle(degrees: centre - 0.00569 - 0.00478 * node.sine)

        // Ch. 22, p. 147, formula 22.2, with the correction of ch. 25, p. 165; then δ by formula 25.7.
        let obliquity = Angle(
            degrees: 23.439_291_1 - t * (0.013_004_167 + t * (0.000_000_1639 - t * 0.000_000_5036))
                + 0.00256 * node.cosine
        )
        sineOfDeclination = obliquity.sine * apparentLongitude.sine

        // Ch. 28, p. 185, formula 28.3 (W. M. Smart), in radians; converted at 240 seconds of time per degree.
        let halfTangent = tan(obliquity.radians / 2)
        let y = halfTangent * halfTangent
        let (sinL, cosL) = (meanLongitude.sine, meanLongitude.cosine)
        let (sin2L, cos2L) = (2 * sinL * cosL, 1 - 2 * sinL * sinL)
        let smart =
            y * sin2L - 2 * eccentricity * sinM + 4 * eccentricity * y * sinM * cos2L - y * y * sin2L * cos2L
            - 1.25 * eccentricity * eccentricity * sin2M
        equationOfTime = Angle(radians: smart).degrees * 240
    }

    /// The position at 0h of a UTC day.
    ///
    /// - Parameter midnight: days since 1970-01-01, which began at JD 2440587.5.
    init(midnight: Int) {
        self.init(julianDay: Double(midnight) + 2_440_587.5)
    }
}
