import Glibc

/// Reads files that other people write, up to a limit.
package enum BoundedFile {
    /// Reads the whole file. It may block.
    ///
    /// - Parameters:
    ///   - limit: in bytes.
    ///   - followsLink: whether the path may be a symbolic link; otherwise that fails with `ELOOP`.
    ///   - onProgress: called after each block, so that a slow disk can be told from a dead one.
    /// - Throws: `FileFault` where it cannot be read, is no ordinary file, or is larger than the limit.
    package static func read(
        _ path: String,
        limit: Int,
        followsLink: Bool = true,
        onProgress: () -> Void = {}
    ) throws(FileFault) -> [UInt8] {
        let (descriptor, size) = try open(path, followsLink ? 0 : O_NOFOLLOW)
        defer { close(descriptor) }
        // A file that says itself that it is too large is not read; others, as those in /proc, do not say.
        guard size <= limit else { throw FileFault(path: path, .tooLarge(limit: limit)) }
        let bytes = try read(descriptor, path, upTo: limit + 1, expected: size, onProgress)
        guard bytes.count <= limit else { throw FileFault(path: path, .tooLarge(limit: limit)) }
        return bytes
    }

    /// The first bytes of the file, and no more than `limit`.
    package static func beginning(of path: String, limit: Int) throws(FileFault) -> [UInt8] {
        let (descriptor, size) = try open(path)
        defer { close(descriptor) }
        return try read(descriptor, path, upTo: limit, expected: size)
    }

    private static func open(_ path: String, _ flags: Int32 = 0) throws(FileFault) -> (descriptor: Int32, size: Int) {
        // C would open the file of the name before the NUL.
        guard !path.utf8.contains(0) else { throw FileFault(path: path, errno: EINVAL) }
        // O_NONBLOCK: opening a FIFO must not wait for a writer.
        let descriptor = LinkFreeFolders.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags)
        guard descriptor >= 0 else { throw FileFault(path: path, errno: errno) }
        var status = stat()
        let code = fstat(descriptor, &status) == 0 ? 0 : errno
        // Reading a pipe or a device could block for ever.
        if code == 0, status.st_mode & S_IFMT == S_IFREG { return (descriptor, Int(status.st_size)) }
        close(descriptor)
        guard code == 0 else { throw FileFault(path: path, errno: code) }
        throw FileFault(path: path, .notOrdinary(isFolder: status.st_mode & S_IFMT == S_IFDIR))
    }

    private static func read(
        _ descriptor: Int32,
        _ path: String,
        upTo limit: Int,
        expected: Int,
        _ onProgress: () -> Void = {}
    ) throws(FileFault) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(expected, limit))
        // One byte more than expected shows the end. A file may grow, and those of /proc have no size.
        var block = [UInt8](repeating: 0, count: min(limit, max(1 << 12, min(expected, 1 << 18 - 1) + 1)))
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &block, min(block.count, limit - bytes.count))
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw FileFault(path: path, errno: errno)
            }
            bytes += block.prefix(count)
            onProgress()
        }
        return bytes
    }
}

/// Why a file cannot be read, or what is in it cannot be used.
package struct FileFault: Error, CustomStringConvertible {
    package enum Cause: Equatable, Sendable {
        /// The system's number for it.
        case system(Int32)
        case notOrdinary(isFolder: Bool)
        /// In bytes.
        case tooLarge(limit: Int)
        /// What is in it cannot be used, for this reason.
        case content(String)
    }

    package let path: String
    package let cause: Cause

    package init(path: String, _ cause: Cause) { (self.path, self.cause) = (path, cause) }
    package init(path: String, reason: String) { self.init(path: path, .content(reason)) }
    package init(path: String, errno code: Int32) { self.init(path: path, .system(code)) }

    package var isMissing: Bool { cause == .system(ENOENT) }
    /// Whether this user may not open it.
    package var isDenied: Bool { [.system(EACCES), .system(EPERM)].contains(cause) }

    /// Whether it is no file of ours: not an ordinary one, too large, or another user's.
    package var isForeign: Bool {
        switch cause {
        case .notOrdinary, .tooLarge, .content: true
        case .system: isDenied
        }
    }

    package var reason: String {
        switch cause {
        case .system(let code): String(cString: strerror(code))
        case .notOrdinary: "it is not an ordinary file"
        case .tooLarge(let limit): "it has more than \(limit) bytes, which is more than such a file can need"
        case .content(let reason): reason
        }
    }

    package var description: String { "\(path): \(reason)" }
}
