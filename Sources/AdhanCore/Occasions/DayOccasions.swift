/// What the schedule makes of days, which a `PrayerDay` does not tell: the prayers that are called, each Friday
/// prayer's first adhan and its beginning, and the Eid prayers.
package struct DayOccasions {
    private let rules: MosqueRules
    private let moments: [OccasionKey: Instant]

    /// - Parameters:
    ///   - days: ascending; the rules were applied to them.
    ///   - next: the day after the last; nil if there is none.
    package init(_ days: [PrayerDay], before next: PrayerDay?, _ zone: ZoneRules, _ rules: MosqueRules) {
        self.rules = rules
        guard let first = days.first, let last = days.last else {
            moments = [:]
            return
        }
        // The schedule's own occasions, with what a khutbah silences.
        let timetable = Timetable(
            zone: zone,
            days: days + [next].compactMap(\.self),
            window: first.date...last.date,
            loadedAt: first[.dhuhr],
            rules: rules
        )
        let found = timetable.occasions.filter { $0.silence == nil || $0.replacement != nil }
        moments = Dictionary(found.map { ($0.key, $0.at) }) { first, _ in first }
    }

    /// Whether a prayer is called, or in Ramadan announced by iftar in place of its adhan.
    package func calls(_ prayer: Prayer, on day: PrayerDay) -> Bool {
        moments[OccasionKey(day.date, .adhan(prayer))] != nil
    }

    /// The first adhan of each khutbah; nil where it is not called, or there is none.
    package func firstAdhans(of day: PrayerDay) -> [Instant?] {
        day.fridays.indices.map { moments[OccasionKey(day.date, .firstAdhan($0 + 1))] }
    }

    /// When the prayer of each khutbah begins; empty where that is not known.
    package func prayers(of day: PrayerDay) -> [Instant] { day.fridays.compactMap(rules.jumuah.prayer) }

    /// The khutbahs that begin with an adhan of their own.
    package func calledKhutbahs(of day: PrayerDay) -> [Instant] {
        rules.jumuah.call == .dhuhr
            ? [] : day.fridays.indices.compactMap { moments[OccasionKey(day.date, .jumuah($0 + 1))] }
    }

    package func eids(of day: PrayerDay) -> [Instant] {
        (1...Occasion.most).compactMap { moments[OccasionKey(day.date, .eid($0))] }
    }
}
