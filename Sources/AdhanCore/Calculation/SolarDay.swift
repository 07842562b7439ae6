/// The sun over one place from one solar midnight to the next: noon, sunrise, sunset, and when it reaches the altitudes
/// that define prayers. Times are UTC seconds since 1970.
struct SolarDay {
    let sun: DiurnalSun
    /// When the sun's upper limb appears and disappears.
    let sunrise, sunset: Double

    /// When the sun crosses the meridian.
    var transit: Double { sun.transit }
    /// Whether another latitude is used because sunrise and sunset are not usable here (`UsableLatitude`).
    var isEstimated: Bool { sun.isEstimated }

    /// - Parameter horizon: the sine of the altitude of the sun's centre at sunrise and sunset.
    init(_ sun: DiurnalSun, horizon: Double) {
        let quarter = 21_600.0
        self.sun = sun
        sunrise = sun.time(.beforeNoon, clamped: true) { _ in horizon } ?? sun.transit - quarter
        sunset = sun.time(.afterNoon, clamped: true) { _ in horizon } ?? sun.transit + quarter
    }

    /// When the sun is this far below the horizon before sunrise; nil if it never is.
    ///
    /// - Parameter sine: of the depression.
    func dawn(sine: Double) -> Double? { sun.time(.beforeNoon) { _ in -sine } }

    /// When the sun is this far below the horizon after sunset; nil if it never is.
    func dusk(sine: Double) -> Double? { sun.time(.afterNoon) { _ in -sine } }

    /// When a shadow has grown, since noon, by `shadow` times the length of its object.
    ///
    /// At noon the sun is |φ − δ| from the zenith and the shadow is tan |φ − δ|. Hence cot h = shadow + tan |φ − δ|.
    func asr(shadow: Double) -> Double {
        let latitude = sun.latitude
        let found = sun.time(.afterNoon, clamped: true) { sun in
            let (sine, cosine) = (sun.sineOfDeclination, sun.cosineOfDeclination)
            let tangent =
                (latitude.sine * cosine - latitude.cosine * sine) / (latitude.cosine * cosine + latitude.sine * sine)
            let cotangent = shadow + abs(tangent)
            return 1 / (1 + cotangent * cotangent).squareRoot()
        }
        return found ?? transit
    }
}
