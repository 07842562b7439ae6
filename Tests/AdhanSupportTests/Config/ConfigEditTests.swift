import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

/// A changed config file has the wanted value, and all its other lines byte for byte.
@Suite struct ConfigEditTests {
    private func changed(_ text: String, _ changes: [ConfigChange]) throws -> String {
        var edit = ConfigEdit(Array(text.utf8), file: "config.toml")
        try edit.apply(changes)
        return String(decoding: edit.bytes, as: UTF8.self)
    }

    private func set(_ key: String, _ value: ConfigValue?, in text: String) throws -> String {
        try changed(text, [ConfigChange(key: key, to: value)])
    }

    /// - Returns: what the fault says.
    private func fault(_ key: String, _ value: ConfigValue?, in text: String) -> String? {
        do {
            _ = try set(key, value, in: text)
            return nil
        } catch { return "\(error)" }
    }

    // MARK: A key that is there

    @Test(arguments: [
        ("[audio]\nvolume = 100\n", "[audio]\nvolume = 60\n"),
        ("[audio]\n  volume  =  100   # loud\n\n# end", "[audio]\n  volume  =  60   # loud\n\n# end"),
        ("[audio]\r\nvolume = \"-12dB\"\r\ntail = \"1s\"\r\n", "[audio]\r\nvolume = 60\r\ntail = \"1s\"\r\n"),
        ("audio.volume = 3 # ü", "audio.volume = 60 # ü"),
        ("[audio]\n\"volume\" = '''a\n# b\n''' # c\nx = 1", "[audio]\n\"volume\" = 60 # c\nx = 1"),
        ("\u{FEFF}audio = { files = {}, volume = 'é', b = 1 }", "\u{FEFF}audio = { files = {}, volume = 60, b = 1 }"),
        ("[audio] # [audio]\nvolume = [\n  1,\n  2 ]\nx = 1", "[audio] # [audio]\nvolume = 60\nx = 1"),
        ("[audio.files]\n[audio]\nvolume=0x1F", "[audio.files]\n[audio]\nvolume=60"),
        ("[ audio ]\n'é' = 'é'\nvolume = 1e2\n", "[ audio ]\n'é' = 'é'\nvolume = 60\n"),
        ("[audio]\nx = 'Ä'\nvolume = 2026-01-02 03:04:05# d", "[audio]\nx = 'Ä'\nvolume = 60# d"),
        ("[audio]\nvolume = { a = [1, 2], b = \"}\" }\t#", "[audio]\nvolume = 60\t#"),
        ("[[notify]]\nto = '[audio]'\n[audio]\nvolume = true", "[[notify]]\nto = '[audio]'\n[audio]\nvolume = 60"),
    ])
    func `only the value of a key changes`(before: String, after: String) throws {
        #expect(try set("audio.volume", .integer(60), in: before) == after)
    }

    @Test func `a value is written as TOML and read as the same value`() throws {
        let values: [(ConfigValue, String)] = [
            (.text("Rochdale"), "\"Rochdale\""),
            (.text("a \"b\" \\ c\nd\te\r\u{7F}"), "\"a \\\"b\\\" \\\\ c\\nd\\te\\r\\u007f\""),
            (.number(-2.1561), "-2.1561"), (.number(53), "53.0"), (.number(1e-7), "1e-07"), (.number(1e30), "1e+30"),
            (.integer(.min), "-9223372036854775808"), (.boolean(false), "false"), (.text(""), "\"\""),
            (.texts(["a", "ü ]"]), "[\"a\", \"ü ]\"]"), (.list([]), "[]"), (.list([.list([.integer(1)])]), "[[1]]"),
        ]
        for (value, toml) in values {
            #expect(try value.toml == toml && set("a.b", value, in: "[a]\nb = 1 # c\n") == "[a]\nb = \(toml) # c\n")
            #expect(ConfigValue(toml: toml) == value)
        }
    }

