import AdhanCore

/// Settings that may differ by weekday, season and Ramadan: a table, and its exceptions in `[[TABLE.when]]`.
extension ConfigTable {
    /// The exceptions in the order of the file; a later one counts before an earlier one.
    ///
    /// - Parameter read: reads the settings of one exception.
    package func exceptions(_ read: (ConfigTable, DayCondition) -> Void) {
        for table in tables("when") {
            let condition = table.condition()
            if let condition { read(table, condition) }
            // A wrong condition must not report the settings beside it as unknown.
            let faults = table.finish()
            for fault in condition == nil ? Array(faults.prefix(1)) : faults { add(fault) }
        }
    }

    /// Nil if it is wrong or missing; the table has the fault.
    private func condition() -> DayCondition? {
        var condition = DayCondition()
        let names = weekdays("days")
        condition.weekdays = Set(names ?? [])
        let seasons = DayCondition.Season.allCases.map { ($0.rawValue, $0) }
        condition.season = choice("season", seasons)?.value
        condition.isRamadan = bool("ramadan")?.value
        let (from, to) = (monthDay("from"), monthDay("to"))
        if let from, let to { condition.span = DayCondition.Span(from, to) }
        guard faults.isEmpty else { return nil }
        guard (from == nil) == (to == nil), condition != DayCondition() else {
            if let spot {
                let words =
                    condition == DayCondition() && from == nil && to == nil
                    ? "[[\(name)]] has no condition; it needs days, season, ramadan, or from and to"
                    : "[[\(name)]] needs both from and to"
                fault(spot, words)
            }
            return nil
        }
        return condition
    }

    /// Weekdays by name, as in `CivilDate.weekday`; nil without the key.
    package func weekdays(_ key: String) -> [Int]? {
        strings(key, wanted: "a list of weekdays, for example [\"friday\"]", most: 7).map { list in
            list.value.compactMap { weekday($0, list.spot, key) }
        }
    }

    /// One weekday by name.
    package func weekday(_ key: String) -> Int? {
        string(key).flatMap { weekday($0.value, $0.spot, key) }
    }

    private static let weekdayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    private func weekday(_ text: String, _ spot: ConfigSpot, _ key: String) -> Int? {
        if let found = Self.weekdayNames.firstIndex(of: text.lowercased()) { return found }
        let hint = Spelling.nearest(to: text.lowercased(), among: Self.weekdayNames).map { "; did you mean '\($0)'?" }
        fault(spot, "\(key): \"\(text)\" is not a weekday, such as \"friday\"\(hint ?? "")")
        return nil
    }

    private func monthDay(_ key: String) -> MonthDay? {
        guard let text = string(key) else { return nil }
        do {
            return try MonthDay(text.value)
        } catch {
            fault(
                text.spot,
                "\(key) = \"\(text.value)\" is not a day of the year; write month and day, as in \"04-01\""
            )
            return nil
        }
    }

    /// A time of the day by its rule.
    ///
    /// - Parameter refused: an anchor that makes no sense here.
    package func rule(_ text: Located<String>, _ key: String, refusing refused: TimeRule.Anchor) -> TimeRule? {
        do {
            let rule = try TimeRule(text.value)
            guard !rule.counts(from: refused) else {
                fault(text.spot, "\(key) = \"\(text.value)\" counts from itself")
                return nil
            }
            return rule
        } catch {
            fault(text.spot, "\(key): \(error)")
            return nil
        }
    }

    /// Several wall clock times, ascending, in seconds after midnight.
    package func clocks(_ key: String) -> [Int]? {
        guard let list = strings(key, wanted: "a list of times, for example [\"13:15\"]", most: Occasion.most) else {
            return nil
        }
        let times = list.value.compactMap { text -> Int? in
            do { return try ClockText.parse(text) } catch {
                fault(list.spot, "\(key): \"\(text)\" is not a time on a clock; write it as in \"13:15\"")
                return nil
            }
        }
        guard Set(times).count == times.count else {
            fault(list.spot, "\(key) has the same time twice")
            return nil
        }
        return times.sorted()
    }

    /// One length of time or several, longest first, in seconds.
    package func leads(_ key: String, in range: ClosedRange<Duration>) -> [Int]? {
        if isText(key) { return lead(key, in: range).map { [$0] } }
        guard
            let list = strings(key, wanted: "a length of time such as \"10m\", or a list of them", most: Occasion.most)
        else { return nil }
        let leads = list.value.compactMap { text -> Int? in
            do {
                let lead = try DurationText.parse(text)
                if range.contains(lead) { return Int(lead.components.seconds) }
                fault(
                    list.spot,
                    "\(key): \"\(text)\" is not between \(DurationText.format(range.lowerBound)) and \(DurationText.format(range.upperBound))"
                )
            } catch {
                fault(list.spot, "\(key): \(error)")
            }
            return nil
        }
        return Set(leads).sorted(by: >)
    }

    /// A length of time, in seconds.
    package func lead(_ key: String, in range: ClosedRange<Duration>) -> Int? {
        duration(key, in: range).map { Int($0.value.components.seconds) }
    }
}
