import AdhanCore
import Foundation
import Glibc

/// The folder of the cache. Reads are bounded; changes are in `CacheFolder+Change.swift`.
struct CacheFolder: Sendable {
    let path: String

    func path(of file: String) -> String { "\(path)/\(file)" }

    /// - Returns: at most one byte more than `PayloadFile.sizeLimit`; nil if there is no such file.
    func read(_ file: String) throws(StoreFault) -> [UInt8]? {
        // O_NONBLOCK: a FIFO that somebody put there must not block us.
        let descriptor = Glibc.open(path(of: file), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno != ENOENT else { return nil }
            throw fault(file, "opening it", errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fault(file, "looking at it", errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw fault(file, "reading it", "it is not an ordinary file") }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= PayloadFile.sizeLimit {
            let room = min(block.count, PayloadFile.sizeLimit + 1 - bytes.count)
            let count = Glibc.read(descriptor, &block, room)
            if count == 0 { break }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw fault(file, "reading it", errno)
            }
            bytes += block.prefix(count)
        }
        return bytes
    }

    /// - Returns: the names in it, sorted; empty if there is no folder.
    func files() throws(StoreFault) -> [String] {
        guard let descriptor = try open() else { return [] }
        close(descriptor)
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw fault("", "listing it", "\(error)")
        }
    }

    /// - Returns: a descriptor of the folder, which the caller closes; nil if there is none.
    func open() throws(StoreFault) -> Int32? {
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor < 0 else { return descriptor }
        guard errno != ENOENT else { return nil }
        throw fault("", "opening it", errno)
    }

    /// A fault in one of its files, or in the folder itself if `file` is empty.
    func fault(_ file: String, _ action: String, _ reason: String) -> StoreFault {
        StoreFault("\(file.isEmpty ? path : path(of: file)): \(action) failed: \(reason)")
    }

    func fault(_ file: String, _ action: String, _ code: Int32) -> StoreFault {
        let advice =
            switch code {
            case EACCES, EPERM: "; the folder has to belong to the daemon's user: sudo chown -R adhand: \(path)"
            case ENOSPC, EDQUOT, EFBIG: "; make room on its disk"
            case EIO, EROFS: "; its disk may be failing: adhand doctor"
            default: ""
            }
        return fault(file, action, String(cString: strerror(code)) + advice)
    }
}
