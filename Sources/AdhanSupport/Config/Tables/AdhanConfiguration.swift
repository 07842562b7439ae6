import AdhanCore

/// `[adhan]`: when the prayers are called, if not when they begin.
package struct AdhanConfiguration: Sendable {
    package var rules: [Prayer: ByDay<AdhanRule>] = [:]
    package private(set) var exceptions: [Located<DayCondition>] = []

    package init(_ table: ConfigTable) {
        for prayer in Prayer.called {
            table.noteDefault(prayer.rawValue, .text("begins"))
            if let rule = Self.rule(prayer, table) { rules[prayer, default: ByDay()].usual = rule }
        }
        exceptions = table.exceptions { exception, condition in
            for prayer in Prayer.called {
                guard let rule = Self.rule(prayer, exception) else { continue }
                rules[prayer, default: ByDay(.at(.beside(.begins, seconds: 0)))].add(rule, when: condition)
            }
        }
    }

    private static func rule(_ prayer: Prayer, _ table: ConfigTable) -> AdhanRule? {
        table.rule(prayer.rawValue, of: prayer, refusing: .adhan).map { $0.value.time.map(AdhanRule.at) ?? .off }
    }
}
