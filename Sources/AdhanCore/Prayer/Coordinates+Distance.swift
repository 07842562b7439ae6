import Glibc

extension Coordinates {
    /// The mean radius of the earth, in kilometres (IUGG).
    private static let earthRadius = 6371.0088

    /// How far another place is along the great circle, in kilometres, 0…20016; both at the height of the sea.
    ///
    /// The haversine formula (R. W. Sinnott, *Virtues of the Haversine*, Sky and Telescope 68, 1984, p. 159), which loses no
    /// digits where the places are close together. The earth as a sphere turns it by half a percent at most.
    package func distance(to other: Coordinates) -> Double {
        let north = Angle(degrees: (other.latitude - latitude) / 2).sine
        let east = Angle(degrees: (other.longitude - longitude) / 2).sine
        let (here, there) = (Angle(degrees: latitude).cosine, Angle(degrees: other.latitude).cosine)
        // Rounding may carry it past 1 where the places are opposite each other.
        let haversine = min(1, north * north + here * there * east * east)
        return 2 * Self.earthRadius * asin(haversine.squareRoot())
    }
}
