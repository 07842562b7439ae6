/// One thing wrong in a timetable that could be read as a whole.
package struct TimetableFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// 1-based, of the file.
    package let line: Int
    /// The mosque date it is about; nil where the file's own date cannot be read.
    package let date: CivilDate?
    /// What is wrong, with the value quoted.
    package let sentence: String

    init(line: Int, date: CivilDate?, _ problem: some CustomStringConvertible) {
        (self.line, self.date, sentence) = (line, date, problem.description)
    }

    package var description: String {
        "line \(line)" + (date.map { ", \($0)" } ?? "") + ": " + sentence
    }
}

extension [TimetableFault] {
    /// In the order of the file; by date where it has but one line.
    var byPlace: [TimetableFault] {
        sorted { ($0.line, $0.date ?? .first) < ($1.line, $1.date ?? .first) }
    }
}

/// Why a day of a file is not used.
enum DayProblem: Error, CustomStringConvertible {
    case notADay(String)
    case dateUnreadable(String)
    case noSuchDay(String)
    case otherYear(Int)
    case missing(String)
    case withoutAdhan(Prayer)
    case keyTwice(String)
    case timeUnreadable(Prayer, String)
    case noSuchTime(Prayer, String)
    /// The texts are the times as the clock shows them.
    case order(Prayer, String, after: Prayer, String)
    case repeated(line: Int)
    case contradicted(line: Int)

    var description: String {
        switch self {
        case .notADay(let value): "here stands \(value), but a day is an object with \"date\" and its times"
        case .dateUnreadable(let value): "date is \(value), but a date is written YYYY-MM-DD"
        case .noSuchDay(let value): "date is \(value), but the calendar has no such day"
        case .otherYear(let year): "this is not a day of \(year), the year of the file"
        case .missing(let key): "\(key) is missing"
        case .withoutAdhan(let prayer): "\(prayer.rawValue) has no \"adhan\""
        case .keyTwice(let name): "\(name) stands here a second time in the same day; leave only the right one"
        case .timeUnreadable(let prayer, let value): "\(prayer.rawValue) is \(value), but a time is written HH:MM"
        case .noSuchTime(let prayer, let value): "\(prayer.rawValue) is \(value), but a clock shows 00:00 to 23:59"
        case .order(let prayer, let time, let earlier, let earlierTime):
            "\(prayer.rawValue) \(time) is not after \(earlier.rawValue) \(earlierTime)"
        case .repeated(let line): "the day stands on line \(line) already, with the same times; leave only one"
        case .contradicted(let line):
            "the day stands on line \(line) already, with other times; neither is used, leave only the right one"
        }
    }
}

/// Why nothing of a file is used.
package enum TimetableRefusal: Error, Hashable, CustomStringConvertible {
    case notJSON(JSONError)
    /// What stands there instead.
    case notAnObject(String)
    case missing(key: String)
    case keyTwice(key: String, line: Int)
    case year(String, line: Int)
    case notAList(String, line: Int)
    case noDays(line: Int)
    case tooManyDays(Int, line: Int)
    /// Every day that has a date is of another year than the file; the first is named.
    case otherYear(Int, CivilDate)

    package var description: String {
        switch self {
        case .notJSON(let error): error.description
        case .notAnObject(let value):
            "the file is \(value), but a mosque's year is an object with \"year\" and \"prayerTimes\""
        case .missing(let key): "the file has no \"\(key)\"; a mosque's year needs \"year\" and \"prayerTimes\""
        case .keyTwice(let key, let line):
            "line \(line): \"\(key)\" stands here a second time; leave only the right one"
        case .year(let value, let line):
            "line \(line): year is \(value), but it is a whole number from 1 to 9999, without quotes"
        case .notAList(let value, let line): "line \(line): prayerTimes is \(value), but it is a list of days: [ … ]"
        case .noDays(let line): "line \(line): prayerTimes is an empty list"
        case .tooManyDays(let count, let line):
            "line \(line): prayerTimes has \(count) days, but \(MosqueYear.mostDays) are the most that are read"
        case .otherYear(let year, let date):
            "year is \(year), but none of the days is of that year; the first is \(date): which is right?"
        }
    }
}
