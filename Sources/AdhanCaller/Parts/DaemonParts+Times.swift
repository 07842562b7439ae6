import AdhanCore

extension DaemonParts {
    /// A day's times as they would be, for a person to see before a config is used, beside the calculated ones. It may
    /// block.
    package func times(of date: CivilDate, by rules: MosqueRules) -> (used: PrayerDay, calculated: PrayerDay) {
        let calculated = calculator.day(date)
        let days = MosqueTimetable(timetableSource(), rules).days(date...date, in: zone)
        return (days.first ?? calculated, calculated)
    }
}
