import AdhanCore

/// For a line that is no TOML.
extension Advice {
    static func words(for line: String) -> String {
        let parsed = ConfigLine(line.prefix(1000))
        // Hints end up in the journal.
        if let words = hidden(parsed) { return words }
        let known = line.utf8.count > 200 ? nil : lines.lazy.compactMap { $0(parsed) }.first
        return known ?? "this line cannot be read; write a setting as volume = 60, a table as [audio], and # before a "
            + "comment; a text must be in quotes, as in \"Europe/London\""
    }

    /// The first that has words counts.
    private static let lines: [@Sendable (ConfigLine) -> String?] = [
        misspelledName, misbracketed, foreign, setting, curlyQuotes, missingEquals, clock,
    ]

    /// For a line that may hold a password: the value is not repeated.
    private static func hidden(_ line: ConfigLine) -> String? {
        let parts = line.text.split(omittingEmptySubsequences: false) { $0 == ":" }
        let isAddress =
            parts.count > 1 && (line.text.contains { $0 == "@" } || parts.dropFirst().contains { $0.hasPrefix("//") })
        // A key may stand in quotes, or in a table on one line.
        let keys = line.text.split { "=:".contains($0) }.dropLast() + [line.sign == nil ? "" : line.key]
        let secret = keys.compactMap { $0.split { " .\"'{[,".contains($0) }.last }.first {
            ["url", "endpoint", "base_url"].contains($0) || SecretName.isSecret($0)
        }
        guard isAddress || secret != nil else { return nil }
        let key = line.isSetting || line.sign == ":" && !line.value.hasPrefix("//") ? line.key : secret ?? "url"
        return "a value needs a key, = and straight quotes at both ends: \(key) = \"…\""
    }

    /// A name with an apostrophe, as `[jumu'ah]`, that TOML allows only in quotes and the config has without.
    private static func misspelledName(_ line: ConfigLine) -> String? {
        let open = line.text.prefix { $0 == "[" }
        let written = line.text[open.endIndex...].prefix { $0 != "]" && $0 != "=" }.trimmed
        guard written.contains(where: { "'’`".contains($0) }) else { return nil }
        let name = PrayerSpelling.name(String(written.map { "’`".contains($0) ? "'" : $0 }))
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else { return nil }
        let end = open.isEmpty ? " = …" : String(repeating: "]", count: open.count)
        return "\(written) has an apostrophe; write \(open)\(name)\(end)"
    }

    /// A header with the wrong brackets, as `[[iqama` and `[iqama]]`.
    private static func misbracketed(_ line: ConfigLine) -> String? {
        guard let found = line.header, line.text != header(found.name) else { return nil }
        let fault = found.close.isEmpty ? "has no ] at its end" : "has the wrong brackets"
        return "\(line.text) \(fault); write \(header(found.name))"
    }

    /// A table, a comment or a key without a value, as other formats have them: `place:`, `{` and `; comment`.
    private static func foreign(_ line: ConfigLine) -> String? {
        if let mark = [";", "//"].first(where: { line.text.hasPrefix($0) }) {
            return "a comment begins with #; write # in place of \(mark)"
        }
        if line.text.hasPrefix("{") {
            return "this is JSON, and the config is TOML: write [place] on a line, and below it latitude = 53.6"
        }
        guard line.value.isEmpty, !line.key.isEmpty, line.sign != nil || line.key == line.text else { return nil }
        return line.sign != "=" && Configuration.tables.contains(String(line.key))
            ? "the name of a table stands in brackets; write \(header(line.key))"
            : "\(line.key) has no value; write \(line.key) = and its value, or delete the line"
    }

    private static func setting(_ line: ConfigLine) -> String? {
        guard line.isSetting else { return nil }
        let value = line.value
        if let pair = coordinates(value) { return "\(value) are two numbers; write two lines: \(pair)" }
        if value.hasPrefix("\""), let words = windowsPath(line.key, value.filter { $0 != "\"" }) {
            return "\(value) \(words)"
        }
        return values.lazy.compactMap { row in
            row.right(value).map { "\(value) \(row.wrong): \(line.key) = \($0)" }
        }.first
    }

    /// The quotes that word processors and phones write.
    private static func curlyQuotes(_ line: ConfigLine) -> String? {
        guard let quote = line.text.first(where: isCurly) else { return nil }
        let straight = line.text.map { isCurly($0) ? "\"" : String($0) }.joined()
        let number = line.isSetting ? number(line.value.filter { !isCurly($0) }) : nil
        return "here is the curly quote \(quote); write "
            + (number.map { "the number without quotes: \(line.key) = \($0)" } ?? "straight quotes: \(straight)")
    }

    /// For `volume: 100` and `volume 100`.
    private static func missingEquals(_ line: ConfigLine) -> String? {
        let value = line.value
        guard line.sign == ":" || line.sign == " " && !value.contains(where: { $0 == " " }),
            !value.contains(where: { $0 == "=" })
        else { return nil }
        let isDone = number(value) == value || value.hasPrefix("[") || isQuoted(value)
        let written = isDone ? value : values.lazy.compactMap { $0.right(value) }.first
        return written.map { "a key and its value need = between them; write \(line.key) = \($0)" }
    }

