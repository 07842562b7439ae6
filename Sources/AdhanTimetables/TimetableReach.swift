import AdhanCore

/// How far the days of a timetable reach, seen from one day.
package enum TimetableReach: Equatable, Sendable {
    /// It has that day and every one after it up to this.
    case through(CivilDate)
    /// Its last day is over.
    case ended(CivilDate)
    /// Its first day is still to come.
    case begins(CivilDate)
    /// That day is missing between others; this is the next it has.
    case missing(until: CivilDate)

    /// The last day that it has without a gap; nil where it does not even have the one it is seen from.
    package var last: CivilDate? { if case .through(let date) = self { date } else { nil } }

    /// What a person is to know of it.
    ///
    /// - Parameter today: the day it is seen from.
    /// - Returns: a predicate such as `ended on 2025-12-31`; nil where it has enough days ahead.
    package func fault(on today: CivilDate) -> String? {
        switch self {
        case .through(let date) where date >= today.adding(days: RemoteSource.ahead): nil
        case .through(let date): "has times until \(date) only"
        case .ended(let date): "ended on \(date) and has no times for today"
        case .begins(let date): "begins on \(date) and has no times for today"
        case .missing(let date): "has no times for today, the next are for \(date)"
        }
    }

    /// What to do about such a fault.
    package var remedy: String {
        switch self {
        case .through: "put the days after it into it"
        case .ended: "put this year's timetable in its place"
        case .begins: "put the days before that into it, too"
        case .missing: "put the missing days into it"
        }
    }
}

extension Set<CivilDate> {
    /// How far they reach; nil where there are none.
    package func reach(from date: CivilDate) -> TimetableReach? {
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
