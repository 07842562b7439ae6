import Glibc

/// A file's identity, the same by each path that leads to it: links, hard links, bind mounts.
package struct Inode: Hashable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// Nil where the path leads to no file, or its status cannot be read.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }
}
