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
    /// It has no known format, and what keeps its table from being recognised, as a sentence.
    case unrecognised(String)
    /// A person has to say more of the table, such as its year or which column is which; as a sentence.
    case undecided(String)
    /// What kept the program that recognises tables from reading it, as a sentence; the file may be in order.
    case unread(String)
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
        case .noDays(let key, let line): "line \(line): \(key) has no days"
        case .tooManyDays(let line):
            "line \(line): the file has more than \(WrittenTimetable.mostDays) days, the maximum"
        case .unrecognised(let reason), .undecided(let reason), .unread(let reason): reason
        case .otherYear(let year, let date):
            "year is \(year), but none of the days is of that year; the first is \(date): which is right?"
        }
    }

    /// Whether it says nothing of the file, so that another attempt may read it.
    package var isOfReader: Bool { if case .unread = self { true } else { false } }

    /// Whether a person can help by naming a year or columns.
    package var isUndecided: Bool { if case .undecided = self { true } else { false } }
}
