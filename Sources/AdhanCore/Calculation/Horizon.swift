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
