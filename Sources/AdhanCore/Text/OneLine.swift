/// Makes text from outside safe for one line of a log, a table or a terminal.
///
/// Outside text is, for example, the name of a file or a device, a message of a server or a library, and anything that
/// a client of the control socket sends. The code works on Unicode scalars, because `\r
/// ` is a single `Character` that is not equal to `"
/// "`.
package enum OneLine {
    /// In bytes; enough for a sentence with the longest possible path.
    package static let limit = 4096

    /// The text on one line. Line breaks and tabs become spaces; control and invisible characters are written as
    /// `\u{1b}`. Idempotent.
    ///
    /// - Parameter limit: in bytes, at least 3. A longer text is cut and ends with "…".
    package static func of(_ text: String, limit: Int = limit) -> String {
        // The fast path: nearly every text is plain, and every log line passes here.
        if text.utf8.count <= limit, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
        let mark = "…"
        var (line, beforeMark) = ("", 0)
        var isBroken = false
        for scalar in text.unicodeScalars {
            guard !isBreak(scalar) else {
                isBroken = !line.isEmpty
                continue
            }
            let piece = (isBroken ? " " : "") + (isHidden(scalar) ? escaped(scalar) : String(scalar))
            isBroken = false
            guard line.utf8.count + piece.utf8.count <= limit else {
                return String(decoding: line.utf8.prefix(beforeMark), as: UTF8.self) + mark
            }
            line += piece
            if line.utf8.count + mark.utf8.count <= limit { beforeMark = line.utf8.count }
        }
        return line
    }

    /// Whether it ends a line or moves to another column.
    package static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether it controls a terminal or can deceive a reader: a control character, a change of direction that reorders
    /// letters, or a character without width or shape. The joiners and direction marks (U+200C to U+200F, U+061C) are
    /// allowed: names contain them, and they do not reorder letters.
    package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x202A...0x202E, 0x2066...0x2069: true
        case 0x200B, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF, 0x180E, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }
}
