import Glibc

/// A file itself, whatever paths lead to it: links, hard links, bind mounts.
package struct Inode: Hashable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// Nil where the path leads to no file, or its disk does not say.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (device, number) = (status.st_dev, status.st_ino)
    }
}

/// An exclusive lock on a file that others open too, held, once it was taken, as long as this value lives or until the process ends.
///
/// It is an open file description's lock on one byte, far from those that SQLite locks: `flock` would be one on all bytes on NFS, and
/// clash with SQLite's own. On NFS the server keeps it. Only who may write to the file can hold it against us: a reader can lock the
/// byte for reading alone, which is told apart.
///
/// - Warning: Where the value goes, the process loses the POSIX locks that it has on the file, SQLite's too: nothing of this process
///   may be within a transaction then. So it stays where the lock is another's, and `take` tries again.
package final class InodeLock: Sendable {
    /// SQLite locks from 1 GiB on, some 500 bytes.
    package static let byte: off_t = 0x7FFF_FFFE
    /// F_OFD_GETLK and F_OFD_SETLK, which the compiler's map of glibc leaves out.
    private static let (get, set): (Int32, Int32) = (36, 37)

    private let descriptor: Int32

    /// Opens the file, which has to be there, for a lock that is not taken yet. Its disk may hang.
    ///
    /// - Throws: `LockFault.system` and `.notAFile` where that cannot be done.
    package init(_ path: String) throws(LockFault) {
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .system(path: path, doing: "opening it", code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notAFile(path: path)
        }
    }

    deinit { close(descriptor) }

    /// Takes the lock; one that is ours already stays so. Never waits for another's; the disk may hang. May be called by any thread.
    ///
    /// - Parameter path: for what is said.
    /// - Throws: `LockFault.inUse` where another process has it, `.locked` where one that can only read keeps us from it, `.system`
    ///   where the file cannot be locked.
    package func take(_ path: String) throws(LockFault) {
        let (get, set) = (Self.get, Self.set)
        var wanted = flock()
        wanted.l_type = Int16(F_WRLCK)
        wanted.l_whence = Int16(SEEK_SET)
        (wanted.l_start, wanted.l_len) = (Self.byte, 1)
        for _ in 0..<10 {
            if fcntl(descriptor, set, &wanted) == 0 { return }
            switch errno {
            case EINTR: continue
            case EAGAIN, EACCES:
                var other = wanted
                guard fcntl(descriptor, get, &other) == 0 else {
                    throw .system(path: path, doing: "locking it", code: errno)
                }
                if other.l_type == Int16(F_WRLCK) { throw .inUse(path: path) }
                // Let go meanwhile.
                if other.l_type == Int16(F_UNLCK) { continue }
                throw .locked(path: path)
            default: throw .system(path: path, doing: "locking it", code: errno)
            }
        }
        throw .locked(path: path)
    }
}
