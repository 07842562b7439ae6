/// Neighbouring days that are an hour off in the same direction.
struct HourRun {
    let first: FileDay
    let last: CivilDate
    let isEarly: Bool

    /// - Parameter isEarly: of each day, whether it is an hour early (true) or late (false).
    static func all(_ days: [FileDay], _ isEarly: [Bool?]) -> [HourRun] {
        var runs: [ClosedRange<Int>] = []
        for index in days.indices where isEarly[index] != nil {
            if let run = runs.last, run.upperBound == index - 1, isEarly[index] == isEarly[run.lowerBound] {
                runs[runs.count - 1] = run.lowerBound...index
            } else {
                runs.append(index...index)
            }
        }
        return runs.map { run in
            let isEarly = isEarly[run.lowerBound] == true
            return HourRun(first: days[run.lowerBound], last: days[run.upperBound].day.date, isEarly: isEarly)
        }
    }

    /// - Parameter cure: what to do if the whole table fits by another clock; nil if it does not.
    func fault(in zone: ZoneRules, areUsed: Bool, cure: String?) -> TimetableFault {
        let date = first.day.date
        let days = date == last ? "this day" : "every day from \(date) to \(last)"
        let question =
            if let cure {
                cure
            } else if changesBeside(in: zone), date.distance(to: last) < 7 {
                "does the clock change on another day here, as in the timetable of another year?"
            } else {
                isEarly ? "were the times written without summer time?" : "were the times written in summer time?"
            }
        let words = "\(days) is an hour \(isEarly ? "early" : "late")\(areUsed ? "" : ", and is not used"): \(question)"
        return first.fault(through: last, fate: areUsed ? .used : .refused, words)
    }

    private func changesBeside(in zone: ZoneRules) -> Bool {
        func offset(_ date: CivilDate) -> Int { zone.offset(at: zone.instant(date, secondOfDay: 43_200)) }
        let date = first.day.date
        return offset(date.adding(days: -1)) != offset(date) || offset(last) != offset(last.adding(days: 1))
    }
}

extension TimetableEvidence {
    /// A longer run of days is told by the sun alone: the next right day is too far.
    private static let longestDoubt = 7
    /// So many of the six times have moved on a day that is an hour off as a whole. A fixed time may stay.
    private static let leastMoved = 4

    /// The days that are an hour off, without those on which single times are. Beside the next right day, only these
    /// have moved.
    static func wholeDays(_ hourOff: [Bool?], _ days: [FileDay], _ suns: [SunOfDay]) -> [Bool?] {
        func isMoved(_ prayer: Prayer, _ index: Int, from right: Int, isEarly: Bool) -> Bool {
            func distance(_ index: Int) -> Double { days[index].day[prayer].inSeconds - suns[index][prayer] }
            return abs(distance(index) - distance(right) - (isEarly ? -3600 : 3600)) < 1800
        }
        return days.indices.map { index in
            guard let isEarly = hourOff[index] else { return nil }
            let near = max(0, index - longestDoubt)..<min(days.count, index + longestDoubt + 1)
            let right = near.filter { hourOff[$0] == nil }
            let beside = [right.last { $0 < index }, right.first { $0 > index }].compactMap(\.self)
            let moved = Prayer.allCases.count { prayer in
                beside.contains { isMoved(prayer, index, from: $0, isEarly: isEarly) }
            }
            return beside.isEmpty || moved >= leastMoved ? isEarly : nil
        }
    }
}
