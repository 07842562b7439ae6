/// One fault in a timetable that is readable as a whole.
package struct TimetableFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What becomes of what is faulty.
    package enum Fate: Sendable, Hashable {
        /// It is not used.
        case refused
        /// Another time is called instead.
        case replaced
        /// It is called as it stands.
        case used
    }

    /// Where it is, seen from its line.
    enum Side: String, Sendable, Hashable {
        case at = ""
        case before = "before "
        case after = "after "
    }

    /// In the file, 1-based; in a workbook, of its sheet.
    package let line: Int
    private let side: Side
    /// Nil if the file has no sheets, or only one is read.
    private(set) var sheet: SheetName?
    /// The mosque date it is about; nil if the file's own date cannot be read.
    package let date: CivilDate?
    /// The last date it is about, if it is about several.
    let through: CivilDate?
    /// The dates that it is about, if they are not all from the first to the last.
    private let dates: Set<CivilDate>?
    /// Whose time is wrong; nil where it is that of no single prayer.
    let prayer: Prayer?
    let fate: Fate
    /// What is wrong, with the value quoted.
    package let sentence: String

    init(
        _ side: Side = .at,
        line: Int,
        date: CivilDate?,
        through: CivilDate? = nil,
        among dates: Set<CivilDate>? = nil,
        of prayer: Prayer? = nil,
        fate: Fate = .refused,
        _ problem: some CustomStringConvertible
    ) {
        (self.line, self.date, self.through, self.prayer, self.fate) = (line, date, through, prayer, fate)
        (self.side, self.dates, sentence) = (side, dates, problem.description)
    }

    /// The same fault on a sheet.
    func on(_ sheet: SheetName?) -> TimetableFault {
        var fault = self
        fault.sheet = sheet
        return fault
    }

    /// Where to look, as in `line 12` or `sheet "May", line 12`.
    package var place: String {
        (sheet.map { "sheet \"\(OneLine.of($0.name))\", " } ?? "") + "\(side.rawValue)line \(line)"
    }

    /// Whether it is about that day.
    fileprivate func isAbout(_ day: CivilDate) -> Bool {
        dates?.contains(day) ?? date.map { $0 <= day && day <= (through ?? $0) } ?? false
    }

    /// The dates that it is about.
    fileprivate var days: Set<CivilDate> { dates ?? Set(date.map { [CivilDate]($0...(through ?? $0)) } ?? []) }

    /// The first few of those sentences, and after them how many more there are.
    ///
    /// - Parameters:
    ///   - rest: what the last line says of all of them.
    ///   - kind: what they are.
    package static func brief(_ sentences: [String], _ rest: String, kind: String = "faults") -> [String] {
        let count = 3
        // A line that hides a single one spares nothing.
        guard sentences.count > count + 2 else { return sentences }
        return sentences.prefix(count) + ["and \(sentences.count - count) more \(kind)\(rest)"]
    }

    package var description: String {
        let day = date.map { fate == .replaced && through == nil ? ", \($0.dayAndMonth)" : ", \($0)" } ?? ""
        return "\(place)\(day): \(sentence)"
    }
}

extension [TimetableFault] {
    /// How many days are faulty, and for which prayers, as the end of a sentence; empty where no fault has a day.
    package var tally: String {
        let counts = Prayer.allCases.compactMap { prayer -> String? in
            let days = filter { $0.prayer == prayer }.dayCount
            return days == 0 ? nil : "\(prayer.rawValue) on \(days)"
        }
        let prayers = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
        return dayCount == 0 ? "" : " on \(dayCount) days\(prayers)"
    }

    private var dayCount: Int {
        reduce(into: Set<CivilDate>()) { $0.formUnion($1.days) }.count
    }

    /// In the order of the file and its sheets; by date if the file has only one line.
    package var byPlace: [TimetableFault] {
        func place(_ fault: TimetableFault) -> (Int, Int, CivilDate) {
            (fault.sheet?.number ?? 0, fault.line, fault.date ?? .first)
        }
        return sorted { place($0) < place($1) }
    }

    /// Those of days from that one on: the soonest first, and at last those without a day.
    package func ahead(of date: CivilDate) -> [TimetableFault] {
        func day(_ fault: TimetableFault) -> CivilDate { fault.date.map { Swift.max($0, date) } ?? .last }
        return filter { ($0.through ?? $0.date ?? .last) >= date }.sorted {
            (day($0), $0.line) < (day($1), $1.line)
        }
    }

