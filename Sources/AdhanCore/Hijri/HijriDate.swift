/// A month of the Hijri calendar.
package struct HijriMonth: Sendable, Hashable {
    /// Months since Muharram of the year 1.
    let index: Int

    init(index: Int) { self.index = index }

    /// - Throws: `HijriFault` where there is no such month; years are those for which Umm al-Qura's calendar is known.
    package init(year: Int, month: Int) throws(HijriFault) {
        guard UmmAlQura.years.contains(year), (1...12).contains(month) else {
            throw .noSuchMonth("\(year.padded(to: 4))-\(month.padded(to: 2))")
        }
        index = (year - 1) * 12 + month - 1
    }

    /// Reads `1447-09`, and nothing looser.
    package init(_ text: some StringProtocol) throws(HijriFault) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2], let first = parts.first, let last = parts.last,
            first.utf8.allSatisfy({ (0x30...0x39).contains($0) }), last.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let year = Int(first), let month = Int(last)
        else { throw .noSuchMonth(String(text.prefix(40))) }
        try self.init(year: year, month: month)
    }

    package var year: Int { index / 12 + 1 }
    /// 1…12; 9 is Ramadan.
    package var month: Int { index % 12 + 1 }
    package var isRamadan: Bool { month == 9 }
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

/// A date of the Hijri calendar: that of the daylight. Its night is the one before, from Maghrib on.
package struct HijriDate: Sendable, Hashable {
    package let month: HijriMonth
    /// 1…30.
    package let day: Int

    package init(month: HijriMonth, day: Int) { (self.month, self.day) = (month, day) }
}

extension HijriDate: CustomStringConvertible {
    /// `1447-09-01`.
    package var description: String { "\(month)-" + day.padded(to: 2) }
}

/// What cannot be in a Hijri calendar.
package enum HijriFault: Error, Equatable, CustomStringConvertible {
    case noSuchMonth(String)
    case tooFar(HijriMonth, CivilDate, ummAlQura: CivilDate)
    case wrongLength(HijriMonth, days: Int)

    package var description: String {
        switch self {
        case .noSuchMonth(let text):
            "'\(text)' is not a Hijri month; write year and month as in 1447-09, which is Ramadan of 1447"
        case .tooFar(let month, let date, let ummAlQura):
            "\(month) cannot begin on \(date): in Umm al-Qura's calendar it begins on \(ummAlQura), and no sighting is more than "
                + "\(HijriCalendar.farthest) days from it"
        case .wrongLength(let month, let days):
            "\(month) would have \(days) days, and a month has 29 or 30: say on which day it begins, too"
        }
    }
}
