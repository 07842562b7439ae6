import AdhanCore

/// What of a table is not in the mosque's year that was made of it.
struct LeftOut {
    /// How many dates are named.
    private static let mostDates = 12

    /// Empty if all is in it.
    let sentences: [String]

    /// - Parameters:
    ///   - others: the days of other years that are not wanted.
    init(_ days: [FileDay], _ written: WrittenTimetable, others: [FileDay] = []) {
        let years = Set(days.map(\.day.date.year))
        let lost = written.lost.filter { years.contains($0.year) }
        var sentences: [String] = []
        if !lost.isEmpty {
            let verb = lost.count == 1 ? "is" : "are"
            sentences.append("\(Self.list(lost)) \(verb) left out of the result, with all times")
        }
        let times = Prayer.allCases.compactMap { prayer -> String? in
            let dates = days.filter { $0.missing.contains(prayer) }.map(\.day.date)
            return dates.isEmpty ? nil : "\(prayer.rawValue) on \(Self.list(dates))"
        }
        if !times.isEmpty {
            let isOne = days.count { !$0.missing.isEmpty } == 1
            sentences.append(
                "\(times.joined(separator: "; ")) \(isOne ? "is" : "are") left out of the result; "
                    + "the other times of \(isOne ? "that day" : "those days") are in it"
            )
        }
        if written.undated > 0 {
            let isOne = written.undated == 1
            let lines =
                isOne
                ? "1 line has no date that can be read and is"
                : "\(written.undated) lines have no date that can be read and are"
            sentences.append("\(lines) left out of the result")
        }
        if written.ofNoDay > 0 {
            let lines = written.ofNoDay == 1 ? "1 line is" : "\(written.ofNoDay) lines are"
            sentences.append("\(lines) of a day that the year lacks, such as 29 February, and left out of the result")
        }
        if !written.sheetsLeftOut.isEmpty {
            let names = written.sheetsLeftOut.prefix(Self.mostDates).map { "\"\(OneLine.of($0))\"" }
            sentences.append(
                "the \(names.count == 1 ? "sheet" : "sheets") \(names.joined(separator: ", ")) "
                    + "\(names.count == 1 ? "is" : "are") left out of the result"
            )
        }
        self.sentences =
            sentences.map { "\($0); correct the table and import it again" }
            + (others.isEmpty
                ? []
                : [
                    "\(Self.list(others.map(\.day.date))) \(others.count == 1 ? "is" : "are") left out of the result: "
                        + "a mosque's year has one year; import the others with --year"
                ])
    }

    private static func list(_ dates: [CivilDate]) -> String {
        let rest = dates.count > mostDates ? " and \(dates.count - mostDates) more" : ""
        return dates.prefix(mostDates).map(\.description).joined(separator: ", ") + rest
    }
}
