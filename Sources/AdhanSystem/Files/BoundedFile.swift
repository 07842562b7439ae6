import Glibc

/// Reads files that other people write, up to a limit.
package enum BoundedFile {
    /// Reads the whole file. It may block.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - limit: in bytes.
    /// - Throws: `FileFault` where it cannot be read, is no ordinary file, or is larger than the limit.
    package static func read(_ path: String, limit: Int) throws(FileFault) -> [UInt8] {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileFault(path: path, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileFault(path: path, errno: errno) }
        // Reading a pipe or a device could block for ever.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw FileFault(path: path, reason: "it is not an ordinary file")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw FileFault(path: path, errno: errno)
            }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
            guard bytes.count <= limit else {
                throw FileFault(
                    path: path,
                    reason: "it has more than \(limit) bytes, which is more than such a file can need"
                )
            }
        }
    }
}

/// Why a file cannot be used.
package struct FileFault: Error, CustomStringConvertible {
    package let path: String
    package let reason: String
    package let isMissing: Bool
    /// Whether this user lacks the permission.
    package let isDenied: Bool

    package init(path: String, reason: String) {
        (self.path, self.reason, isMissing, isDenied) = (path, reason, false, false)
    }

    package init(path: String, errno code: Int32) {
        (self.path, isMissing, isDenied) = (path, code == ENOENT, code == EACCES || code == EPERM)
        reason = String(cString: strerror(code))
    }

    package var description: String { "\(path): \(reason)" }
}
