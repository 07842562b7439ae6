/// Text that came from outside, made fit for one line of a log, a table or a terminal.
///
/// From outside comes the name of a file or a device, the words of a server or a library, and whatever a client of the control
/// socket sends. It goes by Unicode scalars: `\r\n` is a single `Character`, which is not equal to `"\n"`.
package enum OneLine {
    /// In bytes; enough for a sentence around the longest path there may be.
    package static let limit = 4096

    /// The text on one line: breaks and tabs become a space, and what a terminal obeys or nobody sees is written as `\u{1b}`.
    /// Applied twice it changes nothing more.
    ///
    /// - Parameter limit: in bytes, at least 3. What is longer is cut, and ends with "…".
    package static func of(_ text: String, limit: Int = limit) -> String {
        // Nearly every text is plain, and every line of the log comes here.
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

    /// Whether it ends a line, or jumps to another column.
    package static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether a terminal obeys it, or a reader is deceived by it: a control, a change of direction that turns letters round, or
    /// a character without width or shape. The joiners and the marks of direction (U+200C to U+200F, U+061C) are none of these:
    /// names are written with them, and they turn no letter round.
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
