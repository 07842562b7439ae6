/// The values that all days of one calculator share, computed once to keep a day cheap. A class, because copying it
/// would cost more than passing a reference.
final class CalculationPlan: Sendable {
    let latitude: Latitude
    let longitude: Double
    /// The dip of the horizon below the horizontal, at the place's elevation.
    let dip: Angle
    /// The sine of the altitude of the sun's centre at sunrise and sunset.
    let horizon: Double
    let fajr: Twilight
    /// Isha's angle; nil if Isha is defined in minutes.
    let isha: Twilight?
    let maghrib: Twilight?
    /// If Isha is defined in minutes: minutes from Maghrib to Isha outside Ramadan, and the addition in Ramadan.
    let ishaMinutes, ishaRamadanMinutes: Int
    /// The shafaq of the seasonal function, if the method uses that function.
    let seasonal: Shafaq?
    let rule: HighLatitudeRule
    /// If the rule is a fixed share of the night: how much of it Isha may be after sunset, and Fajr before sunrise.
    let ishaPortion, fajrPortion: Double
    let sunTaken: CalculationMethod.SunTaken
    let shadow: Double
    let rounding: Rounding
    let ramadan: RamadanDates
    /// The authority's margins for sunrise and Maghrib alone, in seconds.
    let sunriseMargin, maghribMargin: Int64
    /// The sum of the authority's and the mosque's minutes, in seconds.
    let shift: PerPrayer<Int64>

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
        (rounding, ramadan) = (calculator.rounding ?? method.rounding, calculator.ramadan)
        var shift = method.adjustments.map { Int64($0) * 60 }
        (sunriseMargin, maghribMargin) = (shift[.sunrise], shift[.maghrib])
        for prayer in Prayer.allCases { shift[prayer] += Int64(calculator.offsets[prayer]) * 60 }
        self.shift = shift
    }

    /// Noon of the mean sun at the longitude, in UTC seconds since 1970. The sun takes 240 seconds per degree.
    func meanNoon(of index: Int) -> Double { Double(index) * 86_400 + 43_200 - longitude * 240 }

    /// - Parameters:
    ///   - index: the number of the place's mean solar day.
    ///   - dateAhead: the mosque date's day number minus the index.
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