    /// For a time somewhere in the line, as in a list of several lines.
    private static func clock(_ line: ConfigLine) -> String? {
        let found = line.text.split { " \t[]{}=,".contains($0) }.first { text in
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.first?.isDigits(1...2) == true && parts.last?.isDigits(2...2) == true
        }
        return found.map { "\($0) needs quotes: \"\($0)\"" }
    }
}

/// Mistakes that toml++ notices in a later line.
extension Advice {
    /// How far back a mistake is searched for, in lines.
    static let mostLines = 2000

    /// - Parameters:
    ///   - texts: at most `mostLines` of the file, up to the line that is refused.
    /// - Returns: the number of the line with the mistake, and what to do about it; nil if it is no such mistake.
    static func elsewhere(_ texts: [String], after skipped: Int, _ error: String) -> (line: Int, words: String)? {
        let lines = texts.map { ConfigLine($0.prefix(1000)) }
        guard let last = lines.last, misbracketed(last) == nil else { return nil }
        return error.split(separator: " ").contains("redefine")
            ? repeated(last, lines.dropLast(), skipped) : openList(lines, skipped)
    }

    private static func repeated(
        _ last: ConfigLine,
        _ lines: ArraySlice<ConfigLine>,
        _ skipped: Int
    ) -> (line: Int, words: String)? {
        let line = skipped + lines.count + 1
        if last.header != nil {
            return lines.firstIndex { $0.text == last.text }.map { first in
                let words = "\(last.text) is here a second time; move the lines below it to the first, in line "
                return (line, words + "\(skipped + first + 1), and delete it here")
            }
        }
        let table = lines.lastIndex { $0.header != nil }.map { $0 + 1 } ?? 0
        return lines[table...].lastIndex { $0.isSetting && $0.key == last.key }.map { first in
            (line, "\(last.key) is here a second time, after line \(skipped + first + 1); delete one of the two lines")
        }
    }

    private static func openList(_ lines: [ConfigLine], _ skipped: Int) -> (line: Int, words: String)? {
        guard let start = lines.lastIndex(where: { $0.isSetting && $0.value.hasPrefix("[") }) else { return nil }
        // The line that is refused may be the next setting or header.
        let rest = lines[(start + 1)...].prefix { $0.sign != "=" && $0.header == nil }
        let first = lines[start]
        guard ([first] + rest).reduce(0, { $0 + openBrackets($1.text) }) > 0 else { return nil }
        let end = rest.isEmpty && hidden(first) == nil ? "; write \(first.key) = \(first.value)]" : ""
        return (skipped + start + 1, "the list that begins here has no ] at its end\(end)")
    }

    /// How many more brackets a line opens than it closes, without those in texts.
    private static func openBrackets(_ line: Substring) -> Int {
        var (depth, quote) = (0, nil as Character?)
        for character in line {
            if character == quote {
                quote = nil
            } else if quote == nil {
                switch character {
                case "\"", "'": quote = character
                case "[": depth += 1
                case "]": depth -= 1
                default: break
                }
            }
        }
        return depth
    }
}

/// The parts of a line of a config file that may not be TOML.
struct ConfigLine {
    /// Without its comment and the blanks at its ends.
    let text: Substring
    /// The letters, digits, `_`, `.` and `-` at its beginning; empty if there are none.
    let key: Substring
    /// The sign behind the key: `=`, `:` or a blank; nil if there is another one or none.
    let sign: Character?
    /// The text behind the sign.
    let value: String

    init(_ line: some StringProtocol) {
        text = Substring(line).prefix { $0 != "#" }.trimmed
        key = text.prefix(while: Self.isOfKey)
        let rest = text[key.endIndex...]
        let after = rest.trimmed
        if key.isEmpty || after.isEmpty {
            (sign, value) = (nil, "")
        } else if let first = after.first, first == "=" || first == ":" {
            (sign, value) = (first, String(after.dropFirst().trimmed))
        } else {
            (sign, value) = rest.first?.isWhitespace == true ? (" ", String(after)) : (nil, "")
        }
    }

    var isSetting: Bool { sign == "=" && !value.isEmpty }

    /// The brackets and the name of a header, as of `[[iqama]`; nil if the line is none.
    var header: (open: Substring, name: Substring, close: Substring)? {
        let open = text.prefix { $0 == "[" }
        let name = text[open.endIndex...].prefix(while: Self.isOfKey)
        let close = text[name.endIndex...]
        guard (1...2).contains(open.count), !name.isEmpty, close.count <= 2, close.allSatisfy({ $0 == "]" }) else {
            return nil
        }
        return (open, name, close)
    }

    private static func isOfKey(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_.-".contains(character))
    }
}
