import Glibc

extension Coordinates {
    /// The mean radius of the earth, in kilometres (IUGG).
    private static let earthRadius = 6371.0088

    /// The great-circle distance to another place, in kilometres, 0…20016, at sea level.
    ///
    /// The haversine formula (R. W. Sinnott, *Virtues of the Haversine*, Sky and Telescope 68, 1984, p. 159), which
    /// stays accurate for places close together. Treating the earth as a sphere causes an error of at most half a
    /// percent.
    package func distance(to other: Coordinates) -> Double {
        let north = Angle(degrees: (other.latitude - latitude) / 2).sine
        let east = Angle(degrees: (other.longitude - longitude) / 2).sine
        let (here, there) = (Angle(degrees: latitude).cosine, Angle(degrees: other.latitude).cosine)
        // Rounding may make it greater than 1 for opposite places.
        let haversine = min(1, north * north + here * there * east * east)
        return 2 * Self.earthRadius * asin(haversine.squareRoot())
    }
}
