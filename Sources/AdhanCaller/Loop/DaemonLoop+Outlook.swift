import AdhanCore

/// What lies beyond the timetable, which ends tomorrow.
extension DaemonLoop {
    /// The days after the timetable that have the next occasion of each kind, such as the next Eid prayer. It is made
    /// when somebody asks, and kept until the timetable is loaded again; nil where there is no timetable.
    func outlook() -> Timetable? {
        guard let timetable, let last = timetable.days.last?.date else { return nil }
        if let madeOutlook { return madeOutlook }
        let rules = rulesInForce
        let source = MosqueTimetable(source, rules)
        let dates = rules.calendar.outlook(after: last)
        let days = Dictionary(
            dates.flatMap { source.days($0, in: settings.zone) }.map { ($0.date, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        madeOutlook = Timetable(
            zone: settings.zone,
            days: days.values.sorted { $0.date < $1.date },
            window: last...last,
            loadedAt: timetable.loadedAt,
            rules: rules,
            sounds: soundsInForce
        )
        return madeOutlook
    }

    /// The days of any dates, as far as the source has them: those of the timetable as they are pinned, with the iqamas
    /// that the congregation waits for, and the others as the source has them now.
    ///
    /// - Returns: what finds them. It may take long, or hang where the source's file does.
    func findDays() -> @Sendable (ClosedRange<CivilDate>) -> [PrayerDay] {
        let (source, zone) = (MosqueTimetable(source, rulesInForce), settings.zone)
        let pinned = Dictionary((timetable?.days ?? []).map { ($0.date, $0) }) { first, _ in first }
        return { dates in source.days(dates, in: zone).map { pinned[$0.date] ?? $0 } }
    }
}
