import AdhanCore
import AdhanSupport
import AdhanTimetables

/// A timetable that a person has confirmed: the file that takes the place of the one in use.
///
/// It is one file for all its years: with the days of the old one that the new table lacks, next year's stand beside
/// this year's, and going back brings both back.
struct ConfirmedTimetable {
    /// adhand's own CSV.
    let csv: String
    /// Its first and its last day, and how many it has.
    let dates: DateRun
    let count: Int
    /// The days of `accept` in `[timetable]`; nil where all are.
    let accepted: Set<CivilDate>?

    /// - Parameters:
    ///   - days: those of the new table, ascending.
    ///   - others: days of the timetable in use that it lacks, ascending.
    ///   - kept: the days that are used as they are written.
    init?(_ days: [FileDay], with others: [FileDay], keeping kept: Set<CivilDate>, _ rules: TimesRules) {
        // The earliest of the old ones are of least use.
        let room = max(0, WrittenTimetable.mostDays - days.count)
        let all = (days + others.suffix(room)).sorted { $0.day.date < $1.day.date }
        guard let first = all.first?.day.date, let last = all.last?.day.date, let csv = rules.csv(all) else {
            return nil
        }
        (self.csv, dates, count) = (csv, DateRun(first: first, last: last), all.count)
        switch rules.configuration.timetable.accept {
        case .all: accepted = nil
        case .dates(let dates): accepted = dates.filter { $0.year >= rules.today.year }.union(kept)
        }
    }

    /// Has the panel's settings name the file, and the days that are used as they are written.
    func enter(_ file: String, into tables: inout ConfigTree, _ old: TimetableConfiguration) {
        var table = tables[table: "timetable"]
        table[value: "file"] = .text(file)
        if let accepted, .dates(accepted) != old.accept {
            table[value: "accept"] = .texts(accepted.sorted().map { "\($0)" })
        }
        tables[table: "timetable"] = table
    }

    /// For people: `timetable 2027.xlsx: 365 days, 2027-01-01 to 2027-12-31`.
    func words(_ name: String) -> String { "timetable \(name): \(count) days, \(dates.first) to \(dates.last)" }
}
