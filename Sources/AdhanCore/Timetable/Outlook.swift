extension HijriCalendar {
    /// The dates after a timetable's last day that show the next occasion of each kind: the coming days with a Friday
    /// among them, the beginning of the next Ramadan, and both Eids. Sorted; spans may overlap. They are widened by two
    /// days on either side, since a source may have Hijri dates of its own.
    package func outlook(after last: CivilDate) -> [ClosedRange<CivilDate>] {
        let first = last.adding(days: 1)
        let month = UmmAlQura.month(of: first).advanced(by: -1)
        // A year and some months, so that each of the three is ahead at least once.
        let begins = (0...14).map { month.advanced(by: $0) }.compactMap { month -> CivilDate? in
            switch month.month {
            case 9, 10: start(of: month)
            case 12: start(of: month).adding(days: 9)
            default: nil
            }
        }
        let notable = begins.map { $0.adding(days: -Self.farthest)...$0.adding(days: Self.farthest) }
        return [first...first.adding(days: 6)] + notable.filter { $0.lowerBound > first }
    }
}
