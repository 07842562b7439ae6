/// What one look at the box has come to.
package struct Finding: Equatable, Sendable {
    /// One sentence on what was found, or on what is wrong.
    package let words: String
    /// The one thing to do about it, a command to type where there is one; nil where all is well.
    package let advice: String?

    package var isGood: Bool { advice == nil }

    package static func good(_ words: String) -> Finding { Finding(words: words, advice: nil) }

    package static func bad(_ words: String, do advice: String) -> Finding { Finding(words: words, advice: advice) }

    /// What a look needs is wrong itself.
    package static func needs(_ look: Look) -> Finding {
        .bad(
            "not looked at, since that needs the \(look.rawValue)",
            do: "see '\(look.rawValue)' above, then look again"
        )
    }
}

/// What is looked at, in the order in which it is told.
package enum Look: String, CaseIterable, Sendable {
    case config, clock, zone, card, volume, files, hooks, timetable, ledger, disk, permissions, service, sources
}
