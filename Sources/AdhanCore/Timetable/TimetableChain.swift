/// A list of sources by priority. Each date comes from the first source that has it and whose day fits its neighbours.
///
/// Two neighbouring days fit if the first one's Isha is before the second one's Fajr. If they do not, the day from the
/// higher source is replaced by the next source's, since lower sources are the safer ones. If both are from the same
/// source, both are replaced, as either may be wrong. This is repeated until all days fit.
///
/// A time that a timetable's check has replaced by calculation comes from the next timetable that has a time of its own
/// for it, if the day stays in order.
package struct TimetableChain: TimetableSource {
    /// How many extra dates are loaded on either side. With them the choice for a date does not depend on which dates
    /// are asked for together.
    private static let margin = 3

    private let sources: [any TimetableSource]

    /// - Parameter sources: highest priority first.
    package init(_ sources: [any TimetableSource]) {
        self.sources = sources
    }

    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        let wide = dates.lowerBound.adding(days: -Self.margin)...dates.upperBound.adding(days: Self.margin)
        var candidates: [CivilDate: [Candidate]] = [:]
        for (layer, source) in sources.enumerated() {
            for day in source.days(wide, in: zone) {
                candidates[day.date, default: []].append(Candidate(layer: layer, day: day))
            }
        }
        candidates = candidates.mapValues(Self.filled)
        // Each round removes at least one candidate, so the loop ends.
        while let clash = Self.clash(on: wide, of: candidates) {
            for date in clash { candidates[date]?.removeFirst() }
        }
        return dates.compactMap { candidates[$0]?.first?.day }
    }

    private struct Candidate {
        let layer: Int
        let day: PrayerDay
    }

    /// The candidates of one date, each with its calculated times replaced by those of the timetables behind it.
    private static func filled(_ candidates: [Candidate]) -> [Candidate] {
        candidates.enumerated().map { index, candidate in
            let behind = candidates.dropFirst(index + 1).map(\.day).filter { $0.source != .calculation }
            let day = Prayer.allCases.filter { candidate.day.replaced[$0] != nil }.reduce(candidate.day) {
                day,
                prayer in
                guard let other = behind.first(where: { $0.replaced[prayer] == nil }) else { return day }
                let filled = day.replacing(prayer, with: other[prayer], from: other.source)
                return filled.disorder == nil ? filled : day
            }
            return Candidate(layer: candidate.layer, day: day)
        }
    }

    /// The one or two dates whose first candidate must be replaced.
    private static func clash(on dates: ClosedRange<CivilDate>, of candidates: [CivilDate: [Candidate]]) -> [CivilDate]?
    {
        for (date, morrow) in zip(dates, dates.dropFirst()) {
            guard let day = candidates[date]?.first, let next = candidates[morrow]?.first,
                day.day[.isha] >= next.day[.fajr]
            else { continue }
            let upper = min(day.layer, next.layer)
            return [day, next].filter { $0.layer == upper }.map(\.day.date)
        }
        return nil
    }
}
