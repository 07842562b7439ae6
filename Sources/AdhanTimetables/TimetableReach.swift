import AdhanCore

/// How far the days of a timetable reach, seen from one day.
package struct TimetableReach: Equatable, Sendable {
    /// The days that are in it, whether they can be used or not.
    package enum Days: Equatable, Sendable {
        /// It has that day and every one after it up to this.
        case through(CivilDate)
        /// Its last day is over.
        case ended(CivilDate)
        /// Its first day is still to come.
        case begins(CivilDate)
        /// That day is missing between others; this is the next it has.
        case missing(until: CivilDate)
    }

    /// Days that are in it and cannot be used, in the time that a source is to know ahead.
    package struct Refused: Equatable, Sendable {
        package let first: CivilDate
        package let count: Int
        /// What is wrong with the first.
        package let fault: TimetableFault
    }

    package let days: Days
    /// The last day that can be used without a gap; nil where not even the one it is seen from can be.
    package var last: CivilDate?
    package var refused: Refused?

    /// What a person is to know of it.
    ///
    /// - Parameter today: the day it is seen from.
    /// - Returns: a predicate such as `ended on 2025-12-31`; nil where it has enough days ahead, and all of them can be used.
    package func fault(on today: CivilDate) -> String? {
        let gap: String? =
            switch days {
            case .through(let date) where date >= today.adding(days: RemoteSource.ahead): nil
            case .through(let date): "has times until \(date) only"
            case .ended(let date): "ended on \(date) and has no times for today"
            case .begins(let date): "begins on \(date) and has no times for today"
            case .missing(let date): "has no times for today, the next are for \(date)"
            }
        let refusal = refused.map { refused in
            let day = refused.first == today ? "today" : "\(refused.first)"
            let more = refused.count > 1 ? " and \(refused.count - 1) more of the next \(RemoteSource.ahead) days" : ""
            return
                "has times for \(day)\(more) that are refused (line \(refused.fault.line): \(refused.fault.sentence))"
        }
        let faults = [refusal, gap].compactMap(\.self)
        return faults.isEmpty ? nil : faults.joined(separator: ", and ")
    }

    /// What to do about such a fault.
    package var remedy: String {
        let gap =
            switch days {
            case .through: "put the days after it into it"
            case .ended: "put this year's timetable in its place"
            case .begins: "put the days before that into it, too"
            case .missing: "put the missing days into it"
            }
        guard let refused else { return gap }
        let correction = "correct \(refused.count == 1 ? "that day" : "those days") in it"
        if case .through = days { return correction }
        return "\(correction), and \(gap)"
    }

    /// Where the times come from instead, as the end of a sentence.
    ///
    /// - Parameter serving: which source a day comes from, where that is known.
    package func instead(on today: CivilDate, _ serving: (CivilDate) -> SourceName?) -> String {
        func words(_ date: CivilDate) -> String { serving(date).map { "the \($0.rawValue)" } ?? "the next source" }
        if last == nil { return "; today's times come from \(words(today))" }
        guard let refused else { return "; a day that it lacks comes from the next source" }
        return "; \(refused.count == 1 ? "that day comes" : "those days come") from \(words(refused.first))"
    }
}

extension Set<CivilDate> {
    /// How far they reach; nil where there are none.
    ///
    /// - Parameter refused: the days that are there as well, but cannot be used, with what is wrong with them.
    package func reach(from date: CivilDate, refused: [CivilDate: TimetableFault] = [:]) -> TimetableReach? {
        guard !isEmpty else { return nil }
        let refused = refused.filter { !contains($0.key) }
        let there = union(refused.keys)
        guard let days = there.days(from: date) else { return nil }
        var reach = TimetableReach(days: days)
        if case .through(let last) = self.days(from: date) { reach.last = last }
        let near = refused.filter { (date...date.adding(days: RemoteSource.ahead)).contains($0.key) }
        if let first = near.min(by: { $0.key < $1.key }) {
            reach.refused = TimetableReach.Refused(first: first.key, count: near.count, fault: first.value)
        }
        return reach
    }

    private func days(from date: CivilDate) -> TimetableReach.Days? {
        var last: CivilDate?
        var next = date
        while contains(next), next != last { (last, next) = (next, next.adding(days: 1)) }
        if let last { return .through(last) }
        guard let first = self.min(), let end = self.max() else { return nil }
        if end < date { return .ended(end) }
        if first > date { return .begins(first) }
        return lazy.filter { $0 > date }.min().map { .missing(until: $0) }
    }
}
