import AdhanSystem
import Foundation
import Glibc

/// A file with the occasion whose `before` hook has run and whose `after` hook has not, so that a crash or a power cut leaves no
/// amplifier on.
package struct HookMark: Sendable {
    package let file: String

    package init(file: String) {
        self.file = file
    }

    private static let sizeLimit = 1 << 16

    /// - Returns: the occasion; nil where there is no mark.
    /// - Throws: `FileFault` where the file cannot be read, the decoder's error where it is damaged.
    package func load() throws -> HookOccasion? {
        do {
            return try JSONDecoder().decode(
                HookOccasion.self,
                from: Data(BoundedFile.read(file, limit: Self.sizeLimit))
            )
        } catch let fault as FileFault where fault.isMissing {
            return nil
        }
    }

    package func save(_ occasion: HookOccasion) throws {
        try AtomicFile.replace(file, with: Array(JSONEncoder().encode(occasion)))
    }

    package func remove() { unlink(file) }
}
