import AdhanCore

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
        if let words = withheld(line) { return words }
        if let words = misspelledName(line) ?? misbracketed(line) ?? foreign(line) { return words }
        let setting = setting(line)
        if let setting, let words = rewritten(setting) { return words }
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
        guard let setting else { return missingEquals(line) ?? unquotedClock(line) }
        if setting.value.contains(","), let number = number(setting.value) {
            return "\(setting.value) has a comma; write a point: \(setting.key) = \(number)"
        }
        if let flag = flags[setting.value.lowercased()] {
            return "\(setting.value) has to be true or false: \(setting.key) = \(flag)"
        }
        if let list = quotedList(setting.value) { return "texts need quotes: \(setting.key) = \(list)" }
        return isText(setting.value)
            ? "\(setting.value) needs quotes: \(setting.key) = \"\(setting.value)\"" : unquotedClock(line)
    }

    /// The hint for a line that may hold a password, since hints end up in the journal: it does not repeat the value.
    private static func withheld(_ line: String) -> String? {
        let key = line.prefixMatch(of: /\s*([A-Za-z0-9_.-]+)(?:\s*=|\s*:(?!\/\/)|\s)/).map { $0.1 }
        let name = key?.split(separator: ".").last.map(String.init) ?? ""
        let isSecret = ["url", "endpoint", "base_url"].contains(name) || SecretName.isSecret(name[...])
        guard isSecret || line.contains("://") || line.contains(":") && line.contains("@") else { return nil }
        return "a value needs a key, = and straight quotes at both ends: \(key ?? "url") = \"…\""
    }

    /// Values that are no TOML: what is wrong with them, and what to write.
    private static let rewrites: [(wrong: String, right: @Sendable (String) -> String?)] = [
        ("is not a plain number; write degrees with a point", degrees),
        ("has a percent sign; write the number alone", percent),
        ("has \\ in a path; write /", slashes),
        ("has no quote at its end; write", closed),
    ]

    private static func rewritten(_ setting: (key: String, value: String)) -> String? {
        if let pair = coordinates(setting.value) { return "\(setting.value) are two numbers; write two lines: \(pair)" }
        if setting.value.hasPrefix("\""), let words = windowsPath(setting.key, setting.value.filter { $0 != "\"" }) {
            return "\(setting.value) \(words)"
        }
        return rewrites.lazy.compactMap { row in
            row.right(setting.value).map { "\(setting.value) \(row.wrong): \(setting.key) = \($0)" }
        }.first
    }

    /// `60` for `60%`.
    private static func percent(_ text: String) -> String? {
        text.wholeMatch(of: /([0-9]{1,3}(?:\.[0-9]{1,3})?)\s*%/).map { String($0.1) }
    }

    /// A path with \ as one with /.
    private static func slashes(_ text: String) -> String? {
        text.wholeMatch(of: /"([^"]*\\[^"]*)"/).map { "\"\($0.1.replacing("\\", with: "/"))\"" }
    }

    /// A text with the quote that it lacks at its end.
    private static func closed(_ text: String) -> String? {
        text.wholeMatch(of: /"[^"\\]+/) == nil ? nil : text + "\""
    }

    /// For `volume: 100` and `volume 100`.
    private static func missingEquals(_ line: String) -> String? {
        guard line.utf8.count <= 200,
            let match = line.wholeMatch(
                of: /\s*([A-Za-z][A-Za-z0-9_.-]*)(?:\s*:\s*([^=#]*[^=#\s])|\s+([^=#\s:\[]+))\s*(?:#.*)?/
            ), let value = (match.2 ?? match.3).map(String.init)
        else { return nil }
        let isDone =
            number(value) == value || isQuoted(value) || ["true", "false"].contains(value) || value.hasPrefix("[")
        let written = isDone ? value : number(value) ?? (isText(value) ? "\"\(value)\"" : nil)
        return written.map { "a key and its value need = between them; write \(match.1) = \($0)" }
    }

    /// How far back a mistake is searched for, in lines. Regular expressions are slow,
    /// and a file may have a million lines.
    static let mostLines = 2000

    /// What toml++ says of a line, where the mistake is in another one.
    ///
    /// - Parameters:
    ///   - lines: at most `mostLines` of the file, up to the line that is refused.
    ///   - skipped: the number of lines before them.
    ///   - error: toml++'s words.
    /// - Returns: the number of the line with the mistake, and what to do about it; nil if it is no such mistake.
    static func elsewhere(_ lines: [String], after skipped: Int, _ error: String) -> (line: Int, words: String)? {
        guard let last = lines.last, misbracketed(last) == nil else { return nil }
        let number = skipped + lines.count
        if error.contains("cannot redefine existing") {
            let name = last.prefixMatch(of: /\s*(\[{1,2}[^\]]+\]{1,2})/).map { String($0.1) }
            if let name, let first = lines.dropLast().firstIndex(where: { $0.trimmed.hasPrefix(name) }) {
                let words = "\(name) is here a second time; move the lines below it to the first, in line "
                return (number, words + "\(skipped + first + 1), and delete it here")
            }
            let table = lines.dropLast().lastIndex { $0.trimmed.hasPrefix("[") } ?? -1
            if let key = setting(last)?.key,
                let first = lines.indices.dropLast().last(where: { $0 > table && setting(lines[$0])?.key == key })
            {
                let words = "\(key) is here a second time, after line \(skipped + first + 1)"
                return (number, words + "; delete one of the two lines")
            }
            return nil
        }
        guard let start = lines.lastIndex(where: { $0.firstMatch(of: /^\s*[A-Za-z0-9_.-]+\s*=\s*\[/) != nil }) else {
            return nil
        }
        // The line that is refused may be the next setting or header.
        let list = lines[start...].prefix { $0 == lines[start] || !isNext($0) }
        guard list.reduce(0, { $0 + openBrackets($1) }) > 0 else { return nil }
        let isShown = list.count == 1 && withheld(lines[start]) == nil
        let end = isShown ? setting(lines[start]).map { "; write \($0.key) = \($0.value)]" } : nil
        return (skipped + start + 1, "the list that begins here has no ] at its end\(end ?? "")")
    }

    /// Whether a setting or a table begins in the line.
    private static func isNext(_ line: String) -> Bool {
        line.prefixMatch(of: /\s*(?:[A-Za-z0-9_.-]+\s*=|\[{1,2}[A-Za-z0-9_. ]+\]{1,2}\s*(?:#.*)?$)/) != nil
    }

    /// How many more brackets a line opens than it closes, without those in texts and comments.
    private static func openBrackets(_ line: String) -> Int {
        var (depth, quote) = (0, nil as Character?)
        for character in line {
            if let open = quote {
                if character == open { quote = nil }
            } else {
                switch character {
                case "\"", "'": quote = character
                case "#": return depth
                case "[": depth += 1
                case "]": depth -= 1
                default: break
                }
            }
        }
        return depth
    }

    /// For a time somewhere in the line, as in a list of several lines.
    private static func unquotedClock(_ line: String) -> String? {
        guard line.utf8.count <= 200,
            let match = line.firstMatch(of: /^[^#]*?[\s\[{=,]([0-9]{1,2}:[0-9]{2})(?:[\s\]},#]|$)/)
        else { return nil }
        return "\(match.1) needs quotes: \"\(match.1)\""
    }

    private static let flags = ["yes": true, "on": true, "true": true, "no": false, "false": false]

    /// A name with an apostrophe, as `[jumu'ah]`, that TOML allows only in quotes and the config has without.
    private static func misspelledName(_ line: String) -> String? {
        guard line.utf8.count <= 200,
            let match = line.prefixMatch(of: /\s*(\[{0,2})\s*([A-Za-z-]+['’`][A-Za-z0-9'’`-]*)\s*(?:\]|=)/)
        else { return nil }
        let name = PrayerSpelling.name(String(match.2.map { "’`".contains($0) ? "'" : $0 }))
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" }) else { return nil }
        let end = match.1.isEmpty ? " = …" : String(repeating: "]", count: match.1.count)
        return "\(match.2) has an apostrophe; write \(match.1)\(name)\(end)"
    }

    /// Whether a value without quotes is one of the texts that the config has: a word, a path, a time, a length of
    /// time, a day.
    private static func isText(_ value: String) -> Bool {
        let isWord = value.prefixMatch(of: /[A-Za-z\/~.]/) != nil
        let isTime = value.prefixMatch(of: /[0-9]{1,2}:[0-9]{2}/) != nil
        let isLength = value.wholeMatch(of: /[+-]?(?:[0-9]+ ?[a-z]+)+/) != nil
        let isDay = value.wholeMatch(of: /[0-9]{1,2}-[0-9]{1,2}/) != nil
        return (isWord || isTime || isLength || isDay) && !value.contains { "\"'[]{}=,".contains($0) }
    }

    /// The list with quotes around its texts; nil if it is no list, or needs none.
    private static func quotedList(_ value: String) -> String? {
        guard value.hasPrefix("["), value.hasSuffix("]") else { return nil }
        let members = value.dropFirst().dropLast().split(separator: /\s*,\s*/).map {
            $0.split(separator: " ").joined(separator: " ")
        }
        guard members.contains(where: isText) else { return nil }
        let texts = members.map { isQuoted($0) ? $0 : "\"\($0)\"" }
        return texts.allSatisfy(isQuoted) ? "[\(texts.joined(separator: ", "))]" : nil
    }

    /// For a number in quotes.
    static func unquoted(_ node: TOMLNode) -> String? {
        guard case .string(let text) = node.value else { return nil }
        return number(text).map { "write it without quotes: \(node.key) = \($0)" }
            ?? coordinates(text).map { "write two lines: \($0)" }
    }

    /// For true or false in quotes.
    static func unquotedFlag(_ node: TOMLNode) -> String? {
        guard case .string(let text) = node.value, let flag = flags[text.lowercased()] else { return nil }
        return "write it without quotes: \(node.key) = \(flag)"
    }

    /// For a text where a list is needed.
    static func brackets(_ node: TOMLNode) -> String? {
        guard case .string(let text) = node.value, !text.isEmpty, text.utf8.count <= 200, !text.contains(" "),
            flags[text.lowercased()] == nil
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
        guard let match = text.lowercased().wholeMatch(of: /\s*\+?\s*([0-9]{1,6})\s*([a-z]*)\.?\s*/) else { return nil }
        return ["m", "s", "h", "d"].filter { match.2.isEmpty || match.2.hasPrefix($0) }.map { match.1 + $0 }.first {
            (try? DurationText.parse($0)).map(range.contains) ?? false  // reason: one that is none is not suggested
        }
    }

    /// The text as a number in TOML, with a point for a comma, without ° and %; nil if it is no number.
    static func number(_ text: String) -> String? {
        guard let match = text.wholeMatch(of: /\s*([+-]?[0-9]{1,20})(?:[.,]([0-9]{1,20}))?\s*/) else {
            return degrees(text) ?? percent(text)
        }
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

extension String {
    /// Without blanks at its beginning.
    fileprivate var trimmed: Substring { drop { $0 == " " || $0 == "\t" } }
}
