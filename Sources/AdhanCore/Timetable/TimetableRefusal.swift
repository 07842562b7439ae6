/// Why nothing in a file is used.
package enum TimetableRefusal: Error, Hashable, CustomStringConvertible {
    case notJSON(JSONError)
    case notCSV(line: Int, reason: String)
    /// Neither an object, a list nor a table with a header.
    case unknown(line: Int)
    case unknownKeys
    case missing(key: String)
    case missingColumns([String], line: Int)
    case keyTwice(key: String, line: Int)
    case year(String, line: Int)
    case clock(String, line: Int)
    case notAList(key: String, String, line: Int)
    case notAnObject(key: String, String, line: Int)
    case noDays(key: String, line: Int)
    case tooManyDays(line: Int)
    /// An iCalendar file that cannot be read; the line is nil where it is about the whole file.
    case calendar(line: Int?, String)
    /// No timetable at all.
    case foreign(ForeignFile)
    /// A workbook that cannot be read, and why.
    case workbook(String)
    /// Columns are recognised by the sun, which needs a place.
    case placeNeeded
    /// A table without a known format that cannot be recognised either.
    case table(TableRefusal)
    /// Sheets of a workbook that are undecided, while the others have no whole year; the first of them is named.
    case sheets(first: String, others: Int, TableRefusal)
    /// Every day that has a date is in another year than the file's; the first is named.
    case otherYear(Int, CivilDate)

    package var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .notCSV(let line, let reason): "line \(line): this is not CSV: \(reason)"
        case .unknown(let line):
            "line \(line): this is not a known timetable format: it is neither JSON nor CSV with column names in its "
                + "first line, as in date,fajr,sunrise,dhuhr,asr,maghrib,isha"
        case .unknownKeys:
            "the file has none of \"prayerTimes\" (a mosque's year), \"data\" (AlAdhan) and \"times\" "
                + "(LondonPrayerTimes)"
        case .missing(let key): "the file has no \"\(key)\"; a mosque's year needs \"year\" and \"prayerTimes\""
        case .missingColumns(let names, let line):
            "line \(line): the header has no column for \(names.joined(separator: ", "))"
        case .keyTwice(let key, let line):
            "line \(line): \"\(key)\" is here a second time; keep only the right one"
        case .year(let value, let line):
            "line \(line): year is \(value), but it must be a whole number from 1 to 9999, without quotes"
        case .clock(let value, let line):
            "line \(line): clock is \(value), but it must be one of "
                + FileClock.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        case .notAList(let key, let value, let line):
            "line \(line): \(key) is \(value), but it must be a list of days: [ … ]"
        case .notAnObject(let key, let value, let line):
            "line \(line): \(key) is \(value), but it must be an object of days: { … }"
        case .noDays(let key, let line): "line \(line): \(key) is an empty list"
        case .tooManyDays(let line):
            "line \(line): the file has more than \(WrittenTimetable.mostDays) days, the maximum"
        case .calendar(let line, let reason): (line.map { "line \($0): " } ?? "") + reason
        case .foreign(let file): file.description
        case .workbook(let reason): reason
        case .placeNeeded:
            "this is no known format, and without a place its columns cannot be recognised by the sun; set latitude, "
                + "longitude and timezone in [place] of the config"
        case .table(let refusal): refusal.description
        case .sheets(let first, let others, let refusal):
            "the sheet \"\(OneLine.of(first))\" cannot be read"
                + (others > 0 ? ", nor \(others == 1 ? "another" : "\(others) others")" : "") + ": \(refusal)"
        case .otherYear(let year, let date):
            "year is \(year), but none of the days is of that year; the first is \(date): which is right?"
        }
    }

    /// Whether a person has to decide between readings that fit equally.
    package var isUndecided: Bool {
        switch self {
        case .table(let refusal): refusal.isUndecided
        case .sheets: true
        default: false
        }
    }

    /// Whether the file has a table, in which something is missing or undecided.
    package var isOfTable: Bool {
        switch self {
        case .placeNeeded, .sheets: true
        case .table(let refusal): refusal != .noTable
        default: false
        }
    }
}
