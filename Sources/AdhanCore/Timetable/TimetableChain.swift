/// Sources behind one another: each date comes from the first that has it and fits its neighbours.
///
/// Two days next to each other fit where the first one's Isha is before the second one's Fajr. Where they do not, the one
/// from the source further up gives way to the next source's, since what stands behind is the safer; of two from the same
/// source both do, as nothing says which of them is wrong. The days so chosen are looked at again until all of them fit.
package struct TimetableChain: TimetableSource {
    /// How many dates beyond those asked for are looked at on either side, so that a date is chosen the same whichever
    /// dates are asked for with it, however the neighbours of its neighbours turn out.
    private static let margin = 3

    private let sources: [any TimetableSource]

    /// - Parameter sources: the first goes first.
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
        // Each round takes at least one candidate away, so that the rounds come to an end.
        while let clash = Self.clash(on: wide, of: candidates) {
            for date in clash { candidates[date]?.removeFirst() }
        }
        return dates.compactMap { candidates[$0]?.first?.day }
    }

    private struct Candidate {
        let layer: Int
        let day: PrayerDay
    }

    /// The dates, one or two, whose first candidate has to give way.
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
