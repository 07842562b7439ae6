/// Finds excessive nesting before toml++ parses the text. toml++ limits how deep values nest, but not how many parts a
/// key has, and it frees the tables of a dotted key recursively: a key of 100,000 parts would crash the process.
package struct TOMLDepth {
    /// The maximum number of parts in a key and of nested brackets. The config's own keys have three parts, its values
    /// two brackets. The result is then at most 16 × 17 deep, which fits any stack.
    package static let limit = 16

    private var rest: ArraySlice<UInt8>
    private var line = 1
    /// Parts of the current key; a number's fraction counts as a part, too.
    private var parts = 1
    private var brackets = 0
    private var comments = 0

    /// - Returns: the first line that exceeds the limit, 1-based, and how; nil if none does.
    package static func excess(in bytes: [UInt8]) -> (line: Int, words: String)? {
        var scan = TOMLDepth(rest: bytes[...])
        return scan.run()
    }

    /// Whether a value has a comment among its lines.
    static func hasComment(_ value: ArraySlice<UInt8>) -> Bool {
        var scan = TOMLDepth(rest: value)
        _ = scan.run()
        return scan.comments > 0
    }

    private init(rest: ArraySlice<UInt8>) { self.rest = rest }

    private mutating func run() -> (line: Int, words: String)? {
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                skipText(byte)
                continue
            case UInt8(ascii: "#"):
                comments += 1
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
                continue
            case UInt8(ascii: "\n"): (line, parts) = (line + 1, 1)
            case UInt8(ascii: "."): parts += 1
            case UInt8(ascii: "="), UInt8(ascii: ","): parts = 1
            case UInt8(ascii: "["), UInt8(ascii: "{"): (brackets, parts) = (brackets + 1, 1)
            case UInt8(ascii: "]"), UInt8(ascii: "}"): (brackets, parts) = (max(0, brackets - 1), 1)
            default: break
            }
            if parts > Self.limit {
                let needed = "no key of adhand has more than three"
                return (line, "a key has more than \(Self.limit) parts between dots; \(needed)")
            }
            if brackets > Self.limit {
                let needed = "no value of adhand needs more than two"
                return (line, "more than \(Self.limit) brackets are open; close them, \(needed)")
            }
            rest.removeFirst()
        }
        return nil
    }

    /// Skips a quoted text, whose dots and brackets are not TOML. If it is not closed, the rest is not TOML either, and
    /// toml++ stops there.
    private mutating func skipText(_ quote: UInt8) {
        let isMultiline = rest.prefix(3).count { $0 == quote } == 3
        rest = rest.dropFirst(isMultiline ? 3 : 1)
        while let byte = rest.first {
            if byte == UInt8(ascii: "\n") {
                guard isMultiline else { return }
                line += 1
            }
            if byte == quote {
                let count = rest.prefix(5).prefix { $0 == quote }.count
                // Up to two quotes before the last three belong to the text.
                rest = rest.dropFirst(isMultiline ? count : 1)
                if !isMultiline || count >= 3 { return }
                continue
            }
            rest.removeFirst()
            // A quote after a backslash belongs to the text.
            let isEscape = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
            if isEscape, rest.first != UInt8(ascii: "\n") { rest = rest.dropFirst() }
        }
    }
}
