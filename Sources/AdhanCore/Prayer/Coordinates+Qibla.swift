import Glibc

extension Coordinates {
    /// The Kaaba.
    private static let kaaba = (latitude: Angle(degrees: 21.4225), longitude: 39.8262)

    /// The direction of the Kaaba along the great circle, clockwise from true north, 0°..<360°.
    ///
    /// The four-parts formula for the spherical triangle of place, Kaaba and pole (W. M. Smart, *Textbook on Spherical
    /// Astronomy*, ch. I). Treating the earth as a sphere causes an error of less than a fifth of a degree. At the
    /// Kaaba and opposite it every direction is right; north is returned.
    package var qibla: Angle {
        let place = Angle(degrees: latitude)
        let east = Angle(degrees: Self.kaaba.longitude - longitude)
        let across = east.sine * Self.kaaba.latitude.cosine
        let ahead = place.cosine * Self.kaaba.latitude.sine - place.sine * Self.kaaba.latitude.cosine * east.cosine
        guard abs(across) > 1e-9 || abs(ahead) > 1e-9 else { return Angle(degrees: 0) }
        return Angle(radians: atan2(across, ahead)).normalized
    }
}