    /// The first fault because of which each of those dates is not used.
    func byDate(_ dates: some Sequence<CivilDate>) -> [CivilDate: TimetableFault] {
        let refusals = filter { $0.fate == .refused }
        let found = dates.compactMap { date in
            refusals.first { $0.isAbout(date) }.map { (date, $0) }
        }
        return Dictionary(found) { first, _ in first }
    }
}

extension CivilDate {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// As in `12 March`, for a sentence that has the whole date elsewhere.
    fileprivate var dayAndMonth: String {
        let (_, month, day) = components
        return "\(day) \(Self.months.indices.contains(month - 1) ? Self.months[month - 1] : "")"
    }

    /// As in `12 March 2026`.
    fileprivate var inWords: String { "\(dayAndMonth) \(year)" }
}

/// Why a day of a file is not used.
enum DayProblem: Error, CustomStringConvertible {
    case notADay(String)
    case dateUnreadable(String, dayFirst: Bool)
    case noSuchDay(String)
    /// Of a table: whether it is a day that the calendar lacks, or no date at all, and the day that the rows beside it leave for it.
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
    /// Both moments and times of day within one day.
    case mixed
    /// The last text is the adhan's time of day.
    case iqamaBefore(Prayer, String, String)
    /// The last text is Fajr's time of day.
    case imsakFar(String, String)
    case hijriUnreadable(String)
    /// How many days the date is before the day that Umm al-Qura has for it; negative is after.
    case hijriFar(HijriDate, days: Int)
    case repeated(line: Int)
    case contradicted(line: Int)
    /// From the fault's date on.
    case missingDays(through: CivilDate, count: Int)

    var description: String {
        switch self {
        case .notADay(let value): "here is \(value), but a day must be an object with \"date\" and its times"
        case .dateUnreadable(let value, let dayFirst):
            "date is \(value), but a date is written \(dayFirst ? "DD-MM-YYYY" : "YYYY-MM-DD")"
        case .noSuchDay(let value):
            "date is \(value), but the calendar has no such day; correct it, or leave the day out"
        case .noDate(let value, let isNoDay, let meant):
            "date is \(value), \(isNoDay ? "but the calendar has no such day" : "which is no date"); "
                + (meant.map { "the rows beside it leave \($0.inWords) for it" } ?? "write it as the other rows have it")
        case .otherYear(let year, let meant):
            "this is not a day of \(year), the year of the file"
                + (meant.map { "; is \($0.inWords) meant, which is missing?" } ?? "")
        case .missing(let key): "\(key) is missing"
        case .withoutAdhan(let prayer): "\(prayer.rawValue) has no \"adhan\""
        case .keyTwice(let name): "\(name) is here a second time in the same day; keep only the right one"
        case .tooManyMembers(let count): "here are \(count) keys, which is more than any timetable has"
        case .columns(let count, let header):
            "the line has \(count) columns, but the header has \(header); nothing in such a line is used, since its times may "
                + "be under the wrong names"
        case .timeUnreadable(let field, let value): "\(field.name) is \(value), but a time is written HH:MM"
        case .noSuchTime(let field, let value): "\(field.name) is \(value), but a clock shows 00:00 to 23:59"
        case .farAway(let prayer, let value): "\(prayer.rawValue) is \(value), which is not of this day"
        case .mixed: "some times are moments with date and offset, others are not; write all in the same way"
        case .iqamaBefore(let prayer, let value, let adhan):
            "the iqama of \(prayer.rawValue) is \(value), which is before its adhan at \(adhan)"
        case .imsakFar(let value, let fajr):
            "imsak is \(value), which is not in the hours before fajr at \(fajr); the times are used, imsak is not"
        case .hijriUnreadable(let value):
            "hijri is \(value), but a Hijri date is written DD-MM-YYYY; the times are used, the Hijri date is not"
        case .hijriFar(let date, let days):
            "hijri is \(date), which in Umm al-Qura's calendar is \(days.magnitude) days \(days < 0 ? "after" : "before") this day; "
                + "the times are used, the Hijri date is not"
        case .repeated(let line): "the day is already on line \(line), with the same times; keep only one"
        case .contradicted(let line):
            "the day is already on line \(line), with other times; neither is used, keep only the right one"
        case .missingDays(let last, let count):
            count == 1 ? "this day is missing" : "the \(count) days from here to \(last) are missing"
        }
    }
}
