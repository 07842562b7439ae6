/// One time that the check objects to, and what becomes of it.
struct WrongTime {
    /// So many times with one cause are told as one fault.
    private static let flood = 10

    let filed: FileDay
    let prayer: Prayer
    let objection: TimetableObjection
    /// What was probably meant, as a time of day.
    var meant: String?
    let consequence: Consequence
    /// Whether it would be right at the place that the whole table seems to be for.
    var isOfElsewhere = false

    /// The use that is made of the time.
    enum Consequence {
        case used
        /// The time of day that takes its place. `isKeepable`: whether the day could be used as it stands.
        case replaced(by: String, others: Bool, isKeepable: Bool)
        case dayRefused

        var fate: TimetableFault.Fate {
            switch self {
            case .used: .used
            case .replaced: .replaced
            case .dayRefused: .refused
            }
        }
    }

    /// What it may have in common with others of the table; nil if it is a mistake of its own.
    private var cause: Cause? {
        switch objection {
        case .outside(let minutes, let event, _): .outside(prayer, event, isBefore: minutes < 0, consequence.fate)
        case .unread: filed.unread[prayer]?.kind.map { .unread(prayer, $0, consequence.fate) }
        case .night: .night(prayer, consequence.fate)
        case .offLine, .order: nil
        }
    }

    private enum Cause: Hashable {
        case outside(Prayer, TimetableObjection.SunEvent, isBefore: Bool, TimetableFault.Fate)
        case night(Prayer, TimetableFault.Fate)
        /// The text is what is wrong with each of them.
        case unread(Prayer, String, TimetableFault.Fate)
    }

    /// Whether `accept` would have it called as it stands.
    private var isKeepable: Bool {
        if case .unread = objection { return false }
        if case .replaced(_, _, let isKeepable) = consequence { return isKeepable }
        return false
    }

    /// - Parameter elsewhere: the place that the whole table seems to be for, in words; nil if it is this one.
    static func faults(_ wrong: [WrongTime], elsewhere: String?, in zone: ZoneRules) -> [TimetableFault] {
        let (displaced, own) = (wrong.filter(\.isOfElsewhere), wrong.filter { !$0.isOfElsewhere })
        var faults: [TimetableFault] = []
        func combined(_ times: [WrongTime], _ fate: TimetableFault.Fate, _ words: String) -> [TimetableFault] {
            Self.combined(times, fate, words, besides: wrong.count { $0.isKeepable } > times.count)
        }
        for fate in [TimetableFault.Fate.refused, .replaced, .used] {
            let times = displaced.filter { $0.consequence.fate == fate }
            let counts = Prayer.allCases.compactMap { prayer -> String? in
                let count = times.count { $0.prayer == prayer }
                return count == 0 ? nil : "\(prayer.title) on \(count) \(count == 1 ? "day" : "days")"
            }
            faults += combined(times, fate, "\(elsewhere ?? ""): \(counts.joined(separator: ", "))")
        }
        let floods = Dictionary(grouping: own, by: \.cause).mapValues(joined).filter {
            $0.key != nil && $0.value.count >= flood
        }
        for (cause, times) in floods {
            guard let cause, let fate = times.first?.consequence.fate else { continue }
            let words =
                switch cause {
                case .outside(let prayer, let event, _, _):
                    "\(prayer.title) is \(MinuteSpan.text(times.map(\.objection.minutes))) \(event.rawValue)"
                case .night(let prayer, _): "\(prayer.title) \(TimetableObjection.nightText(prayer))"
                case .unread(_, let words, _): words
                }
            faults += combined(times, fate, "\(words) on \(times.count) days from here on")
        }
        // Where they begin on the same line, in the order of the prayers.
        faults.sort { ($0.prayer ?? .fajr).order < ($1.prayer ?? .fajr).order }
        let told = floods.mapValues { Set($0.map(\.filed.day.date)) }
        return faults + own.filter { told[$0.cause]?.contains($0.filed.day.date) != true }.map { $0.fault(in: zone) }
    }

