extension WrittenTimetable {
    /// What a timetable for a whole year lacks: the days of the year that are not in it, and those of another year.
    ///
    /// The year is the file's own word, else that of most of its days. AlAdhan gives months, of which each has to be whole.
    package var gaps: [TimetableFault] {
        let ascending = lines.sorted { $0.key < $1.key }
        let counts = Dictionary(grouping: ascending) { $0.key.year }.mapValues(\.count)
        guard let year = year ?? counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return [] }
        let own = ascending.filter { $0.key.year == year }
        guard let first = own.first, let last = own.last else { return [] }
        // Where the file says its year, the reader has named the others already.
        let others =
            self.year != nil
            ? []
            : ascending.filter { $0.key.year != year }
                .map { TimetableFault(line: $0.value, date: $0.key, DayProblem.otherYear(year)) }
        let months =
            shape == .alAdhan ? first.key.components.month...last.key.components.month : 1...12
        let start = CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: months.lowerBound, day: 1))
        let length = CivilDate.days(inMonth: months.upperBound, of: year)
        let end = CivilDate(dayNumber: CivilDate.dayNumber(year: year, month: months.upperBound, day: length))
        var missing: [TimetableFault] = []
        // The line to look at is that of the day before the gap.
        var line = first.value
        var expected = start
        for (date, found) in own.map({ ($0.key, Optional($0.value)) }) + [(end.adding(days: 1), nil)] {
            if date > expected {
                let problem = DayProblem.missingDays(through: date.adding(days: -1), count: expected.distance(to: date))
                missing.append(TimetableFault(line: line, date: expected, problem))
            }
            expected = date.adding(days: 1)
            line = found ?? line
        }
        return (others + missing).byPlace
    }
}
