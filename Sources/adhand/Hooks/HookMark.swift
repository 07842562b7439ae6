import Foundation
import Glibc

/// The occasion whose `before` was run and whose `after` is owed, on the disk: a crash or a power cut leaves no amplifier on.
struct HookMark: Sendable {
    let file: String

    private static let sizeLimit = 1 << 16

    /// - Returns: nil where nothing is owed.
    func load() throws -> HookOccasion? {
        do {
            return try JSONDecoder().decode(
                HookOccasion.self,
                from: Data(BoundedFile.read(file, limit: Self.sizeLimit))
            )
        } catch let fault as FileFault where fault.isMissing {
            return nil
        }
    }

    func save(_ occasion: HookOccasion) throws {
        try AtomicFile.replace(file, with: Array(JSONEncoder().encode(occasion)))
    }

    func remove() { unlink(file) }
}
