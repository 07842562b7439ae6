package struct HijriMonth: Sendable, Hashable {
    /// Months since Muharram of year 1.
    let index: Int

    init(index: Int) { self.index = index }

    /// - Throws: `HijriFault` if there is no such month, or the year is outside Umm al-Qura's tables.
    package init(year: Int, month: Int) throws(HijriFault) {
        guard UmmAlQura.years.contains(year), (1...12).contains(month) else {
            throw .noSuchMonth("\(year.padded(to: 4))-\(month.padded(to: 2))")
        }
        index = (year - 1) * 12 + month - 1
    }

    /// Parses `1447-09`, and no other form.
    package init(_ text: some StringProtocol) throws(HijriFault) {
        guard let numbers = text.numbers([4, 2]) else { throw .noSuchMonth(String(text.prefix(40))) }
        try self.init(year: numbers[0], month: numbers[1])
    }

    package var year: Int { index / 12 + 1 }
    /// 1…12; 9 is Ramadan.
    package var month: Int { index % 12 + 1 }

    /// In Latin letters, for example `Ramadan`.
    package var name: String { Self.names[month - 1] }

    private static let names = [
        "Muharram", "Safar", "Rabi' al-Awwal", "Rabi' al-Thani", "Jumada al-Ula", "Jumada al-Akhira", "Rajab",
        "Sha'ban", "Ramadan", "Shawwal", "Dhu al-Qa'da", "Dhu al-Hijja",
    ]
}

extension HijriMonth: Comparable, Strideable {
    package static func < (left: HijriMonth, right: HijriMonth) -> Bool { left.index < right.index }
    package func distance(to other: HijriMonth) -> Int { other.index - index }
    package func advanced(by months: Int) -> HijriMonth { HijriMonth(index: index + months) }
}

extension HijriMonth: CustomStringConvertible {
    /// `1447-09`.
    package var description: String { year.padded(to: 4) + "-" + month.padded(to: 2) }
}

/// A date of the Hijri calendar. It names the daylight; its night is the one before, which begins at Maghrib.
package struct HijriDate: Sendable, Hashable {
    package let month: HijriMonth
    /// 1…30.
    package let day: Int

    package init(month: HijriMonth, day: Int) { (self.month, self.day) = (month, day) }

    package var isRamadan: Bool { month.month == 9 }
    /// Whether it is 1 Shawwal or 10 Dhu al-Hijja.
    package var isEid: Bool { month.month == 10 && day == 1 || month.month == 12 && day == 10 }

    /// `1 Ramadan 1447`.
    package var words: String { "\(day) \(month.name) \(month.year)" }

    /// Parses `1447-09-01`, and no other form. Only the calendar knows whether the month has a thirtieth day.
    package init(_ text: String) throws(HijriFault) {
        guard let numbers = text.numbers([4, 2, 2]), (1...12).contains(numbers[1]), (1...30).contains(numbers[2])
        else { throw .noSuchDate(String(text.prefix(40))) }
        guard UmmAlQura.years.contains(numbers[0]) else { throw .unknownYear(numbers[0]) }
        self.init(month: try HijriMonth(year: numbers[0], month: numbers[1]), day: numbers[2])
    }
}

extension HijriDate: Codable {
    package init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension HijriDate: CustomStringConvertible {
    /// `1447-09-01`.
    package var description: String { "\(month)-" + day.padded(to: 2) }
}

/// A month and its first day.
package struct HijriStart: Sendable, Hashable {
    package let month: HijriMonth
    package let date: CivilDate
}

/// Why something is not a valid month or date of the Hijri calendar.
package enum HijriFault: Error, Equatable, CustomStringConvertible {
    case noSuchMonth(String)
    case tooFar(HijriMonth, CivilDate, ummAlQura: CivilDate)
    /// `mend`: the first days of months before it with which it would fit; empty where there are none.
    case wrongLength(HijriMonth, days: Int, mend: [HijriStart])
    case noSuchDate(String)
    case unknownYear(Int)
    /// A Gregorian date outside the known years.
    case unknown(CivilDate)
    /// The thirtieth of a month that has 29 days.
    case noSuchDay(HijriDate)
    /// A day of the month that a person gave for today.
    case farFromToday(Int, ummAlQura: HijriDate)

    package var description: String {
        switch self {
        case .noSuchMonth(let text):
            "'\(text)' is not a Hijri month; write year and month as in 1447-09, which is Ramadan of 1447"
        case .tooFar(let month, let date, let ummAlQura):
            "\(month) cannot begin on \(date): in Umm al-Qura's calendar it begins on \(ummAlQura), and no sighting is "
                + "more than \(HijriCalendar.farthest) days from it"
        case .wrongLength(let month, let days, let mend):
            "\(month) would have \(days) days, and a month has 29 or 30"
                + (mend.isEmpty
                    ? "; correct one of the two days"
                    : ". If the day is right, the months before it began on other days, too; write "
                        + mend.map { "\($0.month) = \"\($0.date)\"" }.joined(separator: " and "))
        case .noSuchDate(let text):
            "'\(text)' is not a Hijri date; write year, month and day as in 1447-09-01, which is the first of Ramadan "
                + "of 1447"
        case .unknownYear(let year):
            "the Hijri year \(year) is not known: Umm al-Qura's calendar covers \(Self.covered)"
        case .unknown(let date):
            "\(date) has no Hijri date that is known: Umm al-Qura's calendar covers \(Self.covered)"
        case .farFromToday(let day, let ummAlQura):
            "today cannot be day \(day) of the month: in Umm al-Qura's calendar it is \(ummAlQura.words), "
                + "and no sighting is more than \(HijriCalendar.farthest) days from it"
        case .noSuchDay(let date):
            "there is no \(date): \(date.month.name) of \(date.month.year) has 29 days"
        }
    }

    /// For example `1300 to 1600, which is 1882-11-12 to 2174-11-25`.
    private static var covered: String {
        let (first, last) = (UmmAlQura.years.lowerBound, UmmAlQura.years.upperBound)
        let start = UmmAlQura.start(of: HijriMonth(index: (first - 1) * 12))
        let end = UmmAlQura.start(of: HijriMonth(index: last * 12)).adding(days: -1)
        return "\(first) to \(last), which is \(start) to \(end)"
    }
}
