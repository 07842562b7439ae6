import Glibc

/// A file's inode, size and modification time: another stamp means that the file has changed.
package struct FileStamp: Equatable, Sendable {
    private let inode: UInt
    /// In bytes.
    package let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil where there is no such file.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (inode, size) = (UInt(status.st_ino), Int(status.st_size))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    /// Whether it was last written within that time before `now`, by the wall clock's seconds since 1970; also where it
    /// was written after `now`.
    package func isWritten(within span: Int, of now: Int64) -> Bool { now - Int64(seconds) < Int64(span) }
}
