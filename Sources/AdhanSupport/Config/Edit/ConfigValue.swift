/// A value of the config, as it is written to a file.
package enum ConfigValue: Sendable, Hashable {
    case text(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case list([ConfigValue])

    package static func texts(_ texts: some Sequence<String>) -> ConfigValue { .list(texts.map(ConfigValue.text)) }

    /// A number without a fraction as an integer; any other value as it is.
    var whole: ConfigValue {
        guard case .number(let number) = self, let integer = Int(exactly: number) else { return self }
        return .integer(integer)
    }

    /// The value as TOML, on one line.
    package var toml: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .list(let members): "[\(members.map(\.toml).joined(separator: ", "))]"
        }
    }

    /// The text in quotes, with TOML's escapes.
    static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }

    /// Makes the value of a file's node; nil for a table, and for a date or a time without quotes.
    init?(_ value: TOMLNode.Value) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer(let number):
            guard let number = Int(exactly: number) else { return nil }
            self = .integer(number)
        case .number(let number): self = .number(number)
        case .boolean(let flag): self = .boolean(flag)
        case .array(let members):
            let values = members.compactMap { ConfigValue($0.value) }
            guard values.count == members.count else { return nil }
            self = .list(values)
        case .table, .dateOrTime: return nil
        }
    }

    /// Reads the text as a value of TOML.
    ///
    /// - Returns: nil where it is none, where it is a table, a date or a time, and where a comment is behind it.
    package init?(toml text: String) {
        guard !text.contains(where: \.isNewline) else { return nil }
        guard let node = try? TOMLNode.parse(Array("value = \(text)".utf8), file: ""),  // reason: see above
            case .table(let members) = node.value, let found = members.first, members.count == 1,
            !TOMLDepth.hasComment(Array(text.utf8)[...])
        else { return nil }
        self.init(found.value)
    }
}
