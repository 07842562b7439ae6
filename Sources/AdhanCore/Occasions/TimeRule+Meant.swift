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

    /// For `1.15pm`, `13h15`, `1315` and `8am`.
    private static func clock(_ text: String) -> String? {
        let half = ["am", "pm"].first(where: text.hasSuffix)
        let parts = text.dropLast(half?.count ?? 0).split(omittingEmptySubsequences: false) { ".:h".contains($0) }
        guard let first = parts.first, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
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
