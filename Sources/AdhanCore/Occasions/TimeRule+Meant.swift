extension TimeRule {
    /// What a text that is no rule was meant to be: `13:15` for `1.15 pm`, `+20m` for `20 min`, `sunrise-30m` for
    /// `shuruq - 30`.
    ///
    /// - Returns: nil if that is not clear.
    package static func meant(by text: String) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let plain = text.lowercased().filter { $0 != " " }
        guard let candidate = clock(plain) ?? beside(plain) else { return nil }
        return (try? TimeRule(candidate)) == nil ? nil : candidate  // reason: what cannot be read is not suggested
    }

    private static func clock(_ text: String) -> String? {
        guard
            let match = text.wholeMatch(
                of: /([0-9]{1,2})[.:h]([0-9]{2})(am|pm)?|([0-9]{2})([0-9]{2})|([0-9]{1,2})(am|pm)/
            ),
            let hour = Int(match.1 ?? match.4 ?? match.6 ?? "")
        else { return nil }
        let isAfternoon = (match.3 ?? match.7) == "pm"
        let hours = hour < 12 && isAfternoon ? hour + 12 : hour
        return "\(hours):\(match.2 ?? match.5 ?? "00")"
    }

    private static let units = [
        "m": "m", "min": "m", "mins": "m", "minute": "m", "minutes": "m", "h": "h", "hr": "h", "hrs": "h", "hour": "h",
        "hours": "h", "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
    ]

    private static func beside(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: /([^0-9+-]*)(?:([+-]?)([0-9]{1,3})([a-z]*)\.?)?/) else { return nil }
        var name = String(match.1)
        if !name.isEmpty {
            let names = Anchor.all.map(\.name)
            let known = names.contains(name) ? name : Spelling.nearest(to: name, among: names)
            name = known ?? PrayerSpelling.name(name)
        }
        guard let number = match.3 else { return name.isEmpty ? nil : name }
        guard let sign = match.2, name.isEmpty || !sign.isEmpty else { return nil }
        var word = match.4.map(String.init) ?? ""
        // "10 min after": the adhan is meant.
        if sign.isEmpty, word.hasSuffix("after") { word = String(word.dropLast("after".count)) }
        // Any other longer word may say "before" behind the unit, the opposite of what would be suggested.
        guard let unit = word.isEmpty ? "m" : units[word] else { return nil }
        return name + (sign.isEmpty ? "+" : sign) + number + unit
    }
}
