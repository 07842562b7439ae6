/// One time that the check objects to, and what becomes of it.
struct WrongTime {
    /// So many times with one cause are told as one fault.
    private static let flood = 10

    let filed: FileDay
    let prayer: Prayer
    let objection: TimetableObjection
    /// What was probably meant, as a time of day.
    var meant: String?
    let consequence: TimetableObjection.Consequence
    /// Whether it would be right at the place that the whole table seems to be for.
    var isOfElsewhere = false

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

    /// - Parameters:
    ///   - wrong: ascending by day.
    ///   - elsewhere: the place that the whole table seems to be for, in words; nil if it is this one.
    ///   - zone: the mosque's.
    static func faults(_ wrong: [WrongTime], elsewhere: String?, in zone: ZoneRules) -> [TimetableFault] {
        let (displaced, own) = (wrong.filter(\.isOfElsewhere), wrong.filter { !$0.isOfElsewhere })
        var faults: [TimetableFault] = []
        func joint(_ times: [WrongTime], _ fate: TimetableFault.Fate, _ words: String) -> [TimetableFault] {
            Self.joint(times, fate, words, besides: wrong.count { $0.isKeepable } > times.count)
        }
        for fate in [TimetableFault.Fate.refused, .replaced, .used] {
            let times = displaced.filter { $0.consequence.fate == fate }
            let counts = Prayer.allCases.compactMap { prayer -> String? in
                let count = times.count { $0.prayer == prayer }
                return count == 0 ? nil : "\(prayer.title) on \(count) \(count == 1 ? "day" : "days")"
            }
            faults += joint(times, fate, "\(elsewhere ?? ""): \(counts.joined(separator: ", "))")
        }
        let floods = Dictionary(grouping: own, by: \.cause).mapValues(joined).filter {
            $0.key != nil && $0.value.count >= flood
        }
        for (cause, times) in floods {
            switch cause {
            case nil: break
            case .outside(let prayer, let event, _, let fate):
                let minutes = times.map { time in
                    if case .outside(let minutes, _, _) = time.objection { minutes } else { 0 }
                }
                let words = "\(prayer.title) is \(MinuteSpan.text(minutes)) \(event.rawValue)"
                faults += joint(times, fate, "\(words) on \(times.count) days from here on")
            case .night(let prayer, let fate):
                let words = "\(prayer.title) \(TimetableObjection.nightText(prayer))"
                faults += joint(times, fate, "\(words) on \(times.count) days from here on")
            case .unread(_, let words, let fate):
                faults += joint(times, fate, "\(words) on \(times.count) days from here on")
            }
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
        let time = ClockText.format(zone.wall(at: filed.day[prayer]).secondOfDay)
        let line = if case .unread(let line, _) = objection { line } else { filed.line }
        return TimetableFault(
            line: line,
            date: filed.day.date,
            of: prayer,
            fate: consequence.fate,
            objection.sentence(prayer, time, meant: meant, filed.day.date, consequence)
        ).on(filed.sheet)
    }

    /// One fault for all of them.
    ///
    /// - Parameter besides: whether the file has other times that `accept = "all"` would keep.
    private static func joint(
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
            TimetableFault(
                line: first.filed.line,
                date: first.filed.day.date,
                through: last.filed.day.date,
                among: Set(times.map(\.filed.day.date)),
                of: Set(times.map(\.prayer)).count == 1 ? first.prayer : nil,
                fate: fate,
                "\(words); \(consequence)"
            ).on(first.filed.sheet)
        ]
    }
}

extension Prayer {
    /// Its place in the day.
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
