/// Neighbouring days that are an hour off in the same direction.
struct HourRun {
    let first: FileDay
    private(set) var last: CivilDate
    let isEarly: Bool

    init(_ first: FileDay, isEarly: Bool) { (self.first, last, self.isEarly) = (first, first.day.date, isEarly) }

    /// Extended by one day; nil if that day is off in the other direction.
    func extended(by day: PrayerDay, isEarly: Bool) -> HourRun? {
        guard isEarly == self.isEarly else { return nil }
        var run = self
        run.last = day.date
        return run
    }

    /// - Parameter zone: the mosque's.
    func fault(in zone: ZoneRules) -> TimetableFault {
        let date = first.day.date
        let days = date == last ? "this day" : "every day from \(date) to \(last)"
        let question =
            if changesBeside(in: zone), date.distance(to: last) < 7 {
                "does the clock change on another day here, as in the timetable of another year?"
            } else {
                isEarly ? "were the times written without summer time?" : "were the times written in summer time?"
            }
        return TimetableFault(
            line: first.line,
            date: date,
            through: last,
            "\(days) is an hour \(isEarly ? "early" : "late"): \(question)"
        )
    }

    /// Whether the clocks change on the first day, or on the day after the last.
    private func changesBeside(in zone: ZoneRules) -> Bool {
        func offset(_ date: CivilDate) -> Int { zone.offset(at: zone.instant(date, secondOfDay: 43_200)) }
        let date = first.day.date
        return offset(date.adding(days: -1)) != offset(date) || offset(last) != offset(last.adding(days: 1))
    }
}
