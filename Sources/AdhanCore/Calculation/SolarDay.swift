/// What the sun does over one place from one midnight of the sun to the next: its noon, rising and setting, and the
/// altitudes that prayers ask for. Times are UTC seconds since 1970.
struct SolarDay {
    /// The sun's centre at sunrise and sunset at sea level: 34′ of refraction and 16′ of radius below the horizon (Meeus,
    /// *Astronomical Algorithms*, 2nd ed., ch. 15, p. 102).
    static let sinHorizon = Angle(degrees: -0.8333).sine

    let sun: DiurnalSun
    /// When the sun's upper limb appears and disappears.
    let sunrise, sunset: Double

    /// When the sun crosses the meridian.
    var transit: Double { sun.transit }
    /// Whether another latitude had to stand in, since the sun does not rise and set usably here (`UsableLatitude`).
    var isEstimated: Bool { sun.isEstimated }

    init(_ sun: DiurnalSun) {
        let sinHorizon = Self.sinHorizon
        let quarter = 21_600.0
        self.sun = sun
        sunrise =
            sun.time(.beforeNoon, near: sun.transit - quarter, clamped: true) { _ in sinHorizon }
            ?? sun.transit - quarter
        sunset =
            sun.time(.afterNoon, near: sun.transit + quarter, clamped: true) { _ in sinHorizon }
            ?? sun.transit + quarter
    }

    /// When the sun stands that far below the horizon before sunrise; nil where it never does.
    func dawn(at depression: Angle) -> Double? {
        let sine = -depression.sine
        return sun.time(.beforeNoon, near: sunrise - 5400) { _ in sine }
    }

    /// When the sun stands that far below the horizon after sunset; nil where it never does.
    func dusk(at depression: Angle) -> Double? {
        let sine = -depression.sine
        return sun.time(.afterNoon, near: sunset + 5400) { _ in sine }
    }

    /// When a shadow has grown, since noon, by `shadow` times the length of what casts it.
    ///
    /// At noon the sun is |φ − δ| from the zenith and the shadow tan |φ − δ|, so that cot h = shadow + tan |φ − δ|.
    func asr(shadow: Double) -> Double {
        let latitude = sun.latitude
        let found = sun.time(.afterNoon, near: (transit + sunset) / 2, clamped: true) { declination in
            let cotangent = shadow + (latitude - declination).magnitude.tangent
            return 1 / (1 + cotangent * cotangent).squareRoot()
        }
        return found ?? transit
    }
}
