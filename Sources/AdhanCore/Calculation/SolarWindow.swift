/// A day of the sun between the two beside it, as one mosque date needs them: Fajr asks for the night before, Isha for
/// the night after and for the next Fajr.
struct SolarWindow {
    /// Which day of the place's mean sun stands in the middle.
    let index: Int

    /// By how many days the mosque date's number is ahead of the sun's.
    private let dateAhead: Int
    private let today, after: SolarDay
    private let morning, nextMorning: Morning
    private let calculator: PrayerCalculator

    init(around index: Int, on date: CivilDate, of calculator: PrayerCalculator) {
        let dateAhead = date.dayNumber - index
        // The midnight (UTC) nearest to the sun's noon of the day before: at that noon or within 12 hours of it.
        let course = SolarCourse(around: index - 1 + (calculator.coordinates.longitude > 0 ? 0 : 1))
        let before = calculator.solarDay(index - 1, course, dateAhead)
        let today = calculator.solarDay(index, before.sun.course.next, dateAhead)
        let morning = Morning(of: today, after: before, calculator)
        self.init(index, dateAhead, today, morning, calculator)
    }

    private init(
        _ index: Int,
        _ dateAhead: Int,
        _ today: SolarDay,
        _ morning: Morning,
        _ calculator: PrayerCalculator
    ) {
        after = calculator.solarDay(index + 1, today.sun.course.next, dateAhead)
        nextMorning = Morning(of: after, after: today, calculator)
        (self.index, self.dateAhead, self.today, self.morning) = (index, dateAhead, today, morning)
        self.calculator = calculator
    }

    func next(of calculator: PrayerCalculator) -> SolarWindow {
        SolarWindow(index + 1, dateAhead, after, nextMorning, calculator)
    }

    func day(_ date: CivilDate) -> PrayerDay {
        let evening = Evening(of: today, before: after, until: nextMorning.fajr, from: morning.dhuhr, calculator)
        var estimated: Set<Prayer> = []
        if today.isEstimated { estimated = [.fajr, .sunrise, .asr, .maghrib, .isha] }
        if morning.isFajrEstimated { estimated.insert(.fajr) }
        estimated.formUnion(evening.estimated)
        return PrayerDay(
            date: date,
            fajr: Instant(seconds: morning.fajr),
            sunrise: Instant(seconds: morning.sunrise),
            dhuhr: Instant(seconds: morning.dhuhr),
            asr: Instant(seconds: evening.asr),
            maghrib: Instant(seconds: evening.maghrib),
            isha: Instant(seconds: evening.isha),
            source: .calculation,
            estimated: estimated
        )
    }
}

extension PrayerCalculator {
    fileprivate func solarDay(_ index: Int, _ course: SolarCourse, _ dateAhead: Int) -> SolarDay {
        let moment =
            switch method.sunTaken {
            case .atEachEvent: Double?.none
            case .atMidnightUTC: Double(index + dateAhead) * 86_400
            }
        return SolarDay(
            DiurnalSun(
                course: course,
                meanNoon: meanNoon(of: index),
                latitude: Angle(degrees: coordinates.latitude),
                sunTakenAt: moment
            )
        )
    }
}
