/// The sun over the days around one midnight: declination and equation of time as smooth functions of the time.
///
/// Each is the parabola through three midnights (Meeus, *Astronomical Algorithms*, 2nd ed., ch. 3, p. 24, formula 3.3);
/// a year of days so costs one solar position a day.
struct SolarCourse {
    /// Days since 1970-01-01 of the middle midnight.
    let midnight: Int
    private let first, second, third: SolarPosition

    init(around midnight: Int) {
        self.init(
            midnight,
            SolarPosition(midnight: midnight - 1),
            SolarPosition(midnight: midnight),
            SolarPosition(midnight: midnight + 1)
        )
    }

    private init(_ midnight: Int, _ first: SolarPosition, _ second: SolarPosition, _ third: SolarPosition) {
        (self.midnight, self.first, self.second, self.third) = (midnight, first, second, third)
    }

    /// The course around the next midnight.
    var next: SolarCourse {
        SolarCourse(midnight + 1, second, third, SolarPosition(midnight: midnight + 2))
    }

    /// The declination at a time, in UTC seconds since 1970, within a day and a half of the middle midnight.
    func declination(at time: Double) -> Angle {
        Angle(
            radians: interpolate(
                first.declination.radians,
                second.declination.radians,
                third.declination.radians,
                at: time
            )
        )
    }

    /// Apparent minus mean solar time, in seconds, at such a time.
    func equationOfTime(at time: Double) -> Double {
        interpolate(first.equationOfTime, second.equationOfTime, third.equationOfTime, at: time)
    }

    private func interpolate(_ one: Double, _ two: Double, _ three: Double, at time: Double) -> Double {
        let n = time / 86_400 - Double(midnight)
        let (a, b) = (two - one, three - two)
        return two + n / 2 * (a + b + n * (b - a))
    }
}
