import AdhanSupport
import AdhanCore
import Testing

@testable import AdhanDisplay

/// A slide's file: its settings, and its text.
@Suite struct SlideTextTests {
    @Test(arguments: ["\n", "\r\n"]) func `settings stand between two lines of plus signs`(end: String) throws {
        let lines = [
            "\u{FEFF}+++", "from = \"2026-12-01\"", "until = \"2026-12-31\"", "days = [\"friday\"]", "length = \"20s\"",
            "language = \"tr\"", "+++", "# Ders", "",
        ]
        let text = try SlideText(Array(lines.joined(separator: end).utf8), file: "a.md")
        #expect(text.settings.days.from == (try CivilDate("2026-12-01")) && text.settings.days.weekdays == [5])
        #expect(text.settings.days.until == (try CivilDate("2026-12-31")) && text.settings.length == .seconds(20))
        #expect(text.settings.language == .turkish && text.firstLine == 8 && text.text.hasPrefix("# Ders"))
    }

    @Test func `without settings all of it is text`() throws {
        let text = try SlideText(Array("# Classes\nfrom = here\n".utf8), file: "a.md")
        #expect(text.settings == SlideConfiguration() && text.firstLine == 1 && text.text == "# Classes\nfrom = here\n")
    }

    @Test(arguments: [
        ("+++\nuntill = \"2026-12-31\"\n+++\na", "a.md:2: unknown key 'untill'"),
        ("+++\nfrom = \"2026-12-31\"\nuntil = \"2026-12-01\"\n+++\na", "a.md:3: it is never shown"),
        ("+++\nfrom = \"31.12.2026\"\n+++\na", "a.md:2: from: "),
        ("+++\nlength = \"1s\"\n+++\na", "a.md:2: "),
        ("+++\nlanguage = \"english\"\n+++\na", "a.md:2: "),
        ("+++\nfrom = 2026\na", "a.md:1: the settings have no end; write a second line +++ below them"),
        ("---\nfrom: 2026\n---\na", "a.md:1: settings stand between two lines of +++, not of ---"),
        ("+++\n+++\n \n", "a.md:3: there is no text; write it here"),
        ("", "a.md:1: there is no text; write it here"),
        (
            "# A\n+++\nfrom = \"2026-12-31\"\n+++\na",
            "a.md:2: settings stand at the beginning of the file; move these lines there"
        ),
        ("\n+++\nfrom = \"2026-12-31\"\n+++\na", "a.md:2: settings stand at the beginning"),
        (
            "\nfrom = \"2026-12-31\"\n# A",
            "a.md:2: this looks like a setting; put a line +++ above the settings, and another below them"
        ),
        ("days=[\"friday\"]\n# A", "a.md:1: this looks like a setting"),
    ])
    func `a fault has its line`(text: String, fault: String) {
        let error = #expect(throws: ConfigError.self) { try SlideText(Array(text.utf8), file: "a.md") }
        #expect(
            error?.faults.map(\.description).first?.hasPrefix(fault) == true,
            "\(error?.faults.map(\.description) ?? [])"
        )
    }

    @Test func `a text of another encoding is refused with its line`() {
        for bytes: [UInt8] in [Array("a\n\u{0}b".utf8), Array("a\n".utf8) + [0xE9]] {
            let error = #expect(throws: ConfigError.self) { try SlideText(bytes, file: "a.md") }
            #expect(error?.faults.map(\.description) == ["a.md:2: this is not UTF-8; save the file as UTF-8"])
        }
    }
}
