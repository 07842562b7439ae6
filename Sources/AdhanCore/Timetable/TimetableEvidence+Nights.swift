/// The nights between days. An Isha after the next day's Fajr cannot be meant, whichever of the two is wrong. They may
/// be equal: where twilight does not end, some authorities put both in the middle of the night.
extension TimetableEvidence {
    /// How far from what the days beside suggest a time may be put, so that the night is in order.
    private static let most: Duration = .minutes(3)

    mutating func suspectNights(without explained: Set<Int>) {
        for (index, next) in zip(days.indices, days.indices.dropFirst()) where areNights(index, next, explained) {
            let (isha, fajr) = (days[index].day[.isha], days[next].day[.fajr])
            guard isha > fajr else { continue }
            let (late, early) = (fitting(.isha, index, fajr), fitting(.fajr, next, isha))
            let lateness = late?.fitting.map { isha - $0 } ?? .zero
            let earliness = early?.fitting.map { $0 - fajr } ?? .zero
            if let early, earliness > lateness {
                suspicions[next][.fajr] = early
            } else {
                // Where nothing tells which of the two is wrong, both are used.
                let doubt = Suspicion(objection: night(fajr), meant: nil, fitting: nil, isCertain: false)
                suspicions[index][.isha] = late ?? doubt
            }
        }
    }

    /// Whether they are neighbouring days, and neither time is already refused for another reason.
    private func areNights(_ index: Int, _ next: Int, _ explained: Set<Int>) -> Bool {
        days[index].day.date.distance(to: days[next].day.date) == 1
            && [index, next].allSatisfy { hourOff[$0] == nil && !explained.contains($0) }
            && suspicions[index][.isha]?.isCertain != true && suspicions[next][.fajr]?.isCertain != true
    }

    private func night(_ other: Instant) -> TimetableObjection {
        .night(ClockText.format(zone.wall(at: other).secondOfDay))
    }

    /// What the days beside a time suggest, if the time leaves their line and the night is then in order, or nearly so;
    /// with what was meant, if it is then in order. `bound`: the Fajr after that Isha, or the Isha before that Fajr.
    private func fitting(_ prayer: Prayer, _ index: Int, _ bound: Instant) -> Suspicion? {
        guard let line = lines[prayer]?.fitting(at: index) else { return nil }
        let found = suspicion(night(bound), prayer, index, line, isCertain: true)
        func inOrder(_ time: Instant) -> Instant { prayer == .isha ? min(time, bound) : max(time, bound) }
        // In a table that moves in steps, a time may be as far from the days beside it as they are from each other.
        guard let fitting = found.fitting, abs(days[index].day[prayer].inSeconds - line.time) > line.room,
            (fitting - Self.most...fitting + Self.most).contains(inOrder(fitting))
        else { return nil }
        return Suspicion(
            objection: found.objection,
            meant: found.meant.flatMap { $0 == inOrder($0) ? $0 : nil },
            fitting: inOrder(fitting),
            isCertain: true
        )
    }
}
