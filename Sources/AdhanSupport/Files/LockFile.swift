import CLinux
import Glibc

/// An exclusive lock on a file of its own, held as long as this value lives. The kernel releases it when the process
/// ends, however it ends.
///
/// The file has mode 0600: anybody who can open a file can lock it with `flock -s`. It is never removed: a process that
/// has just opened it would then lock a file that the next process does not find.
package final class LockFile: Sendable {
    private let descriptor: Int32

    /// Makes the file where there is none, and locks it. Never waits.
    ///
    /// - Parameter path: the lock file; its folder must exist.
    /// - Throws: `LockFault.held` where this process or another holds the lock; another `LockFault` where the file
    ///   cannot be used. For root, `held` comes before `notOurs`.
    package init(_ path: String) throws(LockFault) {
        descriptor = try Self.locked(path)
    }

    deinit {
        // A child that another thread has just forked has the descriptor until its exec: closing ours alone would leave
        // it the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether the path still leads to the locked file. A lock on a removed file excludes nobody.
    package func isAt(_ path: String) -> Bool {
        var (ours, there) = (stat(), stat())
        return fstat(descriptor, &ours) == 0 && lstat(path, &there) == 0
            && (ours.st_dev, ours.st_ino) == (there.st_dev, there.st_ino)
    }

    /// Whether a process holds the lock, from /proc/locks: trying the lock would keep out a process that wants it at
    /// that moment.
    ///
    /// - Returns: nil where /proc/locks or the file cannot be read.
    package static func isHeld(_ path: String) -> Bool? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return errno == ENOENT ? false : nil }
        guard let table = try? BoundedFile.read("/proc/locks", limit: 1 << 22) else { return nil }  // reason: see above
        let (major, minor) = (gnu_dev_major(status.st_dev), gnu_dev_minor(status.st_dev))
        let file = "\(hex(major)):\(hex(minor)):\(status.st_ino)"
        // Number, kind, mandatory or not, access, process, file, first and last byte.
        return String(decoding: table, as: UTF8.self).split(separator: "\n").contains {
            let words = $0.split(separator: " ")
            return words.count == 8 && words.dropFirst().first == "FLOCK" && words.dropFirst(5).first == file[...]
        }
    }

    private static func hex(_ number: UInt32) -> String {
        let digits = String(number, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }

    /// The descriptor of the locked file. Where it throws, it has closed the descriptor, and closed it once: `deinit`
    /// also runs for an initialiser that throws after all properties are set, and the number may by then be another
    /// thread's file.
    private static func locked(_ path: String) throws(LockFault) -> Int32 {
        let descriptor = try open(path)
        do throws(LockFault) {
            let owner = try foreignOwner(descriptor, path)
            if let owner, geteuid() != 0 { throw .notOurs(path: path, owner: owner) }
            try lock(descriptor, path)
            // Nobody holds the lock, but that user could take it before our next start.
            if let owner { throw .notOurs(path: path, owner: owner) }
            // Somebody may have changed the mode.
            guard fchmod(descriptor, mode) == 0 else {
                throw .system(path: path, doing: "setting its mode", code: errno)
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func lock(_ descriptor: Int32, _ path: String) throws(LockFault) {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            switch errno {
            case EINTR: continue
            case EWOULDBLOCK: throw .held(path: path)
            default: throw .system(path: path, doing: "locking it", code: errno)
            }
        }
    }

    private static func open(_ path: String) throws(LockFault) -> Int32 {
        // O_RDWR: NFS needs it for an exclusive lock. O_NONBLOCK: opening a FIFO in its place must not block.
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let descriptor = Folder.makeFile(path, mode: mode) ? Glibc.open(path, flags) : -1
        guard descriptor < 0 else { return descriptor }
        let code = errno
        switch code {
        case ELOOP, EISDIR, ENXIO: throw .notAFile(path: path)
        case EACCES, EPERM:
            guard let obstacle = obstacle(path) else { fallthrough }
            throw obstacle
        default: throw .system(path: path, doing: "opening it", code: code)
        }
    }

    /// Why the file cannot be opened or made, where it or its folder belongs to another user.
    private static func obstacle(_ path: String) -> LockFault? {
        var status = stat()
        if lstat(path, &status) == 0 {
            return status.st_uid == geteuid() ? nil : .notOurs(path: path, owner: status.st_uid)
        }
        guard let folder = Folder.owner(of: path), folder.st_uid != geteuid() else { return nil }
        return .folderNotOurs(path: path, owner: folder.st_uid)
    }

    /// The file's owner, if that is another user, who could hold the lock.
    private static func foreignOwner(_ descriptor: Int32, _ path: String) throws(LockFault) -> uid_t? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .system(path: path, doing: "reading its status", code: errno)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        let user = geteuid()
        let isOurs = status.st_uid == user || user == 0 && status.st_uid == Folder.owner(of: path)?.st_uid
        return isOurs ? nil : status.st_uid
    }

    private static let mode: mode_t = 0o600
}
