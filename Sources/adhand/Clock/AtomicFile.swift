import Foundation
import Glibc

/// Small files that are there whole or not at all, whenever the power goes.
enum AtomicFile {
    /// Why a file could not be replaced.
    struct Fault: Error, CustomStringConvertible {
        let description: String
        /// The system's number for it; 0 where it has none.
        let code: Int32

        init(path: String, while action: String, code: Int32) {
            (description, self.code) = ("\(path): \(action) failed: \(String(cString: strerror(code)))", code)
        }

        init(path: String, while action: String, reason: String) {
            (description, code) = ("\(path): \(action) failed: \(reason)", 0)
        }

        /// Whether another user might do it.
        var isDenied: Bool { code == EACCES || code == EPERM }
    }

    /// Replaces the file, or makes it, and its folder where there is none.
    ///
    /// - Parameter mode: by default anybody who may enter the folder may read it: what root confirms is read by the daemon's own
    ///   user.
    static func replace(_ path: String, with bytes: [UInt8], mode: mode_t = 0o644) throws(Fault) {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        makeFolder(folder)
        let temporary = path + ".new"
        // One that a crash has left. Made anew rather than opened: root must not write where somebody has put a link.
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Fault(path: temporary, while: "making it", code: errno) }
        defer { close(descriptor) }
        do throws(Fault) {
            fchmod(descriptor, mode)
            guard write(descriptor, bytes, bytes.count) == bytes.count else {
                throw Fault(path: temporary, while: "writing it", code: errno == 0 ? ENOSPC : errno)
            }
            guard fsync(descriptor) == 0 else { throw Fault(path: temporary, while: "fsync", code: errno) }
            guard rename(temporary, path) == 0 else { throw Fault(path: path, while: "replacing it", code: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        // The new name is on the disk only when the folder is. It is in place all the same: no reason to fail.
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    private static func makeFolder(_ folder: String) {
        // That it cannot be made is said by whoever needs the file in it.
        try? FileManager.default.createDirectory(  // reason: see above
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }
}
