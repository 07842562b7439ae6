/// Where the sun's centre stands when its upper limb appears or disappears.
enum Horizon {
    /// At sea level: 34′ of refraction and 16′ of radius below the horizon (Meeus, *Astronomical Algorithms*, 2nd ed.,
    /// ch. 15, p. 102).
    static let depression = 0.8333

    /// How much lower the horizon lies, and the sun behind it, seen from a height with open country around: 2.12′ for the
    /// square root of the metres, refraction included (*Explanatory Supplement to the Astronomical Almanac*, 1992, p. 484).
    ///
    /// - Parameter elevation: metres above the country around; below it the level counts.
    static func dip(elevation: Double) -> Angle { .degrees(2.12 / 60 * max(elevation, 0).squareRoot()) }
}
