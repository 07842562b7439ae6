/// When something happens on a day, as the config writes it: `13:30`, `begins+10m`, `iqama-15m`, `sunrise-45m`, `+20m`.
package enum TimeRule: Hashable, Sendable {
    /// Seconds since midnight on the wall clock of the mosque date.
    case clock(Int)
    /// Seconds after another time of the day, negative before it.
    case beside(Anchor, seconds: Int)

    package enum Anchor: Hashable, Sendable {
        /// The prayer's own beginning.
        case begins
        /// The prayer's adhan.
        case adhan
        /// The prayer's iqama.
        case iqama
        /// Another of the six times.
        case time(Prayer)

        /// The name in the config. `+20m` without a name counts from the adhan.
        package var name: String {
            switch self {
            case .begins: "begins"
            case .adhan: "adhan"
            case .iqama: "iqama"
            case .time(let prayer): prayer.rawValue
            }
        }

        static let all: [Anchor] = [.begins, .adhan, .iqama] + Prayer.allCases.map(Anchor.time)
    }

    /// How far a time may be from the one that it is counted from.
    private static let farthest: Duration = .hours(6)

    /// Parses a rule.
    ///
    /// - Parameter refused: an anchor that makes no sense there, so that no example has it.
    package init(_ text: String, refusing refused: Anchor? = nil) throws(InvalidValue) {
        let quoted = "\"\(text.trimmed.prefix(40))\""
        guard let rule = Self.parse(text.trimmed) else {
            let examples = ["13:30", "begins+10m", "iqama-15m", "sunrise-45m", "+20m"].filter {
                refused == .iqama ? $0 != "iqama-15m" : refused == .adhan ? $0 != "+20m" : true
            }.map { "\"\($0)\"" }
            let all = "\(examples.dropLast().joined(separator: ", ")) or \(examples.last ?? "")"
            throw InvalidValue("\(quoted) is not a time of the day; write it as in \(all)")
        }
        if case .beside(_, let seconds) = rule, abs(seconds) > Self.farthest.components.seconds {
            let most = DurationText.format(Self.farthest)
            throw InvalidValue("\(quoted) is further than \(most) from the time that it counts from")
        }
        self = rule
    }

    private static func parse(_ text: some StringProtocol) -> TimeRule? {
        // reason: the caller says what is wrong
        if text.contains(":") { return (try? ClockText.parse(String(text))).map(TimeRule.clock) }
        let name = text.prefix { $0 != "+" && $0 != "-" }
        let found = Anchor.all.first { $0.name == String(name).trimmed }
        guard !text.isEmpty, let anchor = name.isEmpty ? .adhan : found else { return nil }
        guard let sign = text.dropFirst(name.count).first else { return .beside(anchor, seconds: 0) }
        let length = String(text.dropFirst(name.count + 1)).trimmed
        guard let distance = try? DurationText.parse(String(length)) else { return nil }  // reason: see above
        let seconds = Int(distance.components.seconds)
        return .beside(anchor, seconds: sign == "-" ? -seconds : seconds)
    }

    package func counts(from anchor: Anchor) -> Bool {
        if case .beside(anchor, _) = self { true } else { false }
    }

    /// Whether it counts backwards, so that an earlier time is the safe one.
    var isBefore: Bool { if case .beside(_, let seconds) = self { seconds < 0 } else { false } }
}

extension TimeRule {
    /// What a text that is no rule was meant to be: `13:15` for `1.15 pm`, `+20m` for `20 min`, `sunrise-30m` for
    /// `shuruq - 30`.
    package static func meant(by text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let plain = text.lowercased().filter { $0 != " " }
        guard let candidate = clock(plain) ?? beside(plain) else { return nil }
        return (try? TimeRule(candidate)) == nil ? nil : candidate  // reason: what cannot be read is not suggested
    }

    /// For `1.15pm`, `13h15`, `1315` and `8am`.
    private static func clock(_ text: String) -> String? {
        let half = ["am", "pm"].first(where: text.hasSuffix)
        let parts = text.dropLast(half?.count ?? 0).split(omittingEmptySubsequences: false) { ".:h".contains($0) }
        guard let first = parts.first, parts.allSatisfy({ $0.isDigits(0...Int.max) }) else { return nil }
        let written: (hour: Substring, minute: Substring)
        switch (parts.count, first.count, parts.last?.count) {
        case (2, 1...2, 2?): written = (first, parts.last ?? "")
        case (1, 4, _) where half == nil: written = (first.prefix(2), first.suffix(2))
        case (1, 1...2, _) where half != nil: written = (first, "00")
        default: return nil
        }
        guard let hour = Int(written.hour) else { return nil }
        return "\(half == "pm" && hour < 12 ? hour + 12 : hour):\(written.minute)"
    }

    private static let units = ["minutes", "mins", "hours", "hrs", "seconds", "secs"]

    /// For `20 min`, `iqama - 15` and `10 min after`.
    private static func beside(_ text: String) -> String? {
        let typed = String(text.prefix { !("0"..."9").contains($0) && !"+-".contains($0) })
        let distance = text.dropFirst(typed.count)
        let sign = distance.first.flatMap { "+-".contains($0) ? "\($0)" : nil } ?? ""
        let number = distance.dropFirst(sign.count).prefix { ("0"..."9").contains($0) }
        var word = distance.dropFirst(sign.count + number.count)
        var name = ""
        if !typed.isEmpty {
            let names = Anchor.all.map(\.name)
            let known = names.contains(typed) ? typed : Spelling.nearest(to: typed, among: names)
            name = known ?? PrayerSpelling.name(typed)
        }
        guard !distance.isEmpty else { return name.isEmpty ? nil : name }
        guard (1...3).contains(number.count), name.isEmpty || !sign.isEmpty else { return nil }
        if word.last == "." { word.removeLast() }
        // "10 min after": the adhan is meant.
        if sign.isEmpty, word.hasSuffix("after") { word.removeLast("after".count) }
        // Any other longer word may say "before" behind the unit, the opposite of what would be suggested.
        guard let unit = word.isEmpty ? "m" : units.first(where: { $0.hasPrefix(word) })?.prefix(1) else { return nil }
        return name + (sign.isEmpty ? "+" : sign) + number + unit
    }
}
