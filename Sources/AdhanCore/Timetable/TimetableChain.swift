/// A list of sources by priority. Each date comes from the first source that has it.
///
/// Where two neighbouring dates come from different sources, one source's Isha may come after the other's next Fajr.
/// The time of the lower source then gives way by as much as it must. Within one source the times stay as they are: its
/// own check has passed them.
///
/// A time that a timetable's check has replaced by calculation comes from the next timetable that has a time of its own
/// for it, if the day stays in order.
package struct TimetableChain: TimetableSource {
    private let sources: [any TimetableSource]

    /// - Parameter sources: highest priority first.
    package init(_ sources: [any TimetableSource]) {
        self.sources = sources
    }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        days(dates) { $0.days($1, in: zone) }
    }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules, by calendar: HijriCalendar) -> [PrayerDay] {
        days(dates) { $0.days($1, in: zone, by: calendar) }
    }

    private func days(
        _ dates: ClosedRange<CivilDate>,
        of found: (any TimetableSource, ClosedRange<CivilDate>) -> [PrayerDay]
    ) -> [PrayerDay] {
        // With the days beside them, the answer for a date does not depend on which dates are asked for together.
        let wide = dates.lowerBound.adding(days: -1)...dates.upperBound.adding(days: 1)
        var candidates: [CivilDate: [Candidate]] = [:]
        for (layer, source) in sources.enumerated() {
            for day in found(source, wide) {
                candidates[day.date, default: []].append(Candidate(layer: layer, day: day))
            }
        }
        let chosen = candidates.compactMapValues(Self.filled)
        return dates.compactMap { date in
            chosen[date]?.between(chosen[date.adding(days: -1)], and: chosen[date.adding(days: 1)])
        }
    }

    private struct Candidate {
        let layer: Int
        let day: PrayerDay

        /// The day with an Isha before the next day's Fajr and a Fajr after the last day's Isha, where those come from
        /// higher sources.
        func between(_ last: Candidate?, and next: Candidate?) -> PrayerDay {
            var fitting = day
            if let last, last.layer < layer, last.day[.isha] >= day[.fajr] {
                fitting = moving(.fajr, to: last.day[.isha] + .minutes(1), in: fitting)
            }
            if let next, next.layer < layer, next.day[.fajr] <= day[.isha] {
                fitting = moving(.isha, to: next.day[.fajr] - .minutes(1), in: fitting)
            }
            return fitting
        }

        /// The day is left as it is where it would be out of order.
        private func moving(_ prayer: Prayer, to time: Instant, in day: PrayerDay) -> PrayerDay {
            let moved = day.replacing(prayer, with: time, from: day.source(of: prayer))
            return moved.disorder == nil ? moved : day
        }
    }

    /// The first of a date's candidates, with its calculated times replaced by those of the timetables behind it.
    private static func filled(_ candidates: [Candidate]) -> Candidate? {
        guard let first = candidates.first else { return nil }
        let behind = candidates.dropFirst().map(\.day).filter { $0.source != .calculation }
        let day = Prayer.allCases.filter { first.day.replaced[$0] != nil }.reduce(first.day) { day, prayer in
            guard let other = behind.first(where: { $0.replaced[prayer] == nil }) else { return day }
            let filled = day.replacing(prayer, with: other[prayer], from: other.source)
            return filled.disorder == nil ? filled : day
        }
        return Candidate(layer: first.layer, day: day)
    }
}
