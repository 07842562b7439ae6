import Glibc

/// An exclusive lock on a file that others open too. Once taken, it is held as long as this value lives or until the
/// process ends.
///
/// It is an open-file-description lock on one byte, far from those that SQLite locks. `flock` would lock all bytes on
/// NFS and clash with SQLite's locks. On NFS the server keeps the lock. Only a process that may write to the file can
/// hold an exclusive lock; a reader can hold a read lock, which is told apart.
///
/// - Warning: When this value is released, the process loses its POSIX locks on the file, SQLite's too. No transaction
///   of this process may be open then. So the value is kept where another process has the lock, and `take` is tried
///   again.
package final class InodeLock: Sendable {
    /// SQLite locks from 1 GiB on, some 500 bytes.
    package static let byte: off_t = 0x7FFF_FFFE
    /// F_OFD_GETLK and F_OFD_SETLK, which Swift's Glibc module lacks.
    private static let (get, set): (Int32, Int32) = (36, 37)

    private let descriptor: Int32

    /// Opens the file, which must exist, without taking the lock. It may block.
    ///
    /// - Throws: `LockFault.system` where it cannot be opened, `.notAFile` where it is no ordinary file.
    package init(_ path: String) throws(LockFault) {
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw .system(path: path, doing: "opening it", code: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            // `deinit` closes it: it runs here too, since all properties are set.
            throw .notAFile(path: path)
        }
    }

    deinit { close(descriptor) }

    /// Takes the lock, or keeps it where it is ours already. It never waits for another process, but the disk may hang.
    /// Any thread may call it.
    ///
    /// - Throws: `LockFault.inUse` where another process has the lock, `.locked` where a read lock of another prevents
    ///   it, `.system` where locking fails.
    package func acquire(_ path: String) throws(LockFault) {
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
                // The other process has released it meanwhile.
                if other.l_type == Int16(F_UNLCK) { continue }
                throw .locked(path: path)
            default: throw .system(path: path, doing: "locking it", code: errno)
            }
        }
        throw .locked(path: path)
    }
}
