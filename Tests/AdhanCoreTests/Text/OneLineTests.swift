import AdhanCore
import Testing

@Suite struct OneLineTests {
    @Test(arguments: [
        ("adhan-fajr began on default", "adhan-fajr began on default"),
        ("", ""), (" two  spaces ", " two  spaces "),
        // Each is a single Character in Swift.
        ("a\r\nb", "a b"), ("a\r\n", "a"),
        ("a\nb\rc\td", "a b c d"), ("\n\na\n\n\nb\n", "a b"),
        ("a\u{85}b\u{2028}c\u{2029}d\u{b}e\u{c}f", "a b c d e f"),
        ("\u{1b}[31mred\u{7}", "\\u{1b}[31mred\\u{7}"),
        // The same control sequence in 8-bit form, which some terminals accept.
        ("\u{9b}31m", "\\u{9b}31m"), ("\0\u{7f}", "\\u{0}\\u{7f}"),
        ("x\u{202e}3pm.exe", "x\\u{202e}3pm.exe"), ("\u{2066}a\u{2069}", "\\u{2066}a\\u{2069}"),
        ("ad\u{200b}han\u{feff}", "ad\\u{200b}han\\u{feff}"), ("\u{e0041}", "\\u{e0041}"),
        ("مسجد النور", "مسجد النور"), ("می\u{200c}خواهم", "می\u{200c}خواهم"), ("\u{200f}ab", "\u{200f}ab"),
        ("e\u{301} 🕌 Königs", "e\u{301} 🕌 Königs"),
    ])
    func `a text becomes one line without hidden characters`(text: String, line: String) {
        // Compared by scalars, because the same letters may be written in several ways.
        #expect(Array(OneLine.of(text).unicodeScalars) == Array(line.unicodeScalars))
        #expect(OneLine.of(OneLine.of(text)) == OneLine.of(text))
    }

    @Test func `a long text is cut between two letters, and marked as cut`() {
        #expect(OneLine.of("abcdef", limit: 6) == "abcdef" && OneLine.of("abcdefg", limit: 6) == "abc…")
        #expect(OneLine.of("äöüß", limit: 8) == "äöüß" && OneLine.of("äöüßx", limit: 8) == "äö…")
        #expect(OneLine.of("ab\u{1b}", limit: 6) == "ab…" && OneLine.of("abc\n\n", limit: 3) == "abc")
        #expect(OneLine.of(String(repeating: "x", count: 90_000)).utf8.count == OneLine.limit)
        // A letter may have any number of accents.
        let heavy = "e" + String(repeating: "\u{301}", count: 90_000)
        #expect(heavy.count == 1)
        let cut = OneLine.of(heavy, limit: 60)
        #expect(cut.utf8.count <= 60 && cut.hasSuffix("…") && OneLine.of(cut, limit: 60) == cut)
    }

    @Test func `no terminal control character is left`() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let line = OneLine.of("a\(scalar)b")
            let isKept = line.unicodeScalars.contains { OneLine.isBreak($0) || OneLine.isHidden($0) }
            if isKept { Issue.record("U+\(String(value, radix: 16)) is kept") }
        }
    }
}
