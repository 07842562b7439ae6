/// Detects UTF-16 (which Notepad and Excel call Unicode) where a file must be UTF-8.
package enum WideText {
    /// The problem and its remedy, as the end of a sentence.
    package static let words = "this is UTF-16, which Notepad and Excel call \"Unicode\"; save the file as UTF-8"

    /// Whether it begins with the UTF-16 byte order mark, or every other byte of its beginning is 0, as in English text
    /// without the mark.
    package static func isWide(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return true }
        let head = bytes.prefix(32)
        guard head.count >= 4 else { return false }
        return [0, 1].contains { parity in
            head.enumerated().allSatisfy { ($0.element == 0) == ($0.offset % 2 == parity) }
        }
    }
}
