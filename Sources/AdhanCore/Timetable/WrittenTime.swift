/// A prayer's time in a file: a time of day or a moment.
enum WrittenTime: Hashable {
    /// Seconds since midnight on the clock, 0..<86,400.
    case clock(Int)
    case moment(Instant)

    var clock: Int? {
        if case .clock(let second) = self { second } else { nil }
    }

    /// Parses what `ClockText` parses, the same followed by the zone's name, as in `05:30 (BST)` or `05:30 (+03)`, and
    /// ISO 8601 with an offset, as in `2026-01-01T05:30:00+00:00`. The name in brackets is ignored: the time is a wall
    /// clock time with or without it.
    static func parse(_ text: String) throws(ClockText.Unreadable) -> WrittenTime {
        // The longest valid form has about thirty.
        guard text.utf8.count <= 64 else { throw .shape }
        let text = try withoutZoneName(text)
        if let mark = text.firstIndex(of: "T") {
            return .moment(try moment(date: text[..<mark], rest: text[text.index(after: mark)...]))
        }
        return .clock(try ClockText.parse(text))
    }

    private static func withoutZoneName(_ text: String) throws(ClockText.Unreadable) -> String {
        guard let open = text.firstIndex(of: "(") else { return text }
        let tail = text[text.index(after: open)...].drop { $0 != ")" }.dropFirst()
        let name = text[open...].dropFirst().prefix { $0 != ")" }
        guard tail.allSatisfy({ $0 == " " }), (1...8).contains(name.count), text.contains(")"),
            name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-:".contains($0)) })
        else { throw .shape }
        return String(text[..<open])
    }

    private static func moment(date: Substring, rest: Substring) throws(ClockText.Unreadable) -> Instant {
        let day: CivilDate
        do {
            day = try CivilDate(date.drop { $0 == " " })
        } catch {
            if case .noSuchDay = error { throw .value }
            throw .shape
        }
        guard let mark = rest.firstIndex(where: { "Z+-".contains($0) }) else { throw .shape }
        let clock = try ClockText.parse(String(rest[..<mark]))
        let zone = rest[mark...]
        var offset = 0
        if zone.hasPrefix("Z") {
            guard zone.dropFirst().allSatisfy({ $0 == " " }) else { throw .shape }
        } else {
            offset = try ClockText.parse(String(zone.dropFirst())) * (zone.hasPrefix("-") ? -1 : 1)
        }
        return Instant(seconds: Int64(day.dayNumber) * 86_400 + Int64(clock - offset))
    }
}
