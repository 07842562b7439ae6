import AdhanCore
import Glibc

/// A sound file in memory, so that a disk that is removed while it plays does no harm.
package struct SoundFile: Sendable {
    package let path: String
    package let bytes: [UInt8]
    /// SHA-256 of the bytes, in lower-case hex.
    package let sha256: String

    /// The largest file that is read, in bytes.
    package static let limit = 64 << 20

    /// - Parameters:
    ///   - path: as it appears in errors and reports.
    ///   - onProgress: called after each block of 256 KiB, so that a slow disk is not taken for a dead one.
    /// - Throws: `AudioError` where it is missing, not a plain file, unreadable, empty or above the limit.
    package init(path: String, onProgress: () -> Void = {}) throws(AudioError) {
        self.path = path
        bytes = try Self.read(path, onProgress: onProgress)
        do { sha256 = try SHA256.hex(of: bytes) } catch { throw .decoderFailed(reason: "\(error)") }
    }

    private static func read(_ path: String, onProgress: () -> Void) throws(AudioError) -> [UInt8] {
        // O_NONBLOCK: opening a FIFO must not wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .fileMissing(path: path) : .fileUnreadable(path: path, code: errno)
        }
        defer { close(descriptor) }

        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .fileUnreadable(path: path, code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .fileIrregular(path: path, kind: "a directory")
        default: throw .fileIrregular(path: path, kind: "a device or a pipe")
        }
        guard status.st_size <= limit else { throw .fileTooLarge(path: path, limit: limit) }

        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        var block = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw .fileUnreadable(path: path, code: errno)
            }
            if count == 0 { break }
            bytes.append(contentsOf: block.prefix(count))
            guard bytes.count <= limit else { throw .fileTooLarge(path: path, limit: limit) }
            onProgress()
        }
        guard !bytes.isEmpty else { throw .fileEmpty(path: path) }
        return bytes
    }
}
