/// A list of sources by priority. Each date comes from the first source that has it and whose day fits its neighbours.
///
/// Two neighbouring days fit if the first one's Isha is before the second one's Fajr. If they do not, the day from the
/// higher source is replaced by the next source's, since lower sources are the safer ones. If both are from the same
/// source, both are replaced, as either may be wrong. This is repeated until all days fit.
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
