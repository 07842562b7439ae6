import AdhanCore

/// Settings that may differ by weekday, season and Ramadan: a table, and its exceptions in `[[TABLE.when]]`.
extension ConfigTable {
    /// The exceptions in the order of the file; a later one counts before an earlier one.
    package func exceptions(_ read: (ConfigTable, DayCondition) -> Void) -> [Located<DayCondition>] {
        tables("when").compactMap { table in
            let condition = table.condition()
            // A wrong condition must not hide the faults of the settings beside it, nor report them as unknown.
            read(table, condition ?? DayCondition())
            guard let condition, let spot = table.spot else { return nil }
            if table.faults.isEmpty, Set(table.keys).isSubset(of: Self.conditionKeys) {
                fault(spot, "\(table.header) changes nothing; write below it what is otherwise on these days")
            }
            return Located(value: condition, spot: spot)
        }
    }

    /// How days are written that have settings of their own, for a key that names such days; nil for another key, or
    /// where the table has no exceptions.
    func exception(by key: String) -> String? {
        guard asked.contains("when") else { return nil }
        let condition: String
        switch key.lowercased() {
        case "summer", "winter": condition = "season = \"\(key.lowercased())\""
        case "ramadan", "ramadhan": condition = "ramadan = true"
        case "eid": condition = "eid = true"
        default:
            guard key.count >= 3, let day = Self.weekdayNames.first(where: { $0.hasPrefix(key.lowercased()) }) else {
                return nil
            }
            condition = "days = [\"\(day)\"]"
        }
        return "write [[\(name).when]] with \(condition), and below it what is otherwise on these days"
    }

    private static let conditionKeys: Set = ["days", "season", "ramadan", "eid", "from", "to"]

    /// Nil if it is wrong or missing; the table has the fault.
    private func condition() -> DayCondition? {
        var condition = DayCondition()
        condition.weekdays = Set(weekdays("days") ?? [])
        let ramadan = "Ramadan is a condition of its own: write ramadan = true"
        condition.season = choice("season", advice: ["ramadan": ramadan, "ramadhan": ramadan])?.value
        condition.isRamadan = bool("ramadan")?.value
        condition.isEid = bool("eid")?.value
        condition.span = span()
        guard faults.isEmpty else { return nil }
        if condition != DayCondition() { return condition }
        let words = "has no condition; it needs days, season, ramadan, eid, or from and to"
        if let spot { fault(spot, "\(header) \(words)") }
        return nil
    }

    /// An end of the days: in each year, or once.
    private enum SpanEnd {
        case yearly(MonthDay)
        case once(CivilDate)

        var date: CivilDate? { if case .once(let date) = self { date } else { nil } }
    }

    /// Nil if it is wrong or missing.
    private func span() -> DayCondition.Span? {
        let (from, to) = (spanEnd("from"), spanEnd("to"))
        guard faults.isEmpty, let spot = (to ?? from)?.spot else { return nil }
        switch (from?.value, to?.value) {
        case (.yearly(let first)?, .yearly(let last)?): return .yearly(first, last)
        case (.yearly?, nil), (nil, .yearly?):
            let key = from == nil ? "to" : "from"
            fault(spot, "\(header) needs both from and to; for once, write \(key) with its year, as in 2026-12-05")
        case (.yearly?, .once?), (.once?, .yearly?):
            fault(spot, "from and to are not alike: write both with their year, for once, or neither, for each year")
        case (let from, let to):
            let (first, last) = (from?.date ?? .first, to?.date ?? .last)
            if first <= last { return .once(first...last) }
            fault(spot, "to = \"\(last)\" is before from = \"\(first)\"; write the earlier date into from")
        }
        return nil
    }

    /// Weekdays by name, as in `CivilDate.weekday`; nil without the key.
    package func weekdays(_ key: String) -> [Int]? {
        list(key, wanted: "a list of weekdays, for example [\"friday\"]", most: 7, as: Self.weekday)?.value
    }

    package func weekday(_ key: String) -> Int? { text(key, as: Self.weekday)?.value }

    static let weekdayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

    /// A name may be shortened to three letters or more, as `fri` and `thurs`.
    private static func weekday(_ text: String) throws(ValueFault) -> Int {
        let name = text.lowercased()
        if name.count >= 3, let found = weekdayNames.firstIndex(where: { $0.hasPrefix(name) }) { return found }
        let near = PrayerSpelling.name(name) == "jumuah" ? "friday" : Spelling.nearest(to: name, among: weekdayNames)
        let hint = near.map { "did you mean '\($0)'?" } ?? "it is one of \(weekdayNames.joined(separator: ", "))"
        throw ValueFault("is not a weekday; \(hint)")
    }

