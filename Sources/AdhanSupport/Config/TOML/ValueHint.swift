import AdhanCore

/// Advises what to write in place of a value that is no TOML, or of another kind than its key needs.
enum ValueHint {
    /// `latitude = 53.6 and longitude = -2.15` for a pair of coordinates; nil if the text is none.
    static func coordinates(_ text: String) -> String? {
        let parts = text.split { " ,;[]".contains($0) }
        guard parts.count == 2, let first = parts.first, let last = parts.last,
            parts.allSatisfy({ part in part.contains { $0 == "." } && decimal(part) == String(part) })
        else { return nil }
        return "latitude = \(first) and longitude = \(last)"
    }

    /// `53.795` for `53°47'42"N`, `53° 47.7' N`, `N 53.795` and `53.795°`, negative for south and west.
    static func degrees(_ text: String) -> String? {
        let marks = "°º'′’\"″” "
        // Without °, a small letter is a unit of time: 5s.
        let text = text.contains { $0 == "°" } ? text.uppercased() : text
        let letters = text.filter { "NSEW".contains($0) }
        let isNegative = text.trimmed.first == "-" || letters.contains { "SW".contains($0) }
        let body = text.trimmed.drop { letters.contains($0) || "+- ".contains($0) }
        let parts = body.split { marks.contains($0) || letters.contains($0) }
            .map { decimal($0).flatMap(Double.init) ?? .nan }
        guard letters.count == 1 || letters.isEmpty && text.contains(where: { $0 == "°" }),
            (1...3).contains(parts.count),
            parts.allSatisfy({ (0...180).contains($0) })
        else { return nil }
        let sum = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + $1.0 / $1.1 }
        let rounded = (sum * 100_000).rounded() / 100_000
        return "\(isNegative ? -rounded : rounded)"
    }

    /// `60` for `60%`.
    static func percent(_ text: String) -> String? {
        text.last == "%" ? decimal(text.dropLast()) : nil
    }

    /// The text as a number in TOML, with a point for a comma, without ° and %; nil if it is no number.
    static func number(_ text: String) -> String? {
        text.utf8.count > 60 ? nil : decimal(text) ?? percent(text) ?? degrees(text)
    }

    /// The same for a number alone.
    private static func decimal(_ text: some StringProtocol) -> String? {
        let plain = String(text).trimmed
        let digits = plain.first.map { "+-".contains($0) } == true ? plain.dropFirst() : plain
        let parts = digits.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard parts.count <= 2, parts.allSatisfy({ $0.isDigits(1...20) }) else { return nil }
        return String(plain.map { $0 == "," ? "." : $0 })
    }

    /// A path with \ as one with /.
    static func slashes(_ text: String) -> String? {
        isQuoted(text) && text.contains { $0 == "\\" } ? String(text.map { $0 == "\\" ? "/" : $0 }) : nil
    }

    /// A text with the quote that it lacks at its end.
    static func closed(_ text: String) -> String? {
        text.count > 1 && text.first == "\"" && !text.dropFirst().contains { "\"\\".contains($0) } ? text + "\"" : nil
    }

    static func flag(_ text: String) -> Bool? {
        ["yes": true, "on": true, "true": true, "no": false, "false": false][text.lowercased()]
    }

    /// The list with quotes around its texts; nil if it is no list, or needs none.
    static func quotedList(_ value: String) -> String? {
        guard value.first == "[", value.last == "]" else { return nil }
        let members = value.dropFirst().dropLast().split(separator: ",").map { String($0.trimmed) }
        guard members.contains(where: isText) else { return nil }
        let texts = members.map { isQuoted($0) ? $0 : "\"\($0)\"" }
        return texts.allSatisfy(isQuoted) ? "[\(texts.joined(separator: ", "))]" : nil
    }

    /// Whether a value is a text that only lacks its quotes.
    static func isText(_ value: String) -> Bool {
        !value.isEmpty && number(value) == nil
            && !value.contains { "\"'[]{}=,".contains($0) || curlyQuotes.contains($0) }
    }

    /// Whether it is a text in straight quotes, without others within.
    static func isQuoted(_ value: String) -> Bool {
        guard value.count > 2, let first = value.first, "\"'".contains(first), value.last == first else { return false }
        return !value.dropFirst().dropLast().contains { "\"'".contains($0) || curlyQuotes.contains($0) }
    }

    static func isClock(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.first?.isDigits(1...2) == true && parts.last?.isDigits(2...2) == true
    }

    /// The advice for a path of Windows, as `C:\Users\me\adhan.mp3`; nil if the text is none.
    static func windowsPath(_ key: some StringProtocol, _ text: String) -> String? {
        let parts = text.prefix(1000).split { "\\/".contains($0) }
        guard let drive = parts.first, drive.count == 2, drive.last == ":", drive.first?.isLetter == true,
            parts.count > 1, let name = parts.last
        else { return nil }
        return "is on a Windows computer; copy the file to this box and write where it is, as in "
            + "\(key) = \"/etc/adhand/\(name)\""
    }

    /// The characters that word processors and phones write instead of " and '.
    static let curlyQuotes: Set<Character> = ["“", "”", "„", "‘", "’", "‚", "«", "»", "″", "′"]
}

/// For a value of another kind than its key needs.
extension ValueHint {
    /// For a number in quotes.
    static func unquoted(_ node: TOMLNode) -> String? {
        guard case .string(let text) = node.value else { return nil }
        return number(text).map { "write it without quotes: \(node.key) = \($0)" }
            ?? coordinates(text).map { "write two lines: \($0)" }
    }

    /// For true or false in quotes.
    static func unquotedFlag(_ node: TOMLNode) -> String? {
        guard case .string(let text) = node.value else { return nil }
        return flag(text).map { "write it without quotes: \(node.key) = \($0)" }
    }

    /// For a text where a list is needed.
    static func brackets(_ node: TOMLNode) -> String? {
        guard case .string(let text) = node.value, !text.isEmpty, text.utf8.count <= 200,
            !text.contains(where: { $0 == " " }),
            flag(text) == nil
        else { return nil }
        return "write it in brackets: \(node.key) = [\"\(text)\"]"
    }

    /// For a number where a length of time is needed.
    static func length(_ node: TOMLNode, in range: ClosedRange<Duration>) -> String? {
        guard case .integer = node.value else { return nil }
        return meant(by: node.value.text, in: range).map { "write it with its unit: \(node.key) = \"\($0)\"" }
    }

    /// For a text that is no length of time, as `5`, `+5m` or `5 min`.
    ///
    /// - Returns: the end of a sentence; empty if it is not clear what was meant.
    static func length(_ text: String, in range: ClosedRange<Duration>) -> String {
        meant(by: text, in: range).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    private static func meant(by text: String, in range: ClosedRange<Duration>) -> String? {
        let plain = text.lowercased().filter { !" +".contains($0) }
        let digits = plain.prefix(while: \.isNumber)
        let unit = plain[digits.endIndex...].prefix(while: \.isLetter)
        guard digits.isDigits(1...6), ["", "."].contains(plain[unit.endIndex...]) else { return nil }
        return ["m", "s", "h", "d"].filter { unit.isEmpty || unit.hasPrefix($0) }.map { "\(digits)\($0)" }.first {
            (try? DurationText.parse($0)).map(range.contains) ?? false  // reason: one that is none is not suggested
        }
    }
}
