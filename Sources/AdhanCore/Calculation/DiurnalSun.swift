import Glibc

/// The sun's path over one place from one midnight of the sun to the next. Times are UTC seconds since 1970.
struct DiurnalSun {
    enum Side: Double {
        case beforeNoon = -1
        case afterNoon = 1
    }

    /// Beyond this cosine of the hour angle the sun grazes the altitude, and only repeating the formula finds the time.
    private static let grazing = 0.98

    let course: SolarCourse
    /// When the sun crosses the meridian.
    let transit: Double
    /// The place's latitude, or the one that stands in for it.
    let latitude: Latitude
    /// Whether another latitude stands in.
    let isEstimated: Bool

    /// Noon of the mean sun at the place's longitude.
    private let meanNoon: Double
    /// The moment whose sun counts all day; nil where each event has its own.
    private let sunTakenAt: Double?
    /// The sun of the transit, or that of the moment.
    private let noon: SolarCourse.Sun
    private let perCosines: Double

    /// - Parameters:
    ///   - course: the sun around the day.
    ///   - meanNoon: noon of the mean sun at the place's longitude.
    ///   - place: the place's latitude.
    ///   - dip: how far the horizon lies below the level.
    ///   - moment: the one whose sun counts all day; nil for each event's own.
    init(course: SolarCourse, meanNoon: Double, latitude place: Latitude, dip: Angle, sunTakenAt moment: Double?) {
        let rough = meanNoon - course.sun(at: moment ?? meanNoon).equationOfTime
        noon = course.sun(at: moment ?? rough)
        // The equation of time changes by at most 30 seconds a day, so that the second guess is exact.
        transit = meanNoon - noon.equationOfTime
        let usable = UsableLatitude.nearest(to: place, sineOfDeclination: noon.sineOfDeclination, dip: dip)
        (latitude, isEstimated) = (usable ?? place, usable != nil)
        perCosines = 1 / (latitude.cosine * noon.cosineOfDeclination)
        (self.course, self.meanNoon) = (course, meanNoon)
        // The latitude that stands in was chosen for the noon's sun, and might not serve another.
        sunTakenAt = moment ?? (isEstimated ? transit : nil)
    }

    /// When the sun reaches an altitude: Meeus, *Astronomical Algorithms*, 2nd ed., ch. 15, p. 102, formula 15.1, first
    /// with the sun of the noon, then with that of the time so found. Nil where the sun does not reach it.
    ///
    /// - Parameters:
    ///   - side: of the transit.
    ///   - clamped: where the sun misses the altitude by a hair, take the moment it comes nearest.
    ///   - sineOfAltitude: the sine of the altitude sought, given the sun.
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
        // How the hour angle follows the cosine, by Taylor's series to the second order; what is left is below 0.1 s.
        let change = cosineOfHourAngle(sun, sineOfAltitude(sun)) - cosine
        let perSine = 1 / (1 - cosine * cosine).squareRoot()
        let step = change * perSine
        return time(side, sun, hourAngle - step - cosine * perSine * step * step / 2)
    }

    private func time(_ side: Side, _ sun: SolarCourse.Sun, _ hourAngle: Double) -> Double {
        meanNoon - sun.equationOfTime + side.rawValue * hourAngle * (43_200 / .pi)
    }

    private func cosineOfHourAngle(_ sun: SolarCourse.Sun, _ sineOfAltitude: Double) -> Double {
        (sineOfAltitude - latitude.sine * sun.sineOfDeclination) / (latitude.cosine * sun.cosineOfDeclination)
    }

    /// The same, repeated with the sun of the time found until that stays.
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
