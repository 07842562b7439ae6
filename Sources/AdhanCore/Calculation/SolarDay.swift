/// What the sun does over one place from one midnight of the sun to the next: its noon, rising and setting, and the
/// altitudes that prayers ask for. Times are UTC seconds since 1970.
struct SolarDay {
    let sun: DiurnalSun
    /// When the sun's upper limb appears and disappears.
    let sunrise, sunset: Double

    /// When the sun crosses the meridian.
    var transit: Double { sun.transit }
    /// Whether another latitude had to stand in, since the sun does not rise and set usably here (`UsableLatitude`).
    var isEstimated: Bool { sun.isEstimated }

    /// - Parameter horizon: the sine of the altitude at which the sun's centre stands at sunrise and sunset.
    init(_ sun: DiurnalSun, horizon: Double) {
        let quarter = 21_600.0
        self.sun = sun
        sunrise = sun.time(.beforeNoon, clamped: true) { _ in horizon } ?? sun.transit - quarter
        sunset = sun.time(.afterNoon, clamped: true) { _ in horizon } ?? sun.transit + quarter
    }

    /// When the sun stands that far below the horizon before sunrise; nil where it never does.
    ///
    /// - Parameter sine: of the depression.
    func dawn(sine: Double) -> Double? { sun.time(.beforeNoon) { _ in -sine } }

    /// When the sun stands that far below the horizon after sunset; nil where it never does.
    func dusk(sine: Double) -> Double? { sun.time(.afterNoon) { _ in -sine } }

    /// When a shadow has grown, since noon, by `shadow` times the length of what casts it.
    ///
    /// At noon the sun is |φ − δ| from the zenith and the shadow tan |φ − δ|, so that cot h = shadow + tan |φ − δ|.
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
