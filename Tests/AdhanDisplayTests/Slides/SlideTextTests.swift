import AdhanCore
import AdhanSupport
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

/// The header of an uploaded picture.
@Suite struct PictureSizeTests {
    private static func png(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + width + height + [8, 2, 0, 0, 0, 1, 2, 3, 4]
        let text: [UInt8] = [0, 0, 0, 2] + Array("tEXt".utf8) + [9, 9, 0, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + head + text + [0, 0, 0, 0] + Array("IEND".utf8)
            + [0, 0, 0, 0]
    }

    /// With a segment before the frame, and bytes that fill.
    private static let jpeg: [UInt8] =
        [
            0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC4, 0, 3, 7, 0xFF, 0xC2, 0, 11, 8, 0x04, 0x38, 0x07, 0x80,
            3,
        ]

    @Test func `the size is that of the header`() throws {
        let png = try PictureSize(Self.png([0, 0, 1, 0], [0, 0, 0, 9]))
        #expect(png.kind == .png && png.width == 256 && png.height == 9)
        let jpeg = try PictureSize(Self.jpeg)
        #expect(jpeg.kind == .jpeg && jpeg.width == 1920 && jpeg.height == 1080)
    }

    @Test func `a picture with too many pixels is too large`() {
        for size: [UInt8] in [[0, 0, 0x20, 1], [0xFF, 0xFF, 0xFF, 0xFF]] {
            #expect(throws: PictureSize.Fault.tooLarge) { try PictureSize(Self.png(size, [0, 0, 0, 1])) }
        }
        #expect(throws: PictureSize.Fault.tooLarge) { try PictureSize(Self.png([0, 0, 0x1F, 0], [0, 0, 0x1F, 0])) }
    }

    @Test func `no beginning of a picture is one, and no byte of it makes the reader fail`() {
        for whole in [Self.png([0, 0, 1, 0], [0, 0, 0, 9]), Array(Self.jpeg.dropLast())] {
            for count in whole.indices {
                #expect(throws: PictureSize.Fault.noPicture) { try PictureSize(Array(whole.prefix(count))) }
            }
            for index in whole.indices {
                for byte: UInt8 in [0, 0x7F, 0xFF] {
                    var changed = whole
                    changed[index] = byte
                    _ = try? PictureSize(changed)
                }
            }
        }
        #expect(throws: PictureSize.Fault.noPicture) { try PictureSize(Self.png([0, 0, 0, 0], [0, 0, 0, 9])) }
        #expect(throws: PictureSize.Fault.noPicture) { try PictureSize([]) }
    }
}
