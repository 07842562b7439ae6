/// What one look at the box has come to.
struct Finding: Equatable, Sendable {
    /// One sentence on what was found, or on what is wrong.
    let words: String
    /// The one thing to do about it, a command to type where there is one; nil where all is well.
    let advice: String?

    var isGood: Bool { advice == nil }

    static func good(_ words: String) -> Finding { Finding(words: words, advice: nil) }

    static func bad(_ words: String, do advice: String) -> Finding { Finding(words: words, advice: advice) }

    /// What a look needs is wrong itself.
    static func needs(_ look: Look) -> Finding {
        .bad(
            "not looked at, since that needs the \(look.rawValue)",
            do: "see '\(look.rawValue)' above, then look again"
        )
    }
}

/// What is looked at, in the order in which it is told.
enum Look: String, CaseIterable, Sendable {
    case config, clock, zone, card, volume, files, hooks, timetable, ledger, disk, permissions, service, sources
}

/// A word of a command as it is typed into a shell.
func shellWord(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "/._-:,=+@".utf8.contains(byte)
    }
    return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}
