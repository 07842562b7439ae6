/// A solar day with the nights around it, as one mosque date needs them: Fajr uses the night before, Isha the night
/// after and the next Fajr.
struct SolarWindow {
    /// The number of the middle one of the place's mean solar days.
    let index: Int

    /// The mosque date's day number minus the solar day's.
    private let dateAhead: Int
    private let today, after: SolarDay
    private let nightAfter: Night
    private let morning, nextMorning: Morning

    init(around index: Int, on date: CivilDate, _ plan: CalculationPlan) {
        let dateAhead = date.dayNumber - index
        let course = SolarCourse(around: Self.midnight(of: index - 1, plan))
        let before = plan.solarDay(index - 1, course, dateAhead: dateAhead)
        let today = plan.solarDay(
            index,
            course.advanced(to: Self.midnight(of: index, plan)),
            dateAhead: dateAhead
        )
        let morning = Morning(of: today, after: Night(from: before, to: today, index: index - 1, plan), plan)
        self.init(index, dateAhead, today, morning, plan)
    }

    private init(_ index: Int, _ dateAhead: Int, _ today: SolarDay, _ morning: Morning, _ plan: CalculationPlan) {
        let course = today.sun.course.advanced(to: Self.midnight(of: index + 1, plan))
        after = plan.solarDay(index + 1, course, dateAhead: dateAhead)
        nightAfter = Night(from: today, to: after, index: index, plan)
        nextMorning = Morning(of: after, after: nightAfter, plan)
        (self.index, self.dateAhead, self.today, self.morning) = (index, dateAhead, today, morning)
    }

    /// The UTC midnight nearest to the solar noon; at most 12 hours from it.
    static func midnight(of index: Int, _ plan: CalculationPlan) -> Int { index + (plan.longitude > 0 ? 0 : 1) }

    func next(_ plan: CalculationPlan) -> SolarWindow {
        SolarWindow(index + 1, dateAhead, after, nextMorning, plan)
    }

    func day(_ date: CivilDate, _ plan: CalculationPlan) -> PrayerDay {
        let evening = Evening(
            of: today,
            before: nightAfter,
            until: nextMorning.fajr,
            from: morning.dhuhr,
            on: date,
            plan
        )
        return PrayerDay(
            date: date,
            fajr: Instant(seconds: morning.fajr),
            sunrise: Instant(seconds: morning.sunrise),
            dhuhr: Instant(seconds: morning.dhuhr),
            asr: Instant(seconds: evening.asr),
            maghrib: Instant(seconds: evening.maghrib),
            isha: Instant(seconds: evening.isha),
            source: .calculation,
            estimates: Estimates(
                morning.fajrEstimate,
                morning.sunriseEstimate,
                nil,
                evening.asrEstimate,
                evening.maghribEstimate,
                evening.ishaEstimate
            )
        )
    }
}
