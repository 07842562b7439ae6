import AdhanCore

/// `[iqama]`: when the congregation stands up, where the timetable does not say. Without the table only the timetable's iqamas count.
package struct IqamaConfiguration: Sendable {
    package var rules: [Prayer: ByDay<IqamaRule>] = [:]
    /// What sounds at the iqama; nil for silence.
    package var recordings: Located<Recordings>?

    package init(_ table: ConfigTable) {
        recordings = table.recordings("file")
        let shared = Shared(table, IqamaRule(nil))
        for prayer in Prayer.called {
            let minutes = IqamaRule.usualMinutes[prayer, default: 15]
            var usual = shared.rule
            usual.time = .beside(.adhan, seconds: minutes * 60)
            let rule = Self.rule(prayer, table, shared) ?? usual
            // Without the table nobody has said that there are iqamas.
            if table.spot != nil { rules[prayer] = ByDay(rule) }
        }
        table.exceptions { exception, condition in
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
        private(set) var rule: IqamaRule

        /// - Parameter rule: what counts without a key.
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
        guard !table.isTable(key) else {
            let inner = table.table(key)
            defer { table.take(inner) }
            return time("at", prayer, inner, Shared(inner, shared.rule).rule)
        }
        return time(key, prayer, table, shared.rule)
    }

    private static func time(_ key: String, _ prayer: Prayer, _ table: ConfigTable, _ shared: IqamaRule) -> IqamaRule? {
        guard let text = table.string(key) else { return nil }
        var rule = shared
        guard text.value.lowercased() != "off" else { return IqamaRule(nil) }
        guard let time = table.rule(text, key, of: prayer, refusing: .iqama) else { return nil }
        rule.time = time
        return rule
    }
}
