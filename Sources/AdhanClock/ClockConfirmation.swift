import AdhanCore
import AdhanSystem
import Foundation

/// A word that the clock is right, kept in the runtime directory: a person's, or that of a time server that answered earlier.
package struct ClockConfirmation: Sendable {
    package let file: String

    /// What such a file can need, many times over.
    private static let sizeLimit = 4096

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
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
        } catch {
            if error.isMissing { return false }
            throw error
        }
        do {
            return anchor.continues(try JSONDecoder().decode(BootAnchor.self, from: Data(bytes)))
        } catch {
            throw FileFault(path: file, reason: "it is damaged and counts for nothing until it is replaced")
        }
    }

    /// Gives the word for the clock as it stands.
    package func give(_ anchor: BootAnchor) throws(AtomicFile.Fault) {
        let text: Data
        do {
            text = try JSONEncoder().encode(anchor)
        } catch {
            throw AtomicFile.Fault(path: file, while: "encoding it", reason: "\(error)")
        }
        try AtomicFile.replace(file, with: Array(text))
    }
}
