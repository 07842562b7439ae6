import Glibc

/// The sun's path over one place from one midnight of the sun to the next. Times are UTC seconds since 1970.
struct DiurnalSun {
    enum Side: Double {
        case beforeNoon = -1
        case afterNoon = 1
    }

    let course: SolarCourse
    /// When the sun crosses the meridian.
    let transit: Double
    /// The place's latitude, or the one that stands in for it.
    let latitude: Angle
    /// Whether another latitude stands in.
    let isEstimated: Bool

    private let sinLatitude, cosLatitude: Double
    /// Noon of the mean sun at the place's longitude.
    private let meanNoon: Double
    /// The moment whose sun counts all day; nil where each event has its own.
    private let sunTakenAt: Double?

    /// - Parameters:
    ///   - course: the sun around the UTC midnight nearest to the noon.
    ///   - meanNoon: noon of the mean sun at the place's longitude.
    ///   - place: the place's latitude.
    ///   - moment: the one whose sun counts all day; nil for each event's own.
    init(course: SolarCourse, meanNoon: Double, latitude place: Angle, sunTakenAt moment: Double?) {
        let rough = meanNoon - course.equationOfTime(at: moment ?? meanNoon)
        // The equation of time changes by at most 30 seconds a day, so that the second guess is exact.
        transit = moment == nil ? meanNoon - course.equationOfTime(at: rough) : rough
        latitude = UsableLatitude.nearest(to: place, declination: course.declination(at: moment ?? transit))
        isEstimated = latitude != place
        (sinLatitude, cosLatitude) = (latitude.sine, latitude.cosine)
        (self.course, self.meanNoon) = (course, meanNoon)
        // The latitude that stands in was chosen for the noon's sun, and might not serve another.
        sunTakenAt = moment ?? (isEstimated ? transit : nil)
    }

    /// When the sun reaches an altitude: Meeus, *Astronomical Algorithms*, 2nd ed., ch. 15, p. 102, formula 15.1, repeated
    /// with the declination of the time found until that stays. Nil where the sun does not reach it.
    ///
    /// - Parameters:
    ///   - side: of the transit.
    ///   - guess: a time to begin with.
    ///   - clamped: where the sun misses the altitude by a hair, take the moment it comes nearest.
    ///   - sineOfAltitude: the sine of the altitude sought, given the declination.
    /// - Returns: UTC seconds since 1970.
    func time(_ side: Side, near guess: Double, clamped: Bool = false, sineOfAltitude: (Angle) -> Double) -> Double? {
        var time = guess
        // Two rounds serve almost everywhere; a grazing sun needs more.
        for _ in 0..<12 {
            let moment = sunTakenAt ?? time
            let declination = course.declination(at: moment)
            let sinDeclination = declination.sine
            let cosDeclination = (1 - sinDeclination * sinDeclination).squareRoot()
            let cosHourAngle =
                (sineOfAltitude(declination) - sinLatitude * sinDeclination) / (cosLatitude * cosDeclination)
            guard clamped || abs(cosHourAngle) <= 1 else { return nil }
            let hourAngle = acos(min(max(cosHourAngle, -1), 1))
            let found = meanNoon - course.equationOfTime(at: moment) + side.rawValue * hourAngle * (43_200 / .pi)
            let change = abs(found - time)
            time = found
            if change < 20 || sunTakenAt != nil { break }
        }
        return time
    }
}
