import AdhanCore

/// How far the days of a timetable reach, seen from one day.
package struct TimetableReach: Equatable, Sendable {
    /// Which days it contains, usable or not.
    package enum Days: Equatable, Sendable {
        /// It has that day, and this is its last. `missing` lists the days it lacks in between.
        case through(CivilDate)
        case ended(CivilDate)
        case begins(CivilDate)
        /// That day is missing between others; this is the next day it has.
        case missing(until: CivilDate)
    }

    /// Missing days before its last, within the time that a source must know ahead.
    package struct Missing: Equatable, Sendable {
        package let first: CivilDate
        package let count: Int
    }

    /// Days in it that cannot be used, within the same time.
    package struct Refused: Equatable, Sendable {
        package let first: CivilDate
        package let count: Int
        /// Why, by day, each reason once.
        package let faults: [TimetableFault]
    }

    package let days: Days
    /// Its last day, where that has passed.
    package var ended: CivilDate? { if case .ended(let last) = days { last } else { nil } }
    /// The last day up to which all days can be used; nil if the first one cannot.
    package var last: CivilDate?
    package var missing: Missing?
    package var refused: Refused?
    /// The only year whose days it can have; nil if it can have any.
    package var year: Int?

    /// The timetable's fault. `today`: the day from which it is seen. Returns a predicate such as `ended on
    /// 2025-12-31`; nil if it has enough usable days ahead.
    package func fault(on today: CivilDate) -> String? {
        let faults = faults(on: today).map(\.words)
        return faults.isEmpty ? nil : faults.joined(separator: ", and ")
    }

    /// For how many days after today it has times, where its end is all that is wrong with it; nil for any other fault.
    package func daysLeft(on today: CivilDate) -> Int? {
        guard refused == nil, missing == nil, case .through(let last) = days, last >= today else { return nil }
        return today.distance(to: last)
    }

    package func remedy(on today: CivilDate) -> String {
        faults(on: today).map(\.remedy).joined(separator: ", and ")
    }

    private func faults(on today: CivilDate) -> [(words: String, remedy: String)] {
        [refused.map { words(of: $0, today) }, missing.map(words), extent(on: today)].compactMap(\.self)
    }

    private func words(of refused: Refused, _ today: CivilDate) -> (words: String, remedy: String) {
        let day = refused.first == today ? "today" : "\(refused.first)"
        let reason = refused.faults.first.map { " (\($0.place): \($0.sentence))" } ?? ""
        return (
            "has times for \(day)\(Self.more(refused.count)) that are refused\(reason)",
            "correct \(refused.count == 1 ? "that day" : "those days") in it"
        )
    }

    private func words(of missing: Missing) -> (words: String, remedy: String) {
        let isOne = missing.count == 1
        // After refused days, `that day` would mean one of those.
        let those = refused == nil ? (isOne ? "that day" : "those days") : "the missing \(isOne ? "day" : "days")"
        return ("lacks \(missing.first)\(Self.more(missing.count))", "put \(those) into it")
    }

    private static func more(_ count: Int) -> String {
        count > 1 ? " and \(count - 1) more of the next \(RemoteSource.ahead) days" : ""
    }

    /// A message if its days end, have ended, or do not include today.
    private func extent(on today: CivilDate) -> (words: String, remedy: String)? {
        // A file that states its year refuses the days of all others.
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

    /// Whether it has today and tomorrow, both usable.
    package func serves(_ today: CivilDate) -> Bool { last.map { $0 > today } ?? false }

    /// Where the times come from instead, as the end of a sentence. `serving`: the source of each day, if known.
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
    /// How far they reach; nil if there are none. `refused`: further days that exist but cannot be used; `year`: the
    /// only year that they can be in.
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
        let near = refused.filter { ahead.contains($0.key) }.sorted { $0.key < $1.key }
        if let first = near.first {
            let faults = near.map(\.value).reduce(into: [TimetableFault]()) { if $0.last != $1 { $0.append($1) } }
            reach.refused = TimetableReach.Refused(first: first.key, count: near.count, faults: faults)
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
