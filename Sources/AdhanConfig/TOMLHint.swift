/// What to write instead of a value that is no TOML, or of another kind than its key needs: common mistakes only.
enum TOMLHint {
    /// The characters that word processors and phones write instead of " and '.
    private static let curlyQuotes: Set<Character> = [
        "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{AB}", "\u{BB}", "\u{2033}",
        "\u{2032}",
    ]

    /// - Parameter line: the line that is no TOML.
    /// - Returns: what is wrong with it and what to write; nil if the mistake is none of these.
    static func words(for line: String) -> String? {
        let setting = setting(line)
        if let quote = line.first(where: curlyQuotes.contains) {
            let found = "here is the curly quote \(quote); write "
            guard let setting, isQuoted(setting.value) else {
                return found + "straight quotes, as in \"Europe/London\""
            }
            let inner = String(setting.value.dropFirst().dropLast())
            return found
                + (number(inner).map { "the number without quotes: \(setting.key) = \($0)" }
                    ?? "straight quotes: \(setting.key) = \"\(inner)\"")
        }
        guard let setting, setting.value.contains(","), let number = number(setting.value) else { return nil }
        return "\(setting.value) has a comma; write a point: \(setting.key) = \(number)"
    }

    /// For a number, or true or false, in quotes.
    ///
    /// - Returns: the end of a sentence; empty if the text is neither.
    static func unquoted(_ key: String, _ text: String) -> String {
        number(text).map { "; write it without quotes: \(key) = \($0)" } ?? ""
    }

    static func unquotedFlag(_ key: String, _ text: String) -> String {
        ["true", "false"].contains(text) ? "; write it without quotes: \(key) = \(text)" : ""
    }

    /// The text as a number in TOML, with a point for a comma; nil if it is no number.
    static func number(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: /\s*([+-]?[0-9]{1,20})(?:[.,]([0-9]{1,20}))?\s*/) else { return nil }
        return String(match.1) + (match.2.map { "." + $0 } ?? "")
    }

    /// The key and the value of a line of moderate length, without a comment. A value with `#` is left alone.
    private static func setting(_ line: String) -> (key: String, value: String)? {
        guard line.utf8.count <= 200,
            let match = line.wholeMatch(of: /\s*([A-Za-z0-9_.-]+)\s*=\s*([^#]*[^#\s])\s*(?:#.*)?/)
        else { return nil }
        return (String(match.1), String(match.2))
    }

    /// Whether it is a text in quotes, straight or curly, without others within.
    private static func isQuoted(_ value: String) -> Bool {
        func isQuote(_ character: Character) -> Bool { curlyQuotes.contains(character) || "\"'".contains(character) }
        guard value.count > 2, let first = value.first, let last = value.last else { return false }
        return isQuote(first) && isQuote(last) && !value.dropFirst().dropLast().contains(where: isQuote)
    }
}
