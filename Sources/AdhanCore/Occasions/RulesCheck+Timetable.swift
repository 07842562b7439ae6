/// The rules that replace times of the timetable, and the iqamas that neither has.
extension RulesCheck {
    /// The keys of rules, `iqama.isha` or `jumuah.times`, and the times of the timetable that each replaces.
    package var replacements: [(key: String, times: [(date: CivilDate, clocks: [String])])] {
        func replaced(_ key: String, _ times: (Day) -> [Instant]) -> (String, [(CivilDate, [String])]) {
            (key, days.map { ($0.date, times($0).map { zone.clockText($0) }) }.filter { !$0.1.isEmpty })
        }
        let iqamas = Prayer.called.map { prayer in
            replaced("iqama.\(prayer.rawValue)") { day in
                let isFriday = prayer == .dhuhr && !day.ruled.fridays.isEmpty
                guard !isFriday, !rules.isTimetables(prayer, day.facts) else { return [] }
                return day.plain.iqama[prayer].map { [$0] } ?? []
            }
        }
        let khutbahs = replaced("jumuah.times") { day in
            rules.jumuah.times.value(on: day.facts)?.isFallback == false ? day.plain.fridays : []
        }
        return iqamas + [khutbahs]
    }

    var replacedTimes: [Remark] {
        let byDate = Dictionary(days.map { ($0.date, $0) }) { first, _ in first }
        func prayer(_ key: String) -> Prayer? { Prayer.called.first { "iqama.\($0.rawValue)" == key } }
        func exception(_ key: String, _ date: CivilDate) -> DayCondition? {
            guard let facts = byDate[date]?.facts else { return nil }
            return prayer(key).map { rules.iqama[$0]?.condition(on: facts, for: $0) }
                ?? rules.jumuah.times.condition(on: facts)
        }
        func hasTime(_ key: String, _ date: CivilDate) -> Bool {
            guard let ruled = byDate[date]?.ruled else { return false }
            return prayer(key).map { ruled.iqama[$0] != nil } ?? !ruled.fridays.isEmpty
        }
        // Each exception has a line of its own, and so have the days without a time.
        struct Group: Hashable {
            let exception: DayCondition?
            let hasTime: Bool
        }
        let all = replacements.flatMap { key, times in
            Dictionary(grouping: times) { Group(exception: exception(key, $0.date), hasTime: hasTime(key, $0.date)) }
                .map { (key: key, group: $0, times: $1) }
                .sorted { ($0.times.first?.date ?? .last) < ($1.times.first?.date ?? .last) }
        }
        return all.compactMap { replaced in
            let clocks = replaced.times.flatMap(\.clocks)
            guard let first = clocks.min(), let last = clocks.max() else { return nil }
            let name = replaced.key.drop { $0 != "." }.dropFirst()
            let hasTime = replaced.group.hasTime
            let verb = (hasTime ? "replace" : "take") + (name == "times" ? "" : "s") + (hasTime ? "" : " away")
            var remark = remark(
                replaced.key,
                "[\(replaced.key.prefix { $0 != "." })] \(name) \(verb) the timetable's \(first)"
                    + (first == last ? "" : " to \(last)"),
                replaced.times.map(\.date),
                "\(name) = \"timetable\" gives it back",
                isMistake: false
            )
            remark?.exception = replaced.group.exception
            return remark
        }
    }

    /// The prayers without an iqama of which nobody has said that they have none, although there is `[iqama]`.
    package var unansweredIqamas: [Remark] {
        guard written.contains("iqama") else { return [] }
        let open = Prayer.called.filter { prayer in
            rules.iqama[prayer] == nil && !written.contains("iqama.\(prayer.rawValue)")
                && days.allSatisfy { $0.plain.iqama[prayer] == nil }
        }
        guard let last = open.last?.rawValue else { return [] }
        let names = open.map(\.rawValue).joined(separator: ", ")
        // Not `off`: it would also count where the timetable gets iqamas later.
        let lines = open.map { " iqama.\($0.rawValue) timetable" }.joined()
        let advice = "write a time, as in \(last) = \"+15m\", or none for now: sudo adhand config set\(lines)"
        let words = "neither [iqama] nor the timetable has an iqama of \(names)"
        return [Remark(key: "iqama", words: words, advice: advice)]
    }
}
