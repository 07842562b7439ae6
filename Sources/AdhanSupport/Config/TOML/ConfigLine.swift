/// A line of a config file, taken apart as far as it can be without being TOML.
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

extension StringProtocol where SubSequence == Substring {
    /// Without blanks at its ends.
    var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start.prefix(0)
    }

    /// Whether it consists of that many digits.
    func isDigits(_ count: ClosedRange<Int>) -> Bool {
        count.contains(utf8.count) && utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
