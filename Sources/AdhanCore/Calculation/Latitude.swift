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
