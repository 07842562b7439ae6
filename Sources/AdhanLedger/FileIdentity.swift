import Glibc

/// Which file a name leads to.
enum FileIdentity: Equatable {
    case missing
    case file(device: dev_t, inode: ino_t)

    /// Nil where the disk does not say.
    init?(_ path: String) {
        var status = stat()
        if stat(path, &status) == 0 {
            self = .file(device: status.st_dev, inode: status.st_ino)
        } else {
            guard errno == ENOENT || errno == ENOTDIR else { return nil }
            self = .missing
        }
    }
}