    private func spanEnd(_ key: String) -> Located<SpanEnd>? {
        text(key) { text in
            // reason: the fault says more
            if let day = try? MonthDay(text) { return .yearly(day) }
            do throws(CivilDateError) {
                return .once(try CivilDate(text))
            } catch {
                // The calendar's own words say which month has no such day.
                if case .noSuchDay = error { throw ValueFault(sentence: "\(key): \(error)") }
                throw ValueFault("is no date; write month and day, as in \"04-01\", or the year, too: \"2026-12-05\"")
            }
        }
    }

    /// The value that leaves a time to the timetable.
    package static let timetable = "timetable"

    /// The times behind `timetable, else`, which count on days without one of the timetable: empty for `timetable`
    /// alone, and nil for a text that does not begin with it, or nearly so.
    ///
    /// - Throws: `ValueFault` with what to write, for `timetabel` or `timetable else 15`.
    private static func timesBehindTimetable(_ text: String, most: Int) throws(ValueFault) -> [String]? {
        let text = text.lowercased()
        let first = String(text.prefix { !" ,".contains($0) })
        guard Spelling.nearest(to: first, among: [timetable]) != nil else { return nil }
        var rest = text.dropFirst(first.count).drop { " ,".contains($0) }
        if rest.hasPrefix("else") { rest = rest.dropFirst("else".count) }
        let times = rest.split(separator: ",").map { String(String($0).trimmed) }.filter { !nothing.contains($0) }
        // reason: the text that cannot be read is replaced
        let read = times.prefix(most).map { (try? TimeRule($0)) == nil ? TimeRule.meant(by: $0) ?? "+15m" : $0 }
        let meant = timetable + (read.isEmpty ? "" : ", else \(read.joined(separator: ", "))")
        guard text == meant else { throw ValueFault("is not known; did you mean \"\(meant)\"?") }
        return read
    }

    /// A time of the day by its rule, or `off`. Of an iqama also `timetable` and `timetable, else +15m`.
    ///
    /// - Parameters:
    ///   - prayer: a fixed time must lie where this prayer can be.
    ///   - refused: an anchor that makes no sense here.
    /// - Returns: a time of nil for `off` and `timetable`; nil without the key, or if it is wrong.
    package func rule(_ key: String, of prayer: Prayer, refusing refused: TimeRule.Anchor)
        -> Located<(time: TimeRule?, isFallback: Bool)>?
    {
        func meant(_ text: String) -> String? {
            guard let meant = TimeRule.meant(by: text) else {
                return Self.nothing.contains(text.lowercased())
                    ? "off" : Spelling.nearest(to: text.lowercased(), among: ["off"])
            }
            guard refused == .adhan else { return meant }
            return meant.hasPrefix("+") ? "begins" + meant : meant.hasPrefix("-") ? "iqama" + meant : meant
        }
        func hint(_ node: TOMLNode) -> String? {
            let text = if case .boolean(false) = node.value { "off" } else { meant(Self.clock(node.value)) }
            return text.map { "write \(key) = \"\($0)\"" }
        }
        return text(key, hint: hint) { written in
            let behind = try Self.timesBehindTimetable(written, most: 1)
            if behind != nil, refused == .adhan { throw ValueFault("is no time of an adhan; write \"begins\"") }
            let (text, isFallback) = (behind?.first ?? (behind == nil ? written : "off"), behind != nil)
            if text.lowercased() == "off" { return (nil, isFallback) }
            let rule: TimeRule
            do {
                rule = try TimeRule(text, refusing: refused)
            } catch {
                let advice = meant(text).map { "; did you mean \"\($0)\"?" } ?? ""
                throw ValueFault(sentence: "\(key): \(error)\(advice)")
            }
            if case .clock(let second) = rule, let words = Self.outside(second, prayer, prayer.rawValue) {
                throw ValueFault(words)
            }
            guard !rule.counts(from: refused) else {
                let meant = refused == .adhan ? "; count from the prayer's beginning, as in \"begins+10m\"" : ""
                throw ValueFault("counts from itself\(meant)")
            }
            return (rule, isFallback)
        }
    }

    /// A number as the time that it was meant to be: 13.3 for half past one, as TOML has 13.30.
    private static func clock(_ value: TOMLNode.Value) -> String {
        guard case .number(let number) = value, (0..<24).contains(number) else { return value.text }
        let hundredths = Int((number * 100).rounded())
        return "\(hundredths / 100):\((hundredths % 100).padded(to: 2))"
    }

