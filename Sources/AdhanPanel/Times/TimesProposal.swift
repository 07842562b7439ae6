import AdhanCore
import AdhanTimetables

/// An uploaded timetable after the check: what a person is asked to confirm. Values alone, no file and no clock.
struct TimesProposal {
    /// A day of which not all times are used as they are written.
    struct Correction: Equatable {
        struct Time: Equatable {
            let prayer: Prayer
            /// Nil where it cannot be read.
            let written: Instant?
            let proposed: Instant
        }

        let date: CivilDate
        /// The row, as `line 12`.
        let place: String
        let times: [Time]
        /// Whether the day can be used as it is written.
        let isKeepable: Bool
    }

    /// A day that is left out, and why.
    struct LeftOut: Equatable {
        let date: CivilDate
        let fault: TimetableFault?
        let isKeepable: Bool
    }

    let checked: CheckedTimetable
    let corrections: [Correction]
    let leftOut: [LeftOut]
    /// The days as written, ascending.
    private let filed: [FileDay]
    private let accepted: [CivilDate: PrayerDay]

    init(_ written: WrittenTimetable, _ validator: TimetableValidator) {
        let zone = validator.calculator.zone
        let checked = CheckedTimetable(written, validator)
        let filed = written.forCheck(in: zone).days
        let days = checked.days(filed.map(\.day.date), in: zone)
        let accepted = Dictionary(days.map { ($0.date, $0) }) { first, _ in first }
        (self.checked, self.filed, self.accepted) = (checked, filed, accepted)
        corrections = filed.compactMap { day in accepted[day.day.date].flatMap { Correction(day, $0) } }
        let read = Dictionary(filed.map { ($0.day.date, $0) }) { first, _ in first }
        leftOut = (Set(read.keys).union(checked.refused.keys)).subtracting(accepted.keys).sorted().map { date in
            LeftOut(date: date, fault: checked.refused[date], isKeepable: read[date]?.isWholeAndInOrder == true)
        }
    }

    /// The days as they will be used.
    ///
    /// - Parameter kept: the days that are used as they are written, whatever the check says.
    func days(keeping kept: Set<CivilDate>) -> [FileDay] {
        let changed = Set(corrections.map(\.date))
        return filed.compactMap { day in
            let date = day.day.date
            if kept.contains(date), day.isWholeAndInOrder { return day }
            guard let accepted = accepted[date] else { return nil }
            return changed.contains(date) ? FileDay(line: day.line, day: accepted) : day
        }
    }

    /// The dates among these that the check objects to, and that can be used as they are written.
    func keepable(_ dates: Set<CivilDate>) -> Set<CivilDate> {
        let known = corrections.filter(\.isKeepable).map(\.date) + leftOut.filter(\.isKeepable).map(\.date)
        return dates.intersection(known)
    }
}

extension TimesProposal.Correction {
    /// Nil where all times are used as they are written.
    fileprivate init?(_ filed: FileDay, _ accepted: PrayerDay) {
        let unread = Set(filed.missing)
        times = Prayer.allCases.compactMap { prayer in
            let written = unread.contains(prayer) ? nil : filed.day[prayer]
            return written == accepted[prayer]
                ? nil : Time(prayer: prayer, written: written, proposed: accepted[prayer])
        }
        guard !times.isEmpty else { return nil }
        (date, place) = (filed.day.date, filed.place)
        isKeepable = filed.isWholeAndInOrder
    }
}

extension FileDay {
    fileprivate var isWholeAndInOrder: Bool { missing.isEmpty && day.disorder == nil }
}

/// Days one after the other.
struct DateRun: Equatable {
    let first, last: CivilDate

    var count: Int { first.distance(to: last) + 1 }

    /// The dates between the first and the last that are not among them.
    ///
    /// - Parameter dates: ascending.
    static func gaps(_ dates: [CivilDate]) -> [DateRun] {
        zip(dates, dates.dropFirst()).compactMap { one, next in
            one.distance(to: next) > 1 ? DateRun(first: one.adding(days: 1), last: next.adding(days: -1)) : nil
        }
    }
}
