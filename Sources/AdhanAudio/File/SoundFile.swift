import AdhanCore
import AdhanSupport
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
    ///   - onProgress: called after each block of 256 KiB, so that a slow disk is not taken for a dead one.
    /// - Throws: `AudioError` where it is missing, not a plain file, unreadable, empty or above the limit.
    package init(path: String, onProgress: () -> Void = {}) throws(AudioError) {
        let bytes: [UInt8]
        do throws(FileFault) {
            bytes = try BoundedFile.read(path, limit: Self.limit, onProgress: onProgress)
        } catch {
            throw AudioError(error)
        }
        try self.init(bytes, named: path)
    }

    /// - Throws: `AudioError` where it is empty.
    package init(_ bytes: [UInt8], named name: String) throws(AudioError) {
        (path, self.bytes) = (name, bytes)
        guard !bytes.isEmpty else { throw .fileEmpty(path: path) }
        do { sha256 = try Digest.hex(.sha256, of: bytes) } catch { throw .decoderFailed(reason: "\(error)") }
    }
}

extension AudioError {
    fileprivate init(_ fault: FileFault) {
        self =
            switch fault.cause {
            case .system(ENOENT): .fileMissing(path: fault.path, near: Self.near(fault.path))
            case .system(let code): .fileUnreadable(path: fault.path, code: code)
            case .notOrdinary(let isFolder):
                .fileIrregular(path: fault.path, kind: isFolder ? "a directory" : "a device or a pipe")
            case .tooLarge(let limit): .fileTooLarge(path: fault.path, limit: limit)
            case .content(let reason): .decoderFailed(reason: reason)
            }
    }

    /// The name in the file's folder that differs in capital letters only; nil where there is none. It may block.
    private static func near(_ path: String) -> String? {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let name = String(path.dropFirst(folder.count))
        // reason: a folder that cannot be read gives no advice
        return (try? Folder.allNames(in: folder.isEmpty ? "." : String(folder), limit: 1000))?.first {
            $0 != name && $0.lowercased() == name.lowercased()
        }
    }
}
