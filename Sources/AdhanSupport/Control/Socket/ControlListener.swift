import CLinux
import Glibc
import Synchronization

/// The listening socket and its file, for as long as this value lives. The folder must exist.
final class ControlListener: Sendable {
    private struct State {
        /// Only its holder may remove a socket on which nobody listens.
        var lock: LockFile
        var descriptor: Int32
        /// The inode of the socket's file. Another file may have its name later.
        var inode: ino_t
    }

    private let path: String
    private let state: Mutex<State>

    /// The listening descriptor; `renew` may change it.
    var descriptor: Int32 { state.withLock { $0.descriptor } }

    /// How many connections may wait to be accepted.
    private static let backlog: Int32 = 64
    /// The owner and the group may connect, nobody else.
    private static let mode: mode_t = 0o660

    /// - Throws: `ControlFault.otherDaemon` where another daemon has the socket; `.notOurs` where another user's daemon
    ///   may have it; `.badPath`, `.unlocked`, `.notASocket` or `.system` where no socket can be made.
    init(_ path: String) throws(ControlFault) {
        let lock = try Self.lockPath(path)
        let descriptor = try Self.listen(path)
        self.path = path
        state = Mutex(State(lock: lock, descriptor: descriptor, inode: Self.inode(of: path)))
    }

    deinit {
        state.withLock {
            if Self.inode(of: path) == $0.inode { unlink(path) }
            close($0.descriptor)
        }
    }

    /// The path of the lock file beside a control socket.
    static func lock(of path: String) -> String { path + ".lock" }

    /// Makes the socket's file and its lock again where somebody has removed them, and their folder where needed.
    func renew() throws(ControlFault) -> Bool {
        try state.withLock { state throws(ControlFault) in
            let isLocked = state.lock.isAt(Self.lock(of: path))
            let isThere = Self.inode(of: path) == state.inode
            if isLocked, isThere { return false }
            Folder.make(PathName.folder(of: path))
            if !isLocked { state.lock = try Self.lockPath(path) }
            guard !isThere else { return true }
            let descriptor = try Self.listen(path)
            close(state.descriptor)
            (state.descriptor, state.inode) = (descriptor, Self.inode(of: path))
            return true
        }
    }

    /// - Returns: a connection's descriptor; negative, with errno, where there is none.
    func accept() -> Int32 { adhand_accept(descriptor) }

    private static func lockPath(_ path: String) throws(ControlFault) -> LockFile {
        // First, so that no lock file is made for a path that no socket can have.
        _ = try UnixAddress(path)
        do throws(LockFault) {
            return try LockFile(lock(of: path))
        } catch .held {
            throw .otherDaemon(path: path)
        } catch {
            switch error {
            case .notOurs(_, let owner), .folderNotOurs(_, let owner): throw .notOurs(owner: owner, error)
            default: throw .unlocked(path: path, error)
            }
        }
    }

    /// Removes the socket of a daemon that was killed.
    private static func removeStale(_ path: String, _ address: UnixAddress) throws(ControlFault) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(path: path, doing: "looking at it", code: errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let probe = UnixAddress.socket(isNonblocking: true)
        guard probe >= 0 else { throw .system(path: path, doing: "making a socket", code: errno) }
        defer { close(probe) }
        // EAGAIN: a daemon listens, but is too busy to accept.
        guard address.connect(probe) != 0, errno != EAGAIN else { throw .otherDaemon(path: path) }
        guard errno == ECONNREFUSED else { throw .system(path: path, doing: "asking who answers", code: errno) }
        unlink(path)
    }

    private static func listen(_ path: String) throws(ControlFault) -> Int32 {
        let address = try UnixAddress(path)
        try removeStale(path, address)
        let descriptor = UnixAddress.socket(isNonblocking: true)
        guard descriptor >= 0 else { throw .system(path: path, doing: "making a socket", code: errno) }
        do throws(ControlFault) {
            // The file gets the socket's mode without the bits of the umask, so that it is never wider than this. The
            // umask belongs to all threads, so it is left alone, and chmod restores the missing bits.
            fchmod(descriptor, mode)
            guard address.bind(descriptor) == 0 else { throw .system(path: path, doing: "making it", code: errno) }
            Folder.give(path)
            guard chmod(path, mode) == 0 else { throw .system(path: path, doing: "setting its mode", code: errno) }
            guard Glibc.listen(descriptor, backlog) == 0 else {
                throw .system(path: path, doing: "listening", code: errno)
            }
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// - Returns: 0 where there is no file.
    private static func inode(of path: String) -> ino_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_ino : 0
    }
}
