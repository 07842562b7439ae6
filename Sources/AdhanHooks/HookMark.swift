import AdhanSystem
import Foundation
import Glibc

/// The occasion whose `before` was run and whose `after` is owed, on the disk: a crash or a power cut leaves no amplifier on.
package struct HookMark: Sendable {
    package let file: String

    package init(file: String) {
        self.file = file
    }

    private static let sizeLimit = 1 << 16

    /// - Returns: nil where nothing is owed.
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
