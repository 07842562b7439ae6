/// The rules that the timetable overrides on some of their days.
extension RulesCheck {
    /// - Parameter own: the days on which the prayer may have an iqama.
    func overriddenIqama(_ prayer: Prayer, _ own: [Day]) -> Remark? {
        let ruled = own.filter { rules.iqama[prayer]?.value(on: $0.facts, for: prayer) != nil }
        let unused = "the timetable has that iqama on \(ruled.count == own.count ? "every day" : "each of its days")"
        let names = Names(
            key: "iqama.\(prayer.rawValue)",
            ours: "[iqama] \(prayer.rawValue)",
            theirs: "iqama of \(prayer.rawValue)",
            unused: "is not used: \(unused), and comes first"
        )
        return overridden(names, ruled) { $0.iqama[prayer].map { [$0] } ?? [] }
    }

    func overriddenKhutbahs(_ fridays: [Day]) -> Remark? {
        let ruled = fridays.filter { rules.jumuah.times.value(on: $0.facts) != nil }
        let areMany = ruled.contains { $0.plain.fridays.count > 1 }
        let theirs = ruled.contains { $0.plain.hasJumuahPrayers } ? "Friday prayer" : "khutbah"
        let unused =
            "the timetable has the \(theirs)s of \(ruled.count == fridays.count ? "every Friday" : "its Fridays")"
        let names = Names(
            key: "jumuah.times",
            ours: "[jumuah] times",
            areOursMany: true,
            theirs: theirs + (areMany ? "s" : ""),
            areTheirsMany: areMany,
            unused: "is not used: \(unused), and comes first"
        )
        return overridden(names, ruled, \.fridays)
    }

    private struct Names {
        let key, ours: String
        var areOursMany = false
        let theirs: String
        var areTheirsMany = false
        let unused: String
    }

    /// - Parameters:
    ///   - ruled: the days on which the rule would count, ascending.
    ///   - times: the timetable's times of a day, which come first; empty where it has none.
    private func overridden(_ names: Names, _ ruled: [Day], _ times: (PrayerDay) -> [Instant]) -> Remark? {
        let theirs = ruled.filter { !times($0.plain).isEmpty }
        guard let first = theirs.first, let last = theirs.last else { return nil }
        if theirs.count == ruled.count { return Remark(key: spot(names.key), words: "\(names.ours) \(names.unused)") }
        let clocks = Set(theirs.map { day in times(day.plain).map { zone.clockText($0) } })
        let at = clocks.count == 1 ? clocks.first.map { " at " + $0.joined(separator: " and ") } ?? "" : ""
        let sentence = "The timetable's \(names.theirs)\(at) \(names.areTheirsMany ? "count" : "counts")"
        let ours = "Your \(names.ours) \(names.areOursMany ? "count" : "counts")"
        let before = ruled.last { $0.date < first.date }
        let after = ruled.first { $0.date > last.date }
        let inside = ruled.count { first.date <= $0.date && $0.date <= last.date }
        let words: String
        if inside > theirs.count {
            let count = theirs.count == 1 ? "1 day" : "\(theirs.count) days"
            words =
                "\(sentence) on \(count) of the coming year, first on \(first.date.inWords). "
                + "\(ours) on the other days."
        } else {
            let from = before.map { span(first, after: $0).lowerBound }
            let until = after.map { span(last, before: $0).upperBound }
            words =
                switch (from, until) {
                case (nil, let until?):
                    "\(sentence) until \(until.inWords). \(ours) from \(until.adding(days: 1).inWords)."
                case (let from?, nil):
                    "\(sentence) from \(from.inWords). \(ours) until \(from.adding(days: -1).inWords)."
                case (let from?, let until?):
                    "\(sentence) from \(from.inWords) until \(until.inWords). \(ours) on the other days."
                case (nil, nil): ""
                }
        }
        return Remark(key: spot(names.key), words: words)
    }

    /// The dates of one source around that day: a timetable need not end on a Friday.
    ///
    /// - Parameters:
    ///   - after: the last day that is not among them.
    ///   - before: the first day that is not among them.
    private func span(_ day: Day, after: Day? = nil, before: Day? = nil) -> ClosedRange<CivilDate> {
        let near = days.filter { other in
            other.plain.source == day.plain.source && after.map { $0.date < other.date } != false
                && before.map { other.date < $0.date } != false
        }
        return min(near.first?.date ?? day.date, day.date)...max(near.last?.date ?? day.date, day.date)
    }
}