    /// Why a fixed time cannot be meant for a prayer, with the time that is; nil if it can. In the widest sense: from
    /// pole to pole.
    private static func outside(_ second: Int, _ prayer: Prayer, _ name: String) -> String? {
        let hours: [Range<Int>] =
            switch prayer {
            case .fajr: [0..<12]
            // The Eid prayer's time is from sunrise to Dhuhr.
            case .sunrise: [2..<15]
            case .dhuhr: [10..<18]
            case .asr: [11..<22]
            case .maghrib: [12..<24]
            case .isha: [15..<24, 0..<6]
            }
        guard !hours.contains(where: { $0.contains(second / 3600) }) else { return nil }
        // The afternoon's hours are often written from 1 to 11.
        let other = prayer == .fajr || prayer == .sunrise ? second - 43_200 : second + 43_200
        let meant = hours.contains { $0.contains(other / 3600) } ? "; write \"\(ClockText.format(other))\"" : ""
        return "is \(ClockText.format(second)) of 24 hours, when there is no \(name)\(meant)"
    }

    /// Several wall clock times, ascending, in seconds after midnight.
    ///
    /// - Parameters:
    ///   - name: what has these times, for the error message.
    package func clocks(_ key: String, of prayer: Prayer, name: String) -> [Int]? {
        times(key) { try Self.clock($0, of: prayer, name) }?.sorted()
    }

    /// When the khutbahs begin: a list of times on the clock, or beside the beginning of Dhuhr, or before Asr's; or
    /// `timetable`, `timetable, else 13:15` or `off`.
    package func khutbahs(_ key: String) -> KhutbahRule? {
        let isOff = (find(key)?.text).map { Self.nothing.contains($0.lowercased()) } ?? false
        guard isOff || find(key)?.text?.lowercased().hasPrefix("timet") == true else {
            return times(key, Self.khutbah).map { KhutbahRule($0) }
        }
        return self.text(key) { text in
            guard let behind = try Self.timesBehindTimetable(text, most: Occasion.most) else {
                if text.lowercased() == "off" { return KhutbahRule([]) }
                throw ValueFault("is no list of times, for example [\"13:15\"]\(isOff ? "; \"off\" for none" : "")")
            }
            let times = try behind.map(Self.khutbah)
            guard Set(times).count == times.count else { throw ValueFault("has the same time twice") }
            return KhutbahRule(times, isFallback: true)
        }?.value
    }

    /// The words that people write for no time.
    private static let nothing = ["off", "no", "none", "never"]

    private static func khutbah(_ text: String) throws -> TimeRule {
        // reason: what cannot be read is reported as a time on the clock
        guard let rule = try? TimeRule(text), case .beside(let anchor, let seconds) = rule else {
            return .clock(try clock(text, of: .dhuhr, "Jumu'ah"))
        }
        switch anchor {
        case .time(.dhuhr): return rule
        case .time(.asr) where seconds < 0: return rule
        case .begins, .adhan:
            let distance = DurationText.format(.seconds(abs(seconds)))
            let meant = seconds == 0 ? "dhuhr" : "dhuhr\(seconds < 0 ? "-" : "+")\(distance)"
            throw ValueFault("is no time of a khutbah; write \"\(meant)\"")
        case .iqama, .time:
            let advice = "as \"13:15\", or counts from Dhuhr or to Asr: \"dhuhr+15m\", \"asr-45m\""
            throw ValueFault("is no time of a khutbah; it is a time such \(advice)")
        }
    }

    /// A list of times that differ. An empty one takes the place of that of another file.
    private func times<Time: Hashable>(_ key: String, _ convert: (String) throws -> Time) -> [Time]? {
        func hint(_ node: TOMLNode) -> String? {
            guard let meant = node.text.flatMap(TimeRule.meant) else { return Advice.brackets(node) }
            return "write it in brackets: \(key) = [\"\(meant)\"]"
        }
        let wanted = "a list of times, for example [\"13:15\"]"
        guard let times = list(key, mayBeEmpty: true, wanted: wanted, hint: hint, most: Occasion.most, as: convert)
        else { return nil }
        if Set(times.value).count < times.value.count { fault(times.spot, "\(key) has the same time twice") }
        return times.value
    }

    private static func clock(_ text: String, of prayer: Prayer, _ name: String) throws(ValueFault) -> Int {
        let second: Int
        do {
            second = try ClockText.parse(text)
        } catch {
            let isKhutbah = prayer == .dhuhr
            let meant = TimeRule.meant(by: text).flatMap { $0.contains(":") || isKhutbah ? "write \"\($0)\"" : nil }
            let advice = meant ?? "write it as in \"13:15\"" + (isKhutbah ? " or \"dhuhr+15m\"" : "")
            throw ValueFault("is not a time on a clock; \(advice)")
        }
        if let words = outside(second, prayer, name) { throw ValueFault(words) }
        return second
    }
}
