import CLinux
import Glibc

/// Writes all of a disk that is not written yet. It fails for what could not be written since this was made.
package final class WholeDisk {
    private let descriptor: Int32

    /// - Parameter folder: one on it.
    package init(of folder: String) { descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// It blocks until all is written.
    package func sync() -> Bool { descriptor >= 0 && adhand_sync_disk(descriptor) == 0 }
}
