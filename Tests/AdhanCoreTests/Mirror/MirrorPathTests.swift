import Testing

@testable import AdhanCore

struct MirrorPathTests {
    @Test func `a key that would leave the folder or be no proper name is refused, and says why`() {
        let cases: [(String, KeyFault)] = [
            ("", .empty), ("/etc/passwd", .absolute), ("../x", .leavesFolder), ("a/../../x", .leavesFolder),
            ("a/..", .leavesFolder), ("./a", .leavesFolder), (".", .leavesFolder), ("a//b", .emptyPart),
            ("a/", .emptyPart),
            ("a\0b", .control), ("a\nb", .control), ("a\u{7F}", .control), ("a\u{2028}b", .control),
            (".adhand-mirror/state.json", .ours), (".Adhand-Mirror", .ours), (".adhand-mirror2/x", .ours),
            ("a/.adhand-mirror/x", .ours), ("lost+found", .repair), ("lost+found/x", .repair),
            (String(repeating: "x", count: 256), .nameTooLong(bytes: 256)),
            (String(repeating: "ü", count: 128), .nameTooLong(bytes: 256)),
            (String(repeating: "x", count: 1025), .tooLong(bytes: 1025)),
            (String(repeating: "a/", count: 32) + "b", .tooDeep(folders: 32)),
        ]
        for (key, fault) in cases {
            #expect(throws: fault) { try MirrorPath(key) }
            #expect(!fault.description.isEmpty)
        }
    }

    @Test func `an awkward key that is a proper name is taken as it is`() throws {
        for key in [
            "adhan.mp3", "slides/Ramadan ü/日本 +&=%:@*()!'$,;~#?[]^`|{}\"<>\\.md", "...", "..a/b..", " ", "%2e%2e/x",
            "~",
            "a/.adhand/x", String(repeating: "x", count: 255), "\\..\\x", ".hidden",
        ] {
            #expect(try MirrorPath(key).text == key)
        }
    }

    @Test func `paths are equal by their bytes, and know their folders and ending`() throws {
        #expect(try MirrorPath("caf\u{E9}") != MirrorPath("cafe\u{301}"))
        #expect(try MirrorPath("a/b/c.MP3").folders == ["a", "a/b"])
        #expect(try MirrorPath("a.b/c").ending == "")
        #expect(try MirrorPath("a.b/c.tar.MP3").ending == "mp3")
        #expect(try MirrorPath("a/b").name == "b")
    }
}
