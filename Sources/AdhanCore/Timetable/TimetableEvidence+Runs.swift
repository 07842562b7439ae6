/// Neighbouring days with the same slip. Days on both sides of a single one contradict it; two or three agree with each
/// other, so that nothing is certain.
extension TimetableEvidence {
    private static let lengths = 2...3
    /// How many days on either side must agree.
    private static let beside = 3
    /// In seconds: how far the run must be from the days beside it, and how far those that agree may be apart.
    private static let (least, even) = (2700.0, 600.0)

    /// The remarks about runs of days that are far from the days before and after them, which agree. Steps stay, and
    /// are none.
    var returningSlips: [TimetableFault] { Prayer.allCases.flatMap { slips(of: $0) } }

    private func slips(of prayer: Prayer) -> [TimetableFault] {
        let distances = days.indices.map { days[$0].day[prayer].inSeconds - suns[$0][prayer] }
        var found: [TimetableFault] = []
        var index = Self.beside
        while index + Self.lengths.lowerBound + Self.beside <= days.count {
            let run = Self.lengths.lazy.map { index..<(index + $0) }.first { isSlip($0, prayer, distances) }
            if let run, let first = run.first, let last = run.last {
                let minutes = Int(((distances[first] - distances[first - 1]) / 60).rounded())
                found.append(
                    days[first].fault(
                        through: days[last].day.date,
                        of: prayer,
                        "\(prayer.title) is about \(abs(minutes)) min \(minutes > 0 ? "later" : "earlier") on "
                            + "\(run.count) days from here on than on the days before and after; it is used. Correct "
                            + "it if it is a typing error"
                    )
                )
            }
            index = run?.upperBound ?? index + 1
        }
        return found
    }

    private func isSlip(_ run: Range<Int>, _ prayer: Prayer, _ distances: [Double]) -> Bool {
        let (start, end) = (run.lowerBound - Self.beside, run.upperBound + Self.beside)
        // The quick condition comes first: nearly no day is in a run.
        guard end <= days.count, abs(distances[run.lowerBound] - distances[run.lowerBound - 1]) >= Self.least,
            abs(distances[run.upperBound] - distances[run.upperBound - 1]) >= Self.least,
            days[start].day.date.distance(to: days[end - 1].day.date) == end - start - 1,
            (start..<end).allSatisfy({
                hourOff[$0] == nil && suspicions[$0][prayer] == nil && suns[$0].isUsual
                    && (suns[$0].isDark || prayer != .fajr && prayer != .isha)
            })
        else { return false }
        func areEven(_ indices: [Int]) -> Bool {
            let all = indices.map { distances[$0] }
            return (all.max() ?? 0) - (all.min() ?? 0) < Self.even
        }
        // A time of every weekend is no slip.
        if let line = lines[prayer], run.allSatisfy({ line.isWeekly(at: $0) }) { return false }
        return areEven(Array(start..<run.lowerBound) + Array(run.upperBound..<end)) && areEven(Array(run))
    }
}
