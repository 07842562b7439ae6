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
    /// - Parameters:
    ///   - prayer: a fixed time must lie where this prayer can be.
    ///   - refused: an anchor that makes no sense here.
    package func rule(
        _ text: Located<String>,
        _ key: String,
        of prayer: Prayer,
        refusing refused: TimeRule.Anchor
    ) -> TimeRule? {
        do {
            let rule = try TimeRule(text.value)
            if case .clock(let second) = rule, let words = Self.outside(second, prayer) {
                fault(text.spot, "\(key) = \"\(text.value)\" \(words)")
                return nil
            }
            guard !rule.counts(from: refused) else {
                let meant = refused == .adhan ? "; count from the prayer's beginning, as in \"begins+10m\"" : ""
                fault(text.spot, "\(key) = \"\(text.value)\" counts from itself\(meant)")
                return nil
            }
            return rule
        } catch {
            fault(text.spot, "\(key): \(error)")
            return nil
        }
    }

    /// Why a fixed time cannot be meant for a prayer, with the time that is; nil if it can. In the widest sense: from pole to pole.
    private static func outside(_ second: Int, _ prayer: Prayer) -> String? {
        let hours: [Range<Int>] =
            switch prayer {
            case .fajr, .sunrise: [0..<12]
            case .dhuhr: [10..<18]
            case .asr: [11..<22]
            case .maghrib: [12..<24]
            case .isha: [15..<24, 0..<6]
            }
        guard !hours.contains(where: { $0.contains(second / 3600) }) else { return nil }
        let other = (second + 43_200) % 86_400
        let meant = hours.contains { $0.contains(other / 3600) } ? "; write \"\(ClockText.format(other))\"" : ""
        return "is \(ClockText.format(second)) of 24 hours, when there is no \(prayer.rawValue)\(meant)"
    }

    /// Several wall clock times, ascending, in seconds after midnight.
    ///
    /// - Parameter prayer: as for `rule`.
    package func clocks(_ key: String, of prayer: Prayer) -> [Int]? {
        guard let list = strings(key, wanted: "a list of times, for example [\"13:15\"]", most: Occasion.most) else {
            return nil
        }
        let times = list.value.compactMap { text -> Int? in
            do {
                let second = try ClockText.parse(text)
                guard let words = Self.outside(second, prayer) else { return second }
                fault(list.spot, "\(key): \"\(text)\" \(words)")
                return nil
            } catch {
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
