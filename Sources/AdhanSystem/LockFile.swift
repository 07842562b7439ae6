import Glibc

/// An exclusive lock on a file of our own, held as long as this value lives. The kernel drops it when the process ends,
/// however it ends.
///
/// The file has mode 0600, so only its owner and root can open it. A lock on a file or folder that others can read is no
/// lock: anybody who can open it can hold it with `flock -s`. The file is never removed, since a process that has just
/// opened it would then hold a lock on a file that the next process does not find.
package final class LockFile: Sendable {
    private let descriptor: Int32

    /// Makes the file where there is none, and locks it. Never waits.
    ///
    /// - Parameter path: in a folder that exists.
    /// - Throws: `LockFault.held` where somebody has the lock, in this process or in another; any other where the file
    ///   cannot be used.
    package init(_ path: String) throws(LockFault) {
        descriptor = try Self.open(path)
        do throws(LockFault) {
            try Self.requireOurs(descriptor, path)
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                switch errno {
                case EINTR: continue
                case EWOULDBLOCK: throw .held(path: path)
                default: throw .system(path: path, doing: "locking it", code: errno)
                }
            }
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        // A child that another thread has just forked has the descriptor until it runs its program: closing ours would leave
        // the lock with it.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static func open(_ path: String) throws(LockFault) -> Int32 {
        // For writing, since NFS gives no exclusive lock otherwise. O_NONBLOCK: a FIFO in its place must not keep us waiting.
        let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
        let new = Glibc.open(path, flags | O_CREAT | O_EXCL, mode)
        if new >= 0 {
            // A command that root types must not leave a file that the daemon's own user cannot open.
            if geteuid() == 0, let owner = folderOwner(path) { _ = fchown(new, owner.st_uid, owner.st_gid) }
            return new
        }
        let old = errno == EEXIST ? Glibc.open(path, flags) : -1
        guard old < 0 else { return old }
        switch errno {
        case ELOOP, EISDIR, ENXIO: throw .notAFile(path: path)
        default: throw .system(path: path, doing: "opening it", code: errno)
        }
    }

    /// Refuses what somebody else could lock, or already has.
    private static func requireOurs(_ descriptor: Int32, _ path: String) throws(LockFault) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(path: path, doing: "looking at it", code: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        let user = geteuid()
        guard status.st_uid == user || user == 0 && status.st_uid == folderOwner(path)?.st_uid else {
            throw .notOurs(path: path, owner: status.st_uid)
        }
        guard status.st_mode & 0o777 == mode || fchmod(descriptor, mode) == 0 else {
            throw .system(path: path, doing: "setting its mode", code: errno)
        }
    }

    private static func folderOwner(_ path: String) -> stat? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "."
        var status = stat()
        return stat(folder, &status) == 0 ? status : nil
    }

    private static let mode: mode_t = 0o600
}
