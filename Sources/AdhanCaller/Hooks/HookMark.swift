import AdhanSupport
import Glibc

/// A file with the occasion whose `before` hook has run and whose `after` hook has not, so that a crash or a power cut
/// leaves no amplifier on.
struct HookMark: Sendable {
    package var file: String { kept.path }
    private let kept: JSONFile<HookOccasion>

    init(file: String) { kept = JSONFile(file, limit: 1 << 16) }

    /// - Throws: `FileFault` where the file cannot be read or is damaged.
    package func load() throws(FileFault) -> HookOccasion? { try kept.load { _ in "it cannot be understood" } }

    package func save(_ occasion: HookOccasion) throws(AtomicFile.Fault) { try kept.save(occasion) }

    package func remove() { unlink(file) }
}
