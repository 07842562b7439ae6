import AdhanCore
import AdhanSupport
import AdhanTimetables

/// The times that the box uses until another timetable is confirmed.
struct TimesInUse {
    enum Source {
        /// The mosque's file, by its path.
        case file(String)
        /// The daemon, whatever its sources are.
        case daemon
        /// Nobody could say them, and why.
        case unknown(String)
    }

    let source: Source
    /// The file's days as written, ascending; empty where there is no file.
    let written: [FileDay]
    /// The times that are called, by day and by the names of `PrayerDay.moments`.
    let moments: [CivilDate: [String: Instant]]
    /// Whether it knows congregations and Fridays, too.
    let isFile: Bool
    /// The day up to which the file has all days; nil where there is no file, or it has no day for today.
    let last: CivilDate?
    /// The faults of the file's days that are ahead.
    let faults: [TimetableFault]

    init(_ file: String, _ table: CheckedTimetable, _ zone: ZoneRules, today: CivilDate) {
        source = .file(file)
        written = table.written.forCheck(in: zone).days
        let days = table.days(table.dates.sorted(), in: zone)
        moments = Dictionary(days.map { ($0.date, $0.known) }) { first, _ in first }
        (isFile, last, faults) = (true, table.reach(from: today)?.last, table.faults.ahead(of: today))
    }

    init(_ report: TimesReport) {
        (source, written, isFile, last, faults) = (.daemon, [], false, nil, [])
        let days = report.days.map { day in
            let six = [
                ("fajr", day.fajr), ("sunrise", day.sunrise), ("dhuhr", day.dhuhr), ("asr", day.asr),
                ("maghrib", day.maghrib), ("isha", day.isha),
            ]
            return (day.date, Dictionary(six.map { ($0.0, $0.1.at) }) { first, _ in first })
        }
        moments = Dictionary(days) { first, _ in first }
    }

    init(unknown reason: String) {
        (source, written, moments, isFile) = (.unknown(reason), [], [:], false)
        (last, faults) = (nil, [])
    }

    /// The file's days from that date on, and all of its year, that the others lack.
    func others(besides dates: Set<CivilDate>, from today: CivilDate) -> [FileDay] {
        written.filter { $0.day.date.year >= today.year && !dates.contains($0.day.date) }
    }
}

/// A day on which another timetable has other times.
struct DayChange: Equatable {
    struct Time: Equatable {
        /// One of the names of `PrayerDay.moments`.
        let name: String
        let before, after: Instant?

        /// In whole minutes, positive if later; nil where there is one time alone.
        var minutes: Int? {
            guard let before, let after else { return nil }
            return Int((Double((after - before).wholeMilliseconds) / 60_000).rounded())
        }
    }

    let date: CivilDate
    let times: [Time]

    /// The days that both have and on which they differ, ascending.
    ///
    /// - Parameters:
    ///   - today: the first day that matters.
    static func all(from old: TimesInUse, to days: [PrayerDay], since today: CivilDate) -> [DayChange] {
        days.compactMap { day in
            guard day.date >= today, let before = old.moments[day.date] else { return nil }
            let after = day.known
            let times = day.moments.map(\.name).filter { old.isFile || before[$0] != nil }.compactMap { name in
                before[name] == after[name] ? nil : Time(name: name, before: before[name], after: after[name])
            }
            return times.isEmpty ? nil : DayChange(date: day.date, times: times)
        }
    }
}

extension PrayerDay {
    /// Its times by their names. Some files have Friday's on each day: they count on Fridays alone.
    fileprivate var known: [String: Instant] {
        let pairs = moments.compactMap { name, at -> (String, Instant)? in
            date.weekday == 5 || !name.hasPrefix("jumuah") ? at.map { (name, $0) } : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
