import AdhanCore

/// The advice for typing errors: for a value here, for a line in `Advice+Lines`, for a key in `Advice+Keys`. Any other
/// name gets the nearest known one, by `Spelling`.
enum Advice {
    /// The typing errors in values: the fault of each, and the TOML that was meant. The first row that fits counts.
    static let values: [(wrong: String, right: @Sendable (String) -> String?)] = [
        ("is not a plain number; write degrees with a point", degrees),
        ("has a percent sign; write the number alone", percent),
        ("has a comma; write a point", { $0.contains(",") ? number($0) : nil }),
        ("has \\ in a path; write /", { isQuoted($0) && $0.contains("\\") ? $0.replacing("\\", with: "/") : nil }),
        ("has no quote at its end; write", { isOpen($0) ? $0 + "\"" : nil }),
        ("has to be true or false", { flag($0).map { "\($0)" } }),
        ("has texts without quotes; write them", quotedList),
        ("needs quotes", { isText($0) ? "\"\($0)\"" : nil }),
    ]

    /// `latitude = 53.6 and longitude = -2.15` for a pair of coordinates; nil if the text is none.
    static func coordinates(_ text: String) -> String? {
        let parts = text.split { " ,;[]".contains($0) }
        guard parts.count == 2, parts.allSatisfy({ $0.contains(".") && decimal($0) == String($0) }) else { return nil }
        return "latitude = \(parts[0]) and longitude = \(parts[1])"
    }

    /// `53.795` for `53°47'42"N`, `53° 47.7' N`, `N 53.795` and `53.795°`, negative for south and west.
    private static func degrees(_ text: String) -> String? {
        // Without °, a small letter is a unit of time: 5s.
        guard let found = CoordinateText.degrees((text.contains("°") ? text.uppercased() : text)[...]) else {
            return nil
        }
        return found.direction != nil || text.contains("°") ? "\(found.degrees)" : nil
    }

    /// `60` for `60%`.
    private static func percent(_ text: String) -> String? { text.last == "%" ? decimal(text.dropLast()) : nil }

    /// The text as a number in TOML, with a point for a comma, without ° and %; nil if it is no number.
    static func number(_ text: String) -> String? {
        text.utf8.count > 60 ? nil : decimal(text) ?? percent(text) ?? degrees(text)
    }

    /// The same for a number alone.
    private static func decimal(_ text: some StringProtocol) -> String? {
        let plain = String(text).trimmed
        let digits = plain.hasPrefix("+") || plain.hasPrefix("-") ? plain.dropFirst() : plain
        let parts = digits.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard parts.count <= 2, parts.allSatisfy({ $0.isDigits(1...20) }) else { return nil }
        return String(plain).replacing(",", with: ".")
    }

    static func flag(_ text: String) -> Bool? {
        ["yes": true, "on": true, "true": true, "no": false, "false": false][text.lowercased()]
    }

    /// The list with quotes around its texts; nil if it is no list, or needs none.
    private static func quotedList(_ value: String) -> String? {
        guard value.first == "[", value.last == "]" else { return nil }
        let members = value.dropFirst().dropLast().split(separator: ",").map { String($0.trimmed) }
        let texts = members.map { isQuoted($0) ? $0 : "\"\($0)\"" }
        return members.contains(where: isText) && texts.allSatisfy(isQuoted)
            ? "[\(texts.joined(separator: ", "))]" : nil
    }

    /// Whether a value is a text that only lacks its quotes.
    private static func isText(_ value: String) -> Bool {
        !value.isEmpty && number(value) == nil && !value.contains { "\"'[]{}=,".contains($0) || isCurly($0) }
    }

    /// Whether it is a text in straight quotes, without others within.
    static func isQuoted(_ value: String) -> Bool {
        guard value.count > 2, let first = value.first, "\"'".contains(first), value.last == first else { return false }
        return !value.dropFirst().dropLast().contains { "\"'".contains($0) || isCurly($0) }
    }

    /// Whether it is a text that only lacks the quote at its end.
    private static func isOpen(_ text: String) -> Bool {
        text.count > 1 && text.first == "\"" && !text.dropFirst().contains { "\"\\".contains($0) }
    }

    /// Whether word processors and phones write it instead of " and '.
    static func isCurly(_ character: Character) -> Bool { "“”„‘’‚«»″′".contains(character) }

    /// The advice for a path of Windows, as `C:\Users\me\adhan.mp3`; nil if the text is none.
    static func windowsPath(_ key: some StringProtocol, _ text: String) -> String? {
        let parts = text.prefix(1000).split { "\\/".contains($0) }
        guard let drive = parts.first, drive.count == 2, drive.last == ":", drive.first?.isLetter == true,
            parts.count > 1, let name = parts.last
        else { return nil }
        return "is on a Windows computer; copy the file to this box and write where it is, as in "
            + "\(key) = \"/etc/adhand/\(name)\""
    }
}

/// For a value of another kind than its key needs.
extension Advice {
    /// For a number in quotes.
    static func unquoted(_ node: TOMLNode) -> String? {
        guard let text = node.text else { return nil }
        return number(text).map { "write it without quotes: \(node.key) = \($0)" }
            ?? coordinates(text).map { "write two lines: \($0)" }
    }

    /// For true or false in quotes.
    static func unquotedFlag(_ node: TOMLNode) -> String? {
        node.text.flatMap(flag).map { "write it without quotes: \(node.key) = \($0)" }
    }

    /// For a text where a list is needed.
    static func brackets(_ node: TOMLNode) -> String? {
        guard let text = node.text, !text.isEmpty, text.utf8.count <= 200, !text.contains(" "), flag(text) == nil
        else { return nil }
        // A time from another one on.
        let times = text.split { "-–".contains($0) }
        let areTimes = times.count == 2 && times.allSatisfy { $0.contains(":") }
        let list = areTimes ? times.joined(separator: "\", \"") : text
        return "write it in brackets: \(node.key) = [\"\(list)\"]"
    }

    /// For a number where a length of time is needed.
    static func length(_ node: TOMLNode, in range: ClosedRange<Duration>) -> String? {
        guard case .integer(let number) = node.value else { return nil }
        return length("\(number)", in: range).map { "write it with its unit: \(node.key) = \"\($0)\"" }
    }

    /// The length of time that `5`, `+5m` or `5 min` means; nil if that is not clear.
    static func length(_ text: String, in range: ClosedRange<Duration>) -> String? {
        let plain = text.lowercased().filter { !" +".contains($0) }
        let digits = plain.prefix(while: \.isNumber)
        let unit = plain[digits.endIndex...].prefix(while: \.isLetter)
        guard digits.isDigits(1...6), ["", "."].contains(plain[unit.endIndex...]) else { return nil }
        return ["m", "s", "h", "d"].filter { unit.isEmpty || unit.hasPrefix($0) }.map { "\(digits)\($0)" }.first {
            (try? DurationText.parse($0)).map(range.contains) ?? false  // reason: one that is none is not suggested
        }
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Without blanks at its ends.
    var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start.prefix(0)
    }

}
