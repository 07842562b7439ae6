extension WrittenTimetable {
    /// What a timetable for a whole year lacks: missing days of the year, and days of other years.
    ///
    /// The year is the one that the file states, otherwise that of most of its days. If the file states none, the
    /// timetable may begin in the year before or continue into the next, and must have no gap in between. AlAdhan's
    /// months must each be complete.
    package var gaps: [TimetableFault] {
        let ascending = lines.sorted { $0.key < $1.key }
        let counts = Dictionary(grouping: ascending) { $0.key.year }.mapValues(\.count)
        guard let year = year ?? counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { return [] }
        let years = self.year == nil ? Self.years(around: year, ascending.map(\.key)) : year...year
        let own = ascending.filter { years.contains($0.key.year) }
        guard let first = own.first, let last = own.last else { return [] }
        // If the file states its year, the reader has already reported the others.
        let others =
            self.year != nil
            ? []
            : ascending.filter { !years.contains($0.key.year) }
                .map { date, line -> TimetableFault in
                    let meant = date.missing(in: year, of: Set(lines.keys))
                    return TimetableFault(line: line, date: date, DayProblem.otherYear(year, meant: meant))
                        .on(sheets[date])
                }
        let start = shape == .alAdhan ? first.key.firstOfMonth : min(first.key, CivilDate.first(of: 1, year))
        let end = shape == .alAdhan ? last.key.lastOfMonth : max(last.key, CivilDate.first(of: 12, year).lastOfMonth)
        var missing: [TimetableFault] = []
        // The day before the gap.
        var before: (date: CivilDate, line: Int)?
        var expected = start
        for (date, line) in own.map({ ($0.key, $0.value) }) + [(end.adding(days: 1), 0)] {
            if date > expected {
                let problem = DayProblem.missingDays(through: date.adding(days: -1), count: expected.distance(to: date))
                let side: TimetableFault.Side = before == nil ? .before : .after
                missing.append(
                    TimetableFault(side, line: before?.line ?? first.value, date: expected, problem)
                        .on(sheets[before?.date ?? first.key])
                )
            }
            expected = date.adding(days: 1)
            before = (date, line)
        }
        return (others + missing).inOrder
    }

    /// A year together with the adjoining years; a few days with a mistyped year are not part of it.
    private static func years(around year: Int, _ dates: [CivilDate]) -> ClosedRange<Int> {
        func has(_ month: Int, _ year: Int) -> Bool {
            dates.contains { $0.year == year && $0.components.month == month }
        }
        return (has(12, year - 1) ? year - 1 : year)...(has(1, year + 1) ? year + 1 : year)
    }
}

extension CivilDate {
    fileprivate static func first(of month: Int, _ year: Int) -> CivilDate {
        CivilDate(dayNumber: dayNumber(year: year, month: month, day: 1))
    }

    fileprivate var firstOfMonth: CivilDate { adding(days: 1 - components.day) }

    fileprivate var lastOfMonth: CivilDate {
        adding(days: CivilDate.days(inMonth: components.month, of: year) - components.day)
    }
}
