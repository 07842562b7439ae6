import Glibc

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
        Int(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
    }
}