    /// Those of one cause without slips of the fingers, of which each is a mistake of its own. What several days beside
    /// each other have in common is no slip, even where one would explain it.
    private static func joined(_ times: [WrongTime]) -> [WrongTime] {
        let days = Set(times.map(\.filed.day.date))
        return times.filter { time in
            let date = time.filed.day.date
            return time.meant == nil || days.contains(date.adding(days: -1)) || days.contains(date.adding(days: 1))
        }
    }

    private func fault(in zone: ZoneRules) -> TimetableFault {
        let date = filed.day.date
        let line = if case .unread(let line, _) = objection { line } else { filed.line }
        let time = ClockText.format(zone.wall(at: filed.day[prayer]).secondOfDay)
        return TimetableFault(line: line, date: date, of: prayer, fate: consequence.fate, sentence(time)).on(
            filed.sheet
        )
    }

    private func sentence(_ time: String) -> String {
        let slip = meant.map { "looks like a typing error for \($0)" }
        let and = slip.map { ", and \($0)" } ?? ""
        let what: String
        switch objection {
        case .unread(_, let words): return "\(words); \(outcome)"
        case .outside(let minutes, let event, let at):
            what = "is \(minutes.magnitude) min \(minutes < 0 ? "before" : "after") \(event.rawValue) (\(at))\(and)"
        case .offLine: what = slip ?? "does not fit the days beside it"
        case .order(let earlier, let earlierTime): what = "is before \(earlier.title) \(earlierTime)\(and)"
        case .night(let other): what = "\(TimetableObjection.nightText(prayer)) (\(other))\(and)"
        }
        let keep = isKeepable ? ". To keep it: accept = [\"\(filed.day.date)\"]" : ""
        return "\(prayer.title) \(time) \(what); \(outcome)\(keep)"
    }

    private var outcome: String {
        let verb = prayer == .sunrise ? "shown" : "called"
        switch consequence {
        case .used: return "it is \(verb) as it stands"
        case .replaced(let time, let others, _):
            return others ? "the next timetable's time, or else \(time), will be \(verb)" : "\(time) will be \(verb)"
        case .dayRefused: return "the day is not used"
        }
    }

    /// One fault for all; `besides`: whether the file has other times that `accept = "all"` would keep.
    private static func combined(
        _ times: [WrongTime],
        _ fate: TimetableFault.Fate,
        _ words: String,
        besides: Bool
    ) -> [TimetableFault] {
        guard let first = times.first, let last = times.last else { return [] }
        let keep =
            times.allSatisfy(\.isKeepable)
            ? ". To keep them\(besides ? ", and all other times of the file" : ""): accept = \"all\"" : ""
        let consequence =
            switch fate {
            case .refused: "those days are not used"
            case .replaced: "other times take their place\(keep)"
            case .used: "they are called as they stand"
            }
        return [
            first.filed.fault(
                through: last.filed.day.date,
                among: Set(times.map(\.filed.day.date)),
                of: Set(times.map(\.prayer)).count == 1 ? first.prayer : nil,
                fate: fate,
                "\(words); \(consequence)"
            )
        ]
    }
}

extension Prayer {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Minutes before or after an event, from the least to the most.
enum MinuteSpan {
    /// As in `4 to 6 min before`.
    static func text(_ minutes: [Int]) -> String {
        guard let least = minutes.min(), let most = minutes.max() else { return "" }
        func text(_ minutes: Int) -> String { "\(minutes.magnitude) min \(minutes < 0 ? "before" : "after")" }
        guard least != most else { return text(least) }
        guard least < 0 && most < 0 || least >= 0 && most >= 0 else { return "\(text(least)) to \(text(most))" }
        return "\(min(least.magnitude, most.magnitude)) to \(text(least < 0 ? least : most))"
    }
}
