/// What a person says of the Hijri date that is now.
package enum HijriClaim: Hashable, Sendable {
    /// The day of the month, 1 to 30.
    case day(Int)
    /// How many days later the date is, -2 to 2.
    case shift(Int)

    /// Reads a correction, for which a plain `1` is `+1`.
    package init?(correction text: String) {
        guard let claim = HijriClaim(text) ?? HijriClaim("+" + text) else { return nil }
        self = claim
    }

    /// Parses `+1`, `-1 day` and `today is 15`; nil for anything else.
    package init?(_ text: String) {
        var words = text.lowercased().split(separator: " ").map(String.init)
        if words.count == 2, ["day", "days"].contains(words[1]) { words.removeLast() }
        if words.count == 1, let word = words.first, let sign = word.first, sign == "+" || sign == "-" {
            guard word.utf8.count == 2, let days = Int(word), abs(days) <= HijriCalendar.farthest else { return nil }
            self = .shift(days)
            return
        }
        guard words.count == 3, words[0] == "today", words[1] == "is", words[2].utf8.count <= 2,
            let day = Int(words[2]), (1...30).contains(day)
        else { return nil }
        self = .day(day)
    }
}

extension HijriStart: CustomStringConvertible {
    /// `1448-06-01=2026-11-12`.
    package var description: String { "\(HijriDate(month: month, day: 1))=\(date)" }

    /// Parses `1448-06-01=2026-11-12`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        // reason: the caller says which form is meant
        guard parts.count == 2, let first = try? HijriDate(parts[0]), first.day == 1,
            let date = try? CivilDate(parts[1])  // reason: see above
        else { return nil }
        self.init(month: first.month, date: date)
    }
}

extension HijriCalendar {
    /// The month's start with which a claim is true.
    ///
    /// - Parameters:
    ///   - daylight: the date that the claim is about.
    ///   - shown: its Hijri date without the claim.
    /// - Throws: `HijriFault` where no calendar with months of 29 or 30 days has that date.
    package func start(by claim: HijriClaim, on daylight: CivilDate, shown: HijriDate) throws(HijriFault) -> HijriStart
    {
        switch claim {
        case .shift(let days):
            let start = HijriStart(month: shown.month, date: daylight.adding(days: 1 - shown.day - days))
            _ = try declaring(start)
            return start
        case .day(let day):
            // On the 30th, "today is 1" means the next month; on the 1st, "today is 30" means the month before.
            let (first, shift) = (daylight.adding(days: 1 - day), day - shown.day)
            let month = shown.month.advanced(by: shift < -15 ? 1 : shift > 15 ? -1 : 0)
            let usual = UmmAlQura.start(of: month)
            guard abs(usual.distance(to: first)) <= Self.farthest else {
                throw .farFromToday(day, ummAlQura: HijriCalendar.ummAlQura.date(daylight) ?? shown)
            }
            let start = HijriStart(month: month, date: first)
            if try declaring(start).date(daylight)?.day == day { return start }
            // The thirtieth is one only where the next month begins a day later.
            let next = HijriStart(month: month.advanced(by: 1), date: daylight.adding(days: 1))
            guard try declaring(next).date(daylight)?.day == day else {
                throw .noSuchDay(HijriDate(month: month, day: day))
            }
            return next
        }
    }

    /// The first date from which another calendar has the same dates as this one.
    ///
    /// - Parameter month: they begin it on different days.
    package func agrees(with other: HijriCalendar, after month: HijriMonth) -> CivilDate {
        var next = month.advanced(by: 1)
        while start(of: next) != other.start(of: next), next.index - month.index < 12 { next = next.advanced(by: 1) }
        return start(of: next)
    }
}
