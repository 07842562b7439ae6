import AdhanCore

/// `[iqama]`: when the congregation stands up. A prayer without a line has the timetable's iqama, if there is one.
package struct IqamaConfiguration: Sendable {
    package var rules: [Prayer: ByDay<IqamaRule>] = [:]
    /// What sounds at the iqama; nil for silence.
    package var recordings: Located<Recordings>?
    package private(set) var exceptions: [Located<DayCondition>] = []

    package init(_ table: ConfigTable) {
        recordings = table.recordings("file")
        let shared = Shared(table, IqamaRule(nil))
        table.noteDefault("least", .text(DurationText.format(.seconds(0))))
        for prayer in Prayer.called {
            table.noteDefault(prayer.rawValue, .text(ConfigTable.timetable))
            if let rule = Self.rule(prayer, table, shared), rule != .timetable { rules[prayer] = ByDay(rule) }
        }
        exceptions = table.exceptions { exception, condition in
            let own = Shared(exception, shared.rule)
            for prayer in Prayer.called {
                if let rule = Self.rule(prayer, exception, own) {
                    rules[prayer, default: ByDay()].add(rule, when: condition)
                }
            }
        }
    }

    /// The keys that count for every prayer of a table.
    private struct Shared {
        var rule: IqamaRule

        init(_ table: ConfigTable, _ rule: IqamaRule) {
            self.rule = rule
            self.rule.round = table.choice("round", Self.steps)?.value ?? rule.round
            self.rule.least = table.lead("least", in: .zero...(.hours(1))) ?? rule.least
            self.rule.changesOn = table.weekday("changes") ?? rule.changesOn
        }

        private static let steps = [("1m", 0), ("5m", 5), ("10m", 10), ("15m", 15), ("30m", 30)]
    }

    private static func rule(_ prayer: Prayer, _ table: ConfigTable, _ shared: Shared) -> IqamaRule? {
        let key = prayer.rawValue
        guard table.isTable(key) else { return time(key, prayer, table, shared.rule) }
        let inner = table.table(key)
        let own = Shared(inner, shared.rule).rule
        if let rule = time("at", prayer, inner, own) { return rule }
        if let spot = inner.spot, inner.faults.isEmpty {
            inner.fault(spot, "\(key) needs its time, as in \(key) = { at = \"+20m\" }")
        }
        return nil
    }

    private static func time(_ key: String, _ prayer: Prayer, _ table: ConfigTable, _ shared: IqamaRule) -> IqamaRule? {
        guard let found = table.rule(key, of: prayer, refusing: .iqama) else { return nil }
        // Without a time of its own it has nothing to round.
        var rule = found.value.time == nil ? IqamaRule(nil) : shared
        (rule.time, rule.isFallback) = (found.value.time, found.value.isFallback)
        return rule
    }
}
