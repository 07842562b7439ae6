import AdhanSystem
import Glibc

/// The occasion whose `before` was run and whose `after` is owed, on the disk: a crash or a power cut leaves no amplifier on.
package struct HookMark: Sendable {
    package var file: String { kept.path }
    private let kept: JSONFile<HookOccasion>

    package init(file: String) { kept = JSONFile(file, limit: 1 << 16) }

    /// - Returns: nil where nothing is owed.
    package func load() throws(FileFault) -> HookOccasion? { try kept.load { "\($0)" } }

    package func save(_ occasion: HookOccasion) throws(AtomicFile.Fault) { try kept.save(occasion) }

    package func remove() { unlink(file) }
}
