import AdhanCore
import AdhanSupport

/// A confirmation that the clock is right, kept in the runtime directory. It comes from a person, or from an earlier
/// synchronisation with a time server.
package struct ClockConfirmation: Sendable {
    package let file: String
    /// In bytes; such a file needs far less.
    private var kept: JSONFile<BootAnchor> { JSONFile(file, limit: 4096) }

    /// A person's confirmation by `adhand clock confirm`.
    package static func person(runtime: String) -> ClockConfirmation {
        ClockConfirmation(file: runtime + "/clock-confirmed")
    }

    /// The record that the clock was seen synchronised.
    package static func server(runtime: String) -> ClockConfirmation {
        ClockConfirmation(file: runtime + "/clock-synchronised")
    }

    /// Whether there is a confirmation that still applies to the clock.
    ///
    /// - Parameter anchor: the clock as it stands.
    /// - Throws: `FileFault` where the file exists but cannot be read or decoded; it then confirms nothing.
    package func holds(_ anchor: BootAnchor) throws(FileFault) -> Bool {
        let given = try kept.load { _ in "it is damaged, and is ignored until it is replaced" }
        return given.map(anchor.continues) ?? false
    }

    /// Confirms the clock as it stands.
    package func give(_ anchor: BootAnchor) throws(AtomicFile.Fault) {
        try kept.save(anchor)
    }
}
