/// What all the days of one calculator share, worked out once: plain numbers, so that a day costs no more than its own. A
/// class, so that it is handed on without being copied.
final class CalculationPlan: Sendable {
    let latitude: Latitude
    let longitude: Double
    /// How far the horizon lies below the level, for the height of the place.
    let dip: Angle
    /// The sine of the altitude of the sun's centre at sunrise and sunset.
    let horizon: Double
    let fajr: Twilight
    /// Isha's angle; nil where it is by minutes.
    let isha: Twilight?
    let maghrib: Twilight?
    /// Minutes from Maghrib to Isha outside Ramadan, where Isha is by minutes, and what Ramadan adds.
    let ishaMinutes, ishaRamadanMinutes: Int
    /// The seasonal function with its shafaq, where the method has it.
    let seasonal: Shafaq?
    let rule: HighLatitudeRule
    /// By how much of the night Isha may follow sunset and Fajr precede sunrise, where the rule is a plain part of it.
    let ishaPortion, fajrPortion: Double
    let sunTaken: CalculationMethod.SunTaken
    let shadow: Double
    let rounding: Rounding
    let ramadan: RamadanDates
    /// The authority's minutes for sunrise and Maghrib alone, in seconds.
    let sunriseMargin, maghribMargin: Int64
    /// The authority's and the mosque's minutes together, in seconds.
    let fajrShift, sunriseShift, dhuhrShift, asrShift, maghribShift, ishaShift: Int64

    /// An angle below the horizon with its sine.
    struct Twilight: Sendable {
        let angle: Angle
        let sine: Double

        init(_ angle: Angle) { (self.angle, sine) = (angle, angle.sine) }
    }

    init(_ calculator: PrayerCalculator) {
        let (method, coordinates) = (calculator.method, calculator.coordinates)
        latitude = Latitude(degrees: coordinates.latitude)
        longitude = coordinates.longitude
        dip = Horizon.dip(elevation: coordinates.elevation)
        horizon = -(Angle(degrees: Horizon.depression) + dip).sine
        fajr = Twilight(method.fajrAngle)
        switch method.isha {
        case .angle(let angle): (isha, ishaMinutes) = (Twilight(angle), 0)
        case .minutesAfterMaghrib(let minutes): (isha, ishaMinutes) = (nil, minutes)
        }
        maghrib = method.maghribAngle.map { Twilight($0) }
        ishaRamadanMinutes = calculator.ishaLaterInRamadan ? method.ishaLaterInRamadan : 0
        seasonal = method.isSeasonal ? calculator.shafaq : nil
        let limit = calculator.highLatitudeLimit ?? calculator.highLatitude.customaryLimit
        rule = abs(coordinates.latitude) >= limit ? calculator.highLatitude : .none
        switch rule {
        case .seventhOfNight: (ishaPortion, fajrPortion) = (1 / 7, 1 / 7)
        case .angle:
            ishaPortion = min((isha ?? fajr).angle.degrees / 60, 0.5)
            fajrPortion = min(fajr.angle.degrees / 60, 0.5)
        default: (ishaPortion, fajrPortion) = (1 / 2, 1 / 2)
        }
        (sunTaken, shadow) = (method.sunTaken, calculator.madhab.shadow)
        (rounding, ramadan) = (calculator.rounding, calculator.ramadan)
        sunriseMargin = Int64(method.adjustments[.sunrise]) * 60
        maghribMargin = Int64(method.adjustments[.maghrib]) * 60
        func shift(_ prayer: Prayer) -> Int64 {
            Int64(method.adjustments[prayer] + calculator.offsets[prayer]) * 60
        }
        (fajrShift, sunriseShift, dhuhrShift) = (shift(.fajr), shift(.sunrise), shift(.dhuhr))
        (asrShift, maghribShift, ishaShift) = (shift(.asr), shift(.maghrib), shift(.isha))
    }

    /// Noon of the mean sun at the longitude, in UTC seconds since 1970; the sun takes 240 seconds for a degree.
    func meanNoon(of index: Int) -> Double { Double(index) * 86_400 + 43_200 - longitude * 240 }

    /// - Parameters:
    ///   - index: which day of the place's mean sun.
    ///   - course: the sun around it.
    ///   - dateAhead: by how many days the mosque date's number is ahead of the index.
    func solarDay(_ index: Int, _ course: SolarCourse, dateAhead: Int) -> SolarDay {
        let moment =
            switch sunTaken {
            case .atEachEvent: Double?.none
            case .atMidnightUTC: Double(index + dateAhead) * 86_400
            }
        let sun = DiurnalSun(
            course: course,
            meanNoon: meanNoon(of: index),
            latitude: latitude,
            dip: dip,
            sunTakenAt: moment
        )
        return SolarDay(sun, horizon: horizon)
    }
}
