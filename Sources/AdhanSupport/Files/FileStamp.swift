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

/// The bytes that a disk has left for this user; nil where that is not known.
package enum FreeSpace {
    /// On the disk of a file or folder.
    package static func of(_ path: String) -> Int? {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? bytes(status) : nil
    }

    /// On the disk of an open file.
    package static func of(_ descriptor: Int32) -> Int? {
        var status = statvfs()
        return fstatvfs(descriptor, &status) == 0 ? bytes(status) : nil
    }

    private static func bytes(_ status: statvfs) -> Int {
        bytes(status.f_bavail, status)
    }

    private static func bytes(_ blocks: fsblkcnt_t, _ status: statvfs) -> Int {
        Int(clamping: UInt64(blocks).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }

    /// Why a file is refused that would use the reserve.
    package static let onlyReserve = "only the reserve of the ledger and the settings is free on the disk; make room"

    /// The bytes of a disk that are left for the ledger and the settings: 64 MB, or a twentieth of a smaller disk.
    /// Files that come from the network, or on a person's order, leave them free. 0 where the size of the disk is not
    /// known.
    package static func reserve(of path: String) -> Int {
        var status = statvfs()
        return statvfs(path, &status) == 0 ? min(64 << 20, bytes(status.f_blocks, status) / 20) : 0
    }

    /// Whether the disk of a file or folder has room for so many bytes beside the reserve; true where that is not
    /// known.
    package static func isEnough(for bytes: Int, at path: String) -> Bool {
        let reserve = reserve(of: path)
        // A disk without a size tells no free space either.
        return reserve == 0 || of(path).map { bytes <= $0 - reserve } ?? true
    }
}