    @Test(arguments: ["Rochdale", "+20m", "60 # c", "1\nb = 2", "{ a = 1 }", "2026-01-01", "", "13:30", "1, 2", "\"a"])
    func `a text that is no value of TOML is none`(text: String) { #expect(ConfigValue(toml: text) == nil) }

    // MARK: A key that is not there

    private static let example = """
        # head

        [audio]
        # A volume = 3 in a sentence.
        #   volume = 100              # 0 to 100
        #                               10 is faint
        # tail = "0s"
        # not = a setting

        [display]
        """

    @Test func `a key takes its line in comments, and the comment behind it stays`() throws {
        let after = Self.example.replacing("#   volume = 100 ", with: "volume = 60 ")
        #expect(try set("audio.volume", .integer(60), in: Self.example) == after)
        let both = after.replacing("# tail = \"0s\"", with: "tail = \"1s\"")
        let changes = [
            ConfigChange(key: "audio.tail", to: .text("1s")), ConfigChange(key: "audio.volume", to: .integer(60)),
        ]
        #expect(try changed(Self.example, changes) == both)
        let behind = Self.example.replacing("# not = a setting\n", with: "# not = a setting\nnot = 1\n")
        #expect(try set("audio.not", .integer(1), in: Self.example) == behind)
    }

    @Test(arguments: [
        // Behind the last key of the table, with the same indentation.
        ("[a]\n  x = 1\n\n[c]\ny = 1\n", "[a]\n  x = 1\n  b = 2\n\n[c]\ny = 1\n"),
        ("[a]\r\nx = [\r\n]\r\n\r\n[c]", "[a]\r\nx = [\r\n]\r\nb = 2\r\n\r\n[c]"),
        ("[a]", "[a]\nb = 2\n"),
        ("[a]\nx = 1", "[a]\nx = 1\nb = 2\n"),
        // Comments that follow the last key are about it; those above the next header are not.
        ("[a]\nx = 1 # long\n       # text\n\n[c]\n", "[a]\nx = 1 # long\n       # text\nb = 2\n\n[c]\n"),
        ("[a]\nx = 1\n# The next table\n[c]\n", "[a]\nx = 1\nb = 2\n# The next table\n[c]\n"),
        ("[a]\n# About a.\n\n[c]\n", "[a]\n# About a.\nb = 2\n\n[c]\n"),
        // The lines below a header in a comment belong to that table.
        ("[a]\nx = 1\n\n# [c]\n# b = 1\n", "[a]\nx = 1\nb = 2\n\n# [c]\n# b = 1\n"),
        ("[a]\nx = 1\n\n# [[c]]\n#   b = 1\n", "[a]\nx = 1\nb = 2\n\n# [[c]]\n#   b = 1\n"),
        // A missing table is appended.
        ("", "[a]\nb = 2\n"),
        ("\u{FEFF}", "\u{FEFF}[a]\nb = 2\n"),
        ("[c]\nb = 1", "[c]\nb = 1\n\n[a]\nb = 2\n"),
        ("[c]\r\nb = 1\r\n\r\n", "[c]\r\nb = 1\r\n\r\n[a]\r\nb = 2\r\n"),
        ("[a.x]\nb = 1\n", "[a.x]\nb = 1\n\n[a]\nb = 2\n"),
        ("c = '''\n[a]\n'''\n", "c = '''\n[a]\n'''\n\n[a]\nb = 2\n"),
        // A table of dotted keys gets another one.
        ("a.x = 1 # c\n\n[c]\n", "a.x = 1 # c\na.b = 2\n\n[c]\n"),
    ])
    func `a new key is the last of its table`(before: String, after: String) throws {
        #expect(try set("a.b", .integer(2), in: before) == after)
    }

    @Test func `a nested table is appended with its whole name`() throws {
        for (key, before, after) in [
            ("audio.volumes.fajr", "[audio]\nx = 1\n", "[audio]\nx = 1\n\n[audio.volumes]\nfajr = 1\n"),
            (
                "audio.volumes.fajr", "[audio]\nvolumes.isha = 1\n[c]\n",
                "[audio]\nvolumes.isha = 1\nvolumes.fajr = 1\n[c]\n"
            ), ("a b.c", "", "[\"a b\"]\nc = 1\n"), ("top", "# head\n\n[a]\n", "# head\ntop = 1\n\n[a]\n"),
            ("top", "\u{FEFF}[a]\n", "\u{FEFF}top = 1\n[a]\n"),
        ] { #expect(try set(key, .integer(1), in: before) == after) }
    }

    // MARK: Removal

    @Test(arguments: [
        ("[a]\nb = 1 # c\nx = 1\n", "[a]\nx = 1\n"), ("[a]\nx = 1\nb = [\n 1, # c\n]\n# d", "[a]\nx = 1\n# d"),
        ("[a]\r\nb = '''\r\n\r\n'''\r\n", "[a]\r\n"), ("a.b = 1", ""), ("[a]\nx = 1", "[a]\nx = 1"), ("", ""),
        ("[a]\n# b = 1\n", "[a]\n# b = 1\n"),
    ])
    func `nil removes the line of a key`(before: String, after: String) throws {
        #expect(try set("a.b", nil, in: before) == after)
    }

    // MARK: By hand

    private static let byHand = ConfigRow.rows(
        """
        [[a]]\\nb = 1\\n | 1: a.b cannot be changed: there may be several [[a]]; change the file with an editor
        \\na = { x = 1 }\\n | 2: a.b is not there, and a is a table in braces; change the file with an editor
        a = 3\\n | 1: a.b cannot be changed: a is no table; change the file with an editor
        [a.b]\\n | 1: a.b is a table and has no value; change the file with an editor
        [a]\\n[[a.b]]\\n | 2: a.b is a list of tables, [[a.b]]; change the file with an editor
        [a]\\nb = [ 1, # one\\n] | 2: the list a.b has comments, which would be lost; change the file with an editor
        [a]\\nb = [1\\n | 2: this is not TOML: the list that begins here has no ] at its end; write b = [1]
        """
    )

    @Test(arguments: byHand)
    func `a change that has to be made by hand is refused with the line`(row: ConfigRow) {
        #expect(fault("a.b", .integer(2), in: row.config) == "config.toml:\(row.answer)")
    }

    @Test func `a key in braces is not removed, and a wrong key or value is refused`() {
        let braces = "config.toml:1: a.b stands in a table in braces; change the file with an editor"
        #expect(fault("a.b", nil, in: "a = { b = 1 }") == braces)
        for key in ["", "a.", ".a", "a..b", "a.b.c.d.e", "a\u{1}"] {
            #expect(fault(key, .integer(1), in: "")?.contains("is no key; write its table and its name") == true)
        }
        let control = "config.toml: a.b cannot have a control character; type the value again"
        #expect(fault("a.b", .texts(["\u{C}"]), in: "") == control)
    }

    @Test func `of several changes all are made or none`() throws {
        var edit = ConfigEdit(Array("[a]\nb = 1\n".utf8), file: "config.toml")
        let changes = [ConfigChange(key: "a.b", to: .integer(2)), ConfigChange(key: "a", to: .integer(2))]
        #expect(throws: ConfigFault.self) { try edit.apply(changes) }
        #expect(edit.bytes == Array("[a]\nb = 1\n".utf8))
        try edit.apply([])
        #expect(edit.bytes == Array("[a]\nb = 1\n".utf8))
    }

    // MARK: The difference

    @Test func `the difference has the removed and the added lines with their numbers`() {
        func difference(_ before: String, _ after: String) -> String {
            "\(ConfigDifference(Array(before.utf8), Array(after.utf8)))"
        }
        #expect(difference("a\nb\nc\n", "a\nx\nc\n") == "- 2  b\n+ 2  x" && difference("a\n", "a\n") == "")
        #expect(difference("", "a\n\u{1B}b") == "+ 1  a\n+ 2  \\u{1b}b")
        let lines = (1...10).map { "\($0)\n" }
        let changed = (lines.prefix(4) + ["new\n"] + lines[4..<9]).joined()
        #expect(difference(lines.joined(), changed) == "+  5  new\n- 10  10")
    }
}
