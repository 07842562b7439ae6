/// The sun on the days around a date: the sine and cosine of the declination and the equation of time as smooth
/// functions of time.
///
/// Each is a parabola through three midnights (Meeus, *Astronomical Algorithms*, 2nd ed., ch. 3, p. 24, formula 3.3)
/// that are four days apart, so a year costs only 92 solar positions. The neglected third difference changes the
/// equation of time by at most 0.1 seconds and the declination by at most 2″.
struct SolarCourse {
    private static let step = 4

    /// The middle midnight, in days since 1970-01-01. It is a multiple of the step: the result for a day does not
    /// depend on which day was asked for before.
    private let node: Int
    private let positions: (SolarPosition, SolarPosition, SolarPosition)
    private let sineOfDeclination, cosineOfDeclination, equationOfTime: Parabola

    /// - Parameter midnight: days since 1970-01-01; the course is valid within a day and a half of it.
    init(around midnight: Int) {
        let node = Self.node(of: midnight)
        self.init(
            node,
            SolarPosition(midnight: node - Self.step),
            SolarPosition(midnight: node),
            SolarPosition(midnight: node + Self.step)
        )
    }

    private init(_ node: Int, _ first: SolarPosition, _ second: SolarPosition, _ third: SolarPosition) {
        (self.node, positions) = (node, (first, second, third))
        sineOfDeclination = Parabola(first.sineOfDeclination, second.sineOfDeclination, third.sineOfDeclination)
        cosineOfDeclination = Parabola(first.cosineOfDeclination, second.cosineOfDeclination, third.cosineOfDeclination)
        equationOfTime = Parabola(first.equationOfTime, second.equationOfTime, third.equationOfTime)
    }

    private static func node(of midnight: Int) -> Int {
        let shifted = midnight + step / 2
        return shifted - (shifted % step + step) % step
    }

    /// The course around the same or the next middle midnight.
    func advanced(to midnight: Int) -> SolarCourse {
        let next = Self.node(of: midnight)
        if next == node { return self }
        return SolarCourse(next, positions.1, positions.2, SolarPosition(midnight: next + Self.step))
    }

    /// The solar position at a time in UTC seconds since 1970.
    func sun(at time: Double) -> Sun {
        let n = time * (1 / 86_400 / Double(Self.step)) - Double(node / Self.step)
        return Sun(
            sineOfDeclination: sineOfDeclination.value(at: n),
            cosineOfDeclination: cosineOfDeclination.value(at: n),
            equationOfTime: equationOfTime.value(at: n)
        )
    }

    struct Sun {
        let sineOfDeclination, cosineOfDeclination: Double
        /// Apparent minus mean solar time, in seconds.
        let equationOfTime: Double
    }

    private struct Parabola {
        let middle, slope, bend: Double

        init(_ one: Double, _ two: Double, _ three: Double) {
            (middle, slope, bend) = (two, (three - one) / 2, (three + one) / 2 - two)
        }

        /// - Parameter n: steps from the middle midnight.
        func value(at n: Double) -> Double { middle + n * (slope + n * bend) }
    }
}
