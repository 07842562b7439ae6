import Glibc

/// The sun's path over one place from one solar midnight to the next. Times are UTC seconds since 1970.
struct DiurnalSun {
    enum Side: Double {
        case beforeNoon = -1
        case afterNoon = 1
    }

    /// Above this cosine of the hour angle the sun grazes the altitude, and the time is found only by iterating.
    private static let grazing = 0.98

    let course: SolarCourse
    /// When the sun crosses the meridian.
    let transit: Double
    /// The place's latitude, or the latitude used instead of it.
    let latitude: Latitude
    /// Whether another latitude is used instead of the place's.
    let isEstimated: Bool

    /// Noon of the mean sun at the place's longitude.
    private let meanNoon: Double
    /// The moment whose solar position is used all day; nil if each event uses its own.
    private let sunTakenAt: Double?
    /// The solar position at the transit, or at that moment.
    private let noon: SolarCourse.Sun
    private let perCosines: Double

    /// - Parameters:
    ///   - meanNoon: noon of the mean sun at the place's longitude.
    ///   - dip: of the horizon below the horizontal.
    ///   - moment: whose solar position is used all day; nil for each event's own.
    init(course: SolarCourse, meanNoon: Double, latitude place: Latitude, dip: Angle, sunTakenAt moment: Double?) {
        let rough = meanNoon - course.sun(at: moment ?? meanNoon).equationOfTime
        noon = course.sun(at: moment ?? rough)
        // The equation of time changes by at most 30 seconds a day, so the second approximation is exact.
        transit = meanNoon - noon.equationOfTime
        let usable = UsableLatitude.nearest(to: place, sineOfDeclination: noon.sineOfDeclination, dip: dip)
        (latitude, isEstimated) = (usable ?? place, usable != nil)
        perCosines = 1 / (latitude.cosine * noon.cosineOfDeclination)
        (self.course, self.meanNoon) = (course, meanNoon)
        // The replacement latitude was chosen for the sun at noon. It might not work with the sun of another moment.
        sunTakenAt = moment ?? (isEstimated ? transit : nil)
    }

    /// When the sun reaches an altitude: Meeus, *Astronomical Algorithms*, 2nd ed., ch. 15, p. 102, formula 15.1. The
    /// first pass uses the sun at noon, the second the sun at the time just found. Nil if the sun does not reach the
    /// altitude.
    ///
    /// - Parameters:
    ///   - side: of the transit.
    ///   - clamped: if the sun misses the altitude by a hair, return the moment it comes nearest.
    ///   - sineOfAltitude: returns the sine of the altitude for a position of the sun.
    /// - Returns: UTC seconds since 1970.
    @inline(__always)
    func time(_ side: Side, clamped: Bool = false, sineOfAltitude: (SolarCourse.Sun) -> Double) -> Double? {
        let cosine = (sineOfAltitude(noon) - latitude.sine * noon.sineOfDeclination) * perCosines
        guard abs(cosine) < Self.grazing else {
            return grazing(side, cosine, clamped: clamped, sineOfAltitude: sineOfAltitude)
        }
        let hourAngle = acos(cosine)
        let found = time(side, noon, hourAngle)
        if sunTakenAt != nil { return found }
        let sun = course.sun(at: found)
        // Taylor series of the hour angle in its cosine, second order; the remainder is below 0.1 s.
        let change = cosineOfHourAngle(sun, sineOfAltitude(sun)) - cosine
        let perSine = 1 / (1 - cosine * cosine).squareRoot()
        let step = change * perSine
        return time(side, sun, hourAngle - step - cosine * perSine * step * step / 2)
    }

    private func time(_ side: Side, _ sun: SolarCourse.Sun, _ hourAngle: Double) -> Double {
        meanNoon - sun.equationOfTime + side.rawValue * hourAngle * (43_200 / .pi)
    }

    /// The sine of the sun's depression below the horizon.
    func depth(at time: Double) -> Double {
        let sun = course.sun(at: time)
        let hourAngle = (time - meanNoon + sun.equationOfTime) * (.pi / 43_200)
        return -latitude.sine * sun.sineOfDeclination - latitude.cosine * sun.cosineOfDeclination * cos(hourAngle)
    }

    private func cosineOfHourAngle(_ sun: SolarCourse.Sun, _ sineOfAltitude: Double) -> Double {
        (sineOfAltitude - latitude.sine * sun.sineOfDeclination) / (latitude.cosine * sun.cosineOfDeclination)
    }

    /// Like `time`, but iterated until the result no longer changes.
    private func grazing(
        _ side: Side,
        _ first: Double,
        clamped: Bool,
        sineOfAltitude: (SolarCourse.Sun) -> Double
    ) -> Double? {
        var time = self.time(side, noon, acos(min(max(first, -1), 1)))
        for _ in 0..<12 {
            let sun = course.sun(at: sunTakenAt ?? time)
            let cosine = cosineOfHourAngle(sun, sineOfAltitude(sun))
            guard clamped || abs(cosine) <= 1 else { return nil }
            let found = self.time(side, sun, acos(min(max(cosine, -1), 1)))
            let change = abs(found - time)
            time = found
            if change < 1 || sunTakenAt != nil { break }
        }
        return time
    }
}
