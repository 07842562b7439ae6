import AdhanCore
import AdhanSystem

/// A word that the clock is right, kept in the runtime directory: a person's, or that of a time server that answered earlier.
package struct ClockConfirmation: Sendable {
    package let file: String
    /// As many bytes as such a file can need, many times over.
    private var kept: JSONFile<BootAnchor> { JSONFile(file, limit: 4096) }

    /// What a person said with `adhand clock confirm`.
    package static func person(runtime: String) -> ClockConfirmation {
        ClockConfirmation(file: runtime + "/clock-confirmed")
    }

    /// That the clock was seen synchronised.
    package static func server(runtime: String) -> ClockConfirmation {
        ClockConfirmation(file: runtime + "/clock-synchronised")
    }

    /// Whether the word was given, and counts still.
    ///
    /// - Parameter anchor: the clock as it stands.
    /// - Throws: `FileFault` where there is a file and it cannot be read or understood; it then counts for nothing.
    package func holds(_ anchor: BootAnchor) throws(FileFault) -> Bool {
        let given = try kept.load { _ in "it is damaged and counts for nothing until it is replaced" }
        return given.map(anchor.continues) ?? false
    }

    /// Gives the word for the clock as it stands.
    package func give(_ anchor: BootAnchor) throws(AtomicFile.Fault) {
        try kept.save(anchor)
    }
}
