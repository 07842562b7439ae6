/// Why a day of a file, or something of it, is not used.
package enum DayProblem: Error, CustomStringConvertible {
    case notADay(String)
    case dateUnreadable(String, dayFirst: Bool)
    case noSuchDay(String)
    /// Of a table: whether it is a day that the calendar lacks, or no date at all, and the day that the rows beside it
    /// leave for it.
    case noDate(String, isNoDay: Bool, meant: CivilDate?)
    /// The same day of the file's year, if it is missing.
    case otherYear(Int, meant: CivilDate?)
    case missing(String)
    case withoutAdhan(Prayer)
    case keyTwice(String)
    case tooManyMembers(Int)
    /// For a table: the number of fields in the line and in the header.
    case columns(Int, header: Int)
    case timeUnreadable(DayField, String)
    case noSuchTime(DayField, String)
    /// A moment on a completely different date.
    case farAway(Prayer, String)
    case mixed
    /// The last text is the time of day at which the prayer begins.
    case iqamaFar(Prayer, String, isBefore: Bool, String)
    /// The last text is Fajr's time of day.
    case imsakFar(String, String)
    /// Of a table: a cell beside the six times, which only the day lacks then, and its column.
    case cellUnreadable(DayField, String, column: String)
    case manyFridays(Int)
    case hijriUnreadable(String)
    /// How many days the date is before the day that Umm al-Qura has for it; negative is after.
    case hijriFar(HijriDate, days: Int)
    case several([DayProblem])
    /// With the place where the day is already.
    case repeated(at: String)
    case contradicted(at: String)
    /// From the fault's date on.
    case missingDays(through: CivilDate, count: Int)

    package var description: String {
        switch self {
        case .notADay(let value): "here is \(value), but a day must be an object with \"date\" and its times"
        case .dateUnreadable(let value, let dayFirst):
            "date is \(value), but a date is written \(dayFirst ? "DD-MM-YYYY" : "YYYY-MM-DD")"
        case .noSuchDay(let value):
            "date is \(value), but the calendar has no such day; correct it, or leave the day out"
        case .noDate(let value, let isNoDay, let meant):
            "date is \(value), \(isNoDay ? "but the calendar has no such day" : "which is no date"); "
                + (meant.map { "the rows beside it leave \($0.inWords) for it" }
                    ?? "write it as the other rows have it")
        case .otherYear(let year, let meant):
            "this is not a day of \(year), the year of the file"
                + (meant.map { "; is \($0.inWords) meant, which is missing?" } ?? "")
        case .missing(let key): "\(key) is missing"
        case .withoutAdhan(let prayer): "\(prayer.rawValue) has no \"adhan\""
        case .keyTwice(let name): "\(name) is here a second time in the same day; keep only the right one"
        case .tooManyMembers(let count): "here are \(count) keys, which is more than any timetable has"
        case .columns(let count, let header):
            "the line has \(count) columns, but the header has \(header); nothing in such a line is used, since its "
                + "times may be under the wrong names"
        case .timeUnreadable(let field, let value): "\(field.name) is \(value), but a time is written HH:MM"
        case .noSuchTime(let field, let value): "\(field.name) is \(value), but a clock shows 00:00 to 23:59"
        case .farAway(let prayer, let value): "\(prayer.rawValue) is \(value), which is not of this day"
        case .mixed: "some times are moments with date and offset, others are not; write all in the same way"
        case .iqamaFar(let prayer, let value, let isBefore, let start):
            "the iqama of \(prayer.rawValue) is \(value), which is "
                + (isBefore ? "before" : "more than \(PrayerDay.longestWait / 3600) hours after")
                + " \(prayer.rawValue) begins at \(start)"
        case .imsakFar(let value, let fajr):
            "imsak is \(value), which is not in the hours before fajr at \(fajr); the times are used, imsak is not"
        case .manyFridays(let count):
            "this Friday has \(count) times for jumuah; the first \(Occasion.most) are used, the others are not"
        case .hijriUnreadable(let value):
            "hijri is \(value), but a Hijri date is written DD-MM-YYYY; the times are used, the Hijri date is not"
        case .hijriFar(let date, let days):
            "hijri is \(date), which in Umm al-Qura's calendar is \(days.magnitude) days "
                + "\(days < 0 ? "after" : "before") this day; the times are used, the Hijri date is not"
        case .cellUnreadable(let field, let value, let column):
            "\(field.name) is \(value) in \(column), which is no time; the day is used without it"
        case .several(let problems): Self.text(problems) + "; a day that lacks more than one time is not used"
        case .repeated(let place): "the day is already on \(place), with the same times; keep only one"
        case .contradicted(let place):
            "the day is already on \(place), with other times; neither is used, keep only the right one"
        case .missingDays(let last, let count):
            count == 1 ? "this day is missing" : "the \(count) days from here to \(last) are missing"
        }
    }

    /// Whether the day is used all the same, without what it is about.
    var isBeside: Bool {
        switch self {
        case .cellUnreadable, .iqamaFar, .imsakFar, .manyFridays, .hijriUnreadable, .hijriFar: true
        case .timeUnreadable(let field, _), .noSuchTime(let field, _): field.isBeside
        default: false
        }
    }

    /// Whether its date is one that the calendar lacks, and is not meant for another, so that no day is lost with it.
    var isOfNoDay: Bool {
        switch self {
        case .noSuchDay, .noDate(_, isNoDay: true, meant: nil): true
        default: false
        }
    }

    /// What it has in common with the problems of other days, if many days of a file may have it for one reason.
    var kind: String? {
        switch self {
        case .cellUnreadable(let field, _, let column): "cell \(field.name) \(column)"
        case .timeUnreadable(let field, _), .noSuchTime(let field, _): field.isBeside ? "cell \(field.name)" : nil
        case .iqamaFar(let prayer, _, let isBefore, _): Self.kind(ofIqama: prayer, isBefore: isBefore)
        case .imsakFar: Self.kindOfImsak
        case .manyFridays: "fridays"
        case .hijriUnreadable, .hijriFar: "hijri"
        case .noSuchDay, .dateUnreadable, .noDate: "date"
        case .missing, .several: "\(self)"
        case .columns: "columns"
        case .repeated: "repeated"
        case .contradicted: "contradicted"
        default: nil
        }
    }

    static let kindOfImsak = "imsak"

    /// An iqama does not follow its adhan.
    static func kind(ofIqama prayer: Prayer, isBefore: Bool) -> String {
        "\(isBefore ? "early" : "late") \(prayer.rawValue)"
    }

    private static func text(_ problems: [DayProblem]) -> String {
        let missing = problems.compactMap { problem in
            if case .missing(let key) = problem { key } else { nil }
        }
        guard missing.count == problems.count, let last = missing.last else {
            return problems.map(\.description).joined(separator: "; ")
        }
        return "\(missing.dropLast().joined(separator: ", ")) and \(last) are missing"
    }
}

extension DayField {
    /// Whether a day can be used without it.
    fileprivate var isBeside: Bool {
        switch self {
        case .date, .time, .laterAsr: false
        case .iqama, .jumuah, .jumuahPrayer, .imsak, .hijri: true
        }
    }
}
