import AdhanCore

/// How far the days of a timetable reach, seen from one day.
package struct TimetableReach: Equatable, Sendable {
    /// The days that are in it, whether they can be used or not.
    package enum Days: Equatable, Sendable {
        /// It has that day, and this is its last; of those between, `missing` says which it lacks.
        case through(CivilDate)
        /// Its last day is over.
        case ended(CivilDate)
        /// Its first day is still to come.
        case begins(CivilDate)
        /// That day is missing between others; this is the next it has.
        case missing(until: CivilDate)
    }

    /// Days that are missing before its last, in the time that a source is to know ahead.
    package struct Missing: Equatable, Sendable {
        package let first: CivilDate
        package let count: Int
    }

    /// Days that are in it and cannot be used, in the same time.
    package struct Refused: Equatable, Sendable {
        package let first: CivilDate
        package let count: Int
        /// What is wrong with the first.
        package let fault: TimetableFault
    }

    package let days: Days
    /// The last day that can be used without a gap; nil where not even the one it is seen from can be.
    package var last: CivilDate?
    package var missing: Missing?
    package var refused: Refused?
    /// The only year that it can have days of; nil where it can have those of any.
    package var year: Int?

    /// What a person is to know of it.
    ///
    /// - Parameter today: the day it is seen from.
    /// - Returns: a predicate such as `ended on 2025-12-31`; nil where it has enough days ahead, and all of them can be used.
    package func fault(on today: CivilDate) -> String? {
        let faults = faults(on: today).map(\.words)
        return faults.isEmpty ? nil : faults.joined(separator: ", and ")
    }

    /// What to do about such a fault.
    package func remedy(on today: CivilDate) -> String {
        faults(on: today).map(\.remedy).joined(separator: ", and ")
    }

    private func faults(on today: CivilDate) -> [(words: String, remedy: String)] {
        [refused.map { words(of: $0, today) }, missing.map(words), extent(on: today)].compactMap(\.self)
    }

    private func words(of refused: Refused, _ today: CivilDate) -> (words: String, remedy: String) {
        let day = refused.first == today ? "today" : "\(refused.first)"
        let reason = "line \(refused.fault.line): \(refused.fault.sentence)"
        return (
            "has times for \(day)\(Self.more(refused.count)) that are refused (\(reason))",
            "correct \(refused.count == 1 ? "that day" : "those days") in it"
        )
    }

    private func words(of missing: Missing) -> (words: String, remedy: String) {
        let isOne = missing.count == 1
        // Beside refused days `that day` would be one of those.
        let those = refused == nil ? (isOne ? "that day" : "those days") : "the missing \(isOne ? "day" : "days")"
        return (
            "lacks \(missing.first)\(Self.more(missing.count))",
            "put \(those) into it"
        )
    }

    private static func more(_ count: Int) -> String {
        count > 1 ? " and \(count - 1) more of the next \(RemoteSource.ahead) days" : ""
    }

    /// That its days come to an end, have done so, or do not have the one it is seen from.
    private func extent(on today: CivilDate) -> (words: String, remedy: String)? {
        // A file that names its year refuses the days of every other.
        let both = "or, at once, a CSV that has both years (adhand timetable convert FILE --to csv makes one of each)"
        switch days {
        case .through(let date) where date >= today.adding(days: RemoteSource.ahead): return nil
        case .through(let date):
            let isWhole = year == date.year && date.adding(days: 1).year != date.year
            let remedy =
                isWhole
                ? "put the timetable of \(date.year + 1) in its place once \(date.year) is over, \(both)"
                : "put the days after it into it"
            return ("has times until \(date) only", remedy)
        case .ended(let date):
            return ("ended on \(date) and has no times for today", "put this year's timetable in its place")
        case .begins(let date):
            let remedy =
                year == date.year && today.year != date.year
                ? "put the timetable of \(today.year) in its place until then, \(both)"
                : "put the days before that into it, too"
            return ("begins on \(date) and has no times for today", remedy)
        case .missing(let date):
            return ("has no times for today, the next are for \(date)", "put the missing days into it")
        }
    }

    /// Whether it has that day and the one after it, and both can be used.
    package func serves(_ today: CivilDate) -> Bool { last.map { $0 > today } ?? false }

    /// Where the times come from instead, as the end of a sentence.
    ///
    /// - Parameter serving: which source a day comes from, where that is known.
    package func instead(on today: CivilDate, _ serving: (CivilDate) -> SourceName?) -> String {
        func words(_ date: CivilDate) -> String { serving(date).map { "the \($0.rawValue)" } ?? "the next source" }
        if last == nil { return "; today's times come from \(words(today))" }
        guard let first = [refused?.first, missing?.first].compactMap(\.self).min() else {
            return "; a day that it lacks comes from the next source"
        }
        let count = (refused?.count ?? 0) + (missing?.count ?? 0)
        return "; \(count == 1 ? "that day comes" : "those days come") from \(words(first))"
    }
}

extension Set<CivilDate> {
    /// How far they reach; nil where there are none.
    ///
    /// - Parameters:
    ///   - refused: the days that are there as well, but cannot be used, with what is wrong with them.
    ///   - year: the only one that they can be of; nil where they can be of any.
    package func reach(
        from date: CivilDate,
        refused: [CivilDate: TimetableFault] = [:],
        year: Int? = nil
    ) -> TimetableReach? {
        guard !isEmpty else { return nil }
        let refused = refused.filter { !contains($0.key) }
        let there = union(refused.keys)
        guard let days = there.days(from: date) else { return nil }
        var reach = TimetableReach(days: days, year: year)
        reach.last = lastInARow(from: date)
        let ahead = date...date.adding(days: RemoteSource.ahead)
        if case .through(let end) = days {
            let missing = (date...Swift.min(end, ahead.upperBound)).filter { !there.contains($0) }
            reach.missing = missing.first.map { TimetableReach.Missing(first: $0, count: missing.count) }
        }
        let near = refused.filter { ahead.contains($0.key) }
        if let first = near.min(by: { $0.key < $1.key }) {
            reach.refused = TimetableReach.Refused(first: first.key, count: near.count, fault: first.value)
        }
        return reach
    }

    private func days(from date: CivilDate) -> TimetableReach.Days? {
        guard let first = self.min(), let end = self.max() else { return nil }
        if contains(date) { return .through(end) }
        if end < date { return .ended(end) }
        if first > date { return .begins(first) }
        return lazy.filter { $0 > date }.min().map { .missing(until: $0) }
    }

    private func lastInARow(from date: CivilDate) -> CivilDate? {
        var last: CivilDate?
        var next = date
        while contains(next), next != last { (last, next) = (next, next.adding(days: 1)) }
        return last
    }
}
