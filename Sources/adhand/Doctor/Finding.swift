/// The result of one check.
package struct Finding: Equatable, Sendable {
    /// One sentence about what was found or what is wrong.
    package let words: String
    /// The one thing to do, as a command if there is one; nil if all is well.
    package let advice: String?

    package var isGood: Bool { advice == nil }

    package static func good(_ words: String) -> Finding { Finding(words: words, advice: nil) }

    package static func bad(_ words: String, do advice: String) -> Finding { Finding(words: words, advice: advice) }

    /// The check could not be made because something it needs is wrong.
    package static func needs(_ look: Look) -> Finding {
        .bad(
            "not looked at, since that needs the \(look.rawValue)",
            do: "see '\(look.rawValue)' above, then look again"
        )
    }
}

/// The checks, in the order of the output.
package enum Look: String, CaseIterable, Sendable {
    case config, clock, zone, card, volume, adhans, files, hooks, timetable, ledger, disk, permissions, service, sources
    case display, mirror
}
