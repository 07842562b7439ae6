/// Durations as people write them: `10s`, `5m`, `1h`, `1h30m`, `500ms`.
package enum DurationText {
    /// Descending: a text names each unit at most once, in this order.
    private static let units: [(suffix: String, duration: Duration)] = [
        ("d", .days(1)), ("h", .hours(1)), ("m", .minutes(1)), ("s", .seconds(1)), ("ms", .milliseconds(1)),
    ]

    /// - Throws: `InvalidValue` for anything except numbers with units, largest unit first.
    package static func parse(_ text: String) throws(InvalidValue) -> Duration {
        var rest = Substring(text)
        var total = Duration.zero
        var allowed = units[...]
        var unreadable: InvalidValue {
            let advice = "write it with its unit, for example \"5m\", \"90s\" or \"1h30m\""
            return InvalidValue("'\(text.prefix(40))' is not a length of time; \(advice)")
        }
        guard !rest.isEmpty else { throw unreadable }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count)
            let suffix = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(suffix.count)
            // Nine digits are more than any key allows, and cannot overflow.
            guard digits.count <= 9, let number = Int(digits),
                let index = allowed.firstIndex(where: { $0.suffix == suffix })
            else { throw unreadable }
            total += allowed[index].duration * number
            allowed = allowed[(index + 1)...]
        }
        return total
    }

    package static func format(_ duration: Duration) -> String {
        var rest = duration.wholeMilliseconds
        guard rest > 0 else { return rest == 0 ? "0s" : "-" + format(.zero - duration) }
        var text = ""
        for (suffix, unit) in units {
            let (count, remainder) = rest.quotientAndRemainder(dividingBy: unit.wholeMilliseconds)
            if count > 0 { text += "\(count)\(suffix)" }
            rest = remainder
        }
        return text
    }
}
