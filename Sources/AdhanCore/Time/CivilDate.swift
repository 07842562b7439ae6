/// A date of the proleptic Gregorian calendar, from 0001-01-01 to 9999-12-31.
package struct CivilDate: Hashable, Sendable, Codable {
    /// Days since 1970-01-01; negative before.
    package let dayNumber: Int

    /// The first and the last possible date; arithmetic stops there.
    package static let first = CivilDate(unchecked: -719_162)
    package static let last = CivilDate(unchecked: 2_932_896)

    private init(unchecked dayNumber: Int) { self.dayNumber = dayNumber }

    /// The date that many days after 1970-01-01, clamped to `first` and `last`.
    package init(dayNumber: Int) {
        self.dayNumber = min(max(dayNumber, Self.first.dayNumber), Self.last.dayNumber)
    }

    /// - Throws: `CivilDateError` if the calendar has no such day.
    package init(year: Int, month: Int, day: Int) throws(CivilDateError) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day)
        else { throw CivilDateError.noSuchDay(year: year, month: month, day: day) }
        dayNumber = Self.dayNumber(year: year, month: month, day: day)
    }

    /// Parses `YYYY-MM-DD`, and no other form.
    package init(_ text: some StringProtocol) throws(CivilDateError) {
        guard let numbers = text.numbers([4, 2, 2]) else { throw .unreadable(String(text.prefix(40))) }
        try self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    package init(from decoder: any Decoder) throws {
        self.init(dayNumber: try decoder.singleValueContainer().decode(Int.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(dayNumber)
    }

    package func adding(days: Int) -> CivilDate {
        let (sum, overflow) = dayNumber.addingReportingOverflow(days)
        return CivilDate(dayNumber: overflow ? (days < 0 ? Int.min : Int.max) : sum)
    }

    /// Year, month (1…12) and day (1…31).
    package var components: (year: Int, month: Int, day: Int) {
        // Counting from 1 March of a year divisible by 400 puts the leap day last, and no month needs a special case.
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }

    package var year: Int { components.year }

    /// 0 is Sunday, 5 Friday, 6 Saturday.
    package var weekday: Int { ((dayNumber + 4) % 7 + 7) % 7 }

    static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    package static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether the Gregorian year has a 29 February.
    package static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }
}

extension CivilDate: Comparable, Strideable {
    package static func < (left: CivilDate, right: CivilDate) -> Bool { left.dayNumber < right.dayNumber }
    package func distance(to other: CivilDate) -> Int { other.dayNumber - dayNumber }
    package func advanced(by days: Int) -> CivilDate { adding(days: days) }
}

extension CivilDate: CustomStringConvertible {
    /// `YYYY-MM-DD`.
    package var description: String {
        let (year, month, day) = components
        return year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + day.padded(to: 2)
    }
}

/// Why a text or numbers are not a date.
package enum CivilDateError: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case noSuchDay(year: Int, month: Int, day: Int)

    package var description: String {
        switch self {
        case .unreadable(let text): "'\(text)' is not a date; write it as YYYY-MM-DD, for example 2026-11-21"
        case .noSuchDay(let year, let month, let day):
            CivilDate.months.indices.contains(month - 1) && (29...31).contains(day)
                ? "\(year) has no \(day) \(CivilDate.months[month - 1])"
                : "there is no day \(year)-\(month)-\(day) in the calendar"
        }
    }
}
