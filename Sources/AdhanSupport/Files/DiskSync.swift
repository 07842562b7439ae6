import CLinux
import Glibc

/// Writes all pending data of a disk. It fails for what could not be written since this value was made.
package final class DiskSync {
    private let descriptor: Int32

    package init(of folder: String) { descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Blocks until all is written.
    package func sync() -> Bool { descriptor >= 0 && adhand_sync_disk(descriptor) == 0 }
}
