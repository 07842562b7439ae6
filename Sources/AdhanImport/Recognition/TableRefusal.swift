import AdhanCore

/// Why a table is not read as the timetable of one mosque, and what decides it.
package enum TableRefusal: Error, Hashable, CustomStringConvertible {
    case noTable
    /// Each row is another mosque or town; the text is the column's name.
    case list(String)
    case noDates
    /// Its days have several lines each: the first day as it is written, its first two lines, and how many days have
    /// them.
    case severalLines(day: String, lines: [Int], days: Int)
    /// The rows have no year, and each of these fits equally; none if nothing tells. The present date is nil if it is
    /// not known.
    case year([Int], today: CivilDate?)
    /// The month that a title or a name says, and those that the sun says.
    case month(said: Int, bySun: [Int])
    /// It is a table of one Ramadan, and these first days of it were tried, each as text; none if no year is known. The
    /// present date is nil if it is not known.
    case ramadan([String], today: CivilDate?)
    /// Its weekdays contradict the dates of a Hijri month, which begins on that day by Umm al-Qura's calendar.
    case hijri(HijriMonth, CivilDate)
    case dates([String])
    /// Its dates can be read in more ways than are compared: at least as many.
    case manyDates(Int)
    /// It has more cells than so many; a long text counts for several.
    case manyCells(Int)
    /// It has more columns with times than a timetable has; their number.
    case manyTimes(Int)
    /// Each prayer has so many columns, as where months stand side by side.
    case blocks(Int)
    case columns(Prayer, [String])
    case missing([Prayer], columns: [String])
    case noColumn(String, for: String)
    /// A person named a column without times, or that of the dates; the first text is what was named, the last is the
    /// column.
    case noTimes(String, for: String, column: String)
    case columnTwice(String, for: [String])
    case noPrayer(String)
    case otherYear(wanted: Int, found: [Int])

    package var description: String {
        switch self {
        case .noTable:
            "this is no timetable: no row has three times or more. A timetable has a row a day, with a column a prayer"
        case .list(let column):
            "this is no timetable of one mosque: its rows have no dates, and each has another name in \(column). It "
                + "looks like a list of mosques or towns"
        case .noDates:
            "its rows have no dates that can be read, and they are not those of a whole month or year in order; add a "
                + "column with dates written YYYY-MM-DD"
        case .severalLines(let day, let lines, let days):
            "its days have more than one line each: \(day) is on the lines \(Self.list(lines.map { "\($0)" }, "and"))"
                + (days > 1 ? ", and \(days - 1) more days are on several" : "")
                + ". A timetable has one line a day: put the times of the other lines into columns of "
                + "their own, such as fajr_iqama, or delete those lines"
        case .year(let years, let today):
            "its dates have no year"
                + (years.isEmpty ? "" : ", and \(Self.list(years.map { "\($0)" }, "and")) fit equally")
                + "; say which one it is with --year, as in: adhand timetable import FILE --year "
                + "\(Self.likeliest(years, today)), or put it into the file's name"
        case .month(let said, let bySun):
            "its title or its name says \(CalendarWords.english[said - 1]), but its times are those of "
                + "\(Self.list(bySun.map { CalendarWords.english[$0 - 1] }, "or")) by the sun; correct the title, or "
                + "write the dates as YYYY-MM-DD"
        case .ramadan([], let today):
            "it is a table of Ramadan, and nothing says of which year; say which one it is with --year, as in: adhand "
                + "timetable import FILE --year \(Self.nextRamadan(today))"
        case .ramadan(let days, _):
            "it is a table of Ramadan, but its times or its weekdays are not those of a Ramadan that begins on "
                + "\(Self.list(days, "or")); say the year with --year, or write the dates as YYYY-MM-DD"
        case .hijri(let month, let first):
            "its weekdays are not those of \(month.name) \(month.year), which begins on \(first) or a day beside; "
                + "write the dates as YYYY-MM-DD"
        case .dates(let readings):
            "its dates can be read in two ways that fit equally: \(Self.list(readings, "or")). Write them as "
                + "YYYY-MM-DD, or put month and year into the file's name, as in times-2026-04.csv"
        case .manyDates(let count):
            "its dates can be read in \(count) ways or more, too many to compare; write them as YYYY-MM-DD in one "
                + "column, and leave out columns that have nothing but small numbers"
        case .manyCells(let count):
            "it has more than \(count) cells (a long text counts for several), far more than two years need; leave out "
                + "what is no timetable"
        case .manyTimes(let count):
            "it has \(count) columns with times, more than a timetable of one mosque has; leave out those that are no "
                + "prayers"
        case .blocks(let count):
            "each prayer has \(count) columns: it looks like \(count) months side by side, and nothing says of each "
                + "block which month it is. Put them one below the other, with dates written YYYY-MM-DD; a block with "
                + "a date column of its own may also have its month above it, as in April 2026"
        case .columns(let prayer, let columns):
            "\(Self.list(columns, "and")) may each be \(prayer.rawValue); say which one it is with --map "
                + "\(prayer.rawValue)=COLUMN, by its number or heading"
                + (prayer == .sunrise
                    ? "" : "; if another one is its congregation, with --map \(prayer.rawValue)_iqama=COLUMN")
        case .missing(let prayers, let columns):
            "no column was found for \(Self.list(prayers.map(\.rawValue), "and")); name it with --map "
                + "\(prayers.first?.rawValue ?? "fajr")=COLUMN, by its number or heading. Found: "
                + "\(Self.list(columns, "and"))"
        case .noColumn(let column, let prayer):
            "--map \(prayer)=\(column): there is no such column; it is a number from 1 on, or a heading"
        case .noTimes(let text, let prayer, let column):
            "--map \(prayer)=\(text): \(column) has no times of day; name the column that has those of \(prayer)"
        case .columnTwice(let column, let prayers):
            "--map: \(column) is given to \(Self.list(prayers, "and")), but a column has the times of one; name "
                + "another column for one of them"
        case .noPrayer(let name):
            "--map \(name)=…: it is one of \(Self.list(Prayer.allCases.map(\.rawValue), "or")), with _iqama for a "
                + "congregation, asr_2 or jumuah"
        case .otherYear(let wanted, let found):
            "it has no day of \(wanted), but days of \(Self.list(found.map { "\($0)" }, "and"))"
        }
    }

    /// Whether a person has to decide between readings that fit equally.
    var isUndecided: Bool {
        switch self {
        case .year, .dates, .columns, .month, .ramadan, .hijri: true
        default: false
        }
    }

    /// The year of an example to copy: the present one, else the next, else the nearest.
    private static func likeliest(_ years: [Int], _ today: CivilDate?) -> Int {
        guard let present = today?.year else { return years.last ?? 2026 }
        return years.contains(present + 1) && !years.contains(present)
            ? present + 1 : years.min { abs($0 - present) < abs($1 - present) } ?? present
    }

    /// The years of the present Ramadan or else the next one, for an example to copy: `2027, or write 1448 H into its
    /// title`.
    private static func nextRamadan(_ today: CivilDate?) -> String {
        let hijri = today.flatMap { HijriCalendar.ummAlQura.date($0)?.month }
        // reason for try?: without a calendar's year there is an example of the past
        let month = hijri.flatMap { try? HijriMonth(year: $0.month > 9 ? $0.year + 1 : $0.year, month: 9) }
        let civil = month.map { HijriCalendar.ummAlQura.start(of: $0).year } ?? 2027
        return "\(civil), or write \(month?.year ?? 1448) H into its title"
    }

    private static func list(_ texts: [String], _ word: String) -> String {
        let shown = texts.prefix(8) + (texts.count > 8 ? ["\(texts.count - 8) more"] : [])
        guard let last = shown.last, shown.count > 1 else { return shown.first ?? "none" }
        return shown.dropLast().joined(separator: ", ") + " \(word) " + last
    }
}
