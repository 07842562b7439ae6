import AdhanSystem
import CLinux
import Glibc

/// The socket's file and its listening end, for as long as this value lives. The folder has to be there.
package final class ControlListener: Sendable {
    package let descriptor: Int32
    private let path: String
    /// Held to the end. Only its holder may remove a socket on which nobody answers.
    private let lock: LockFile
    /// The file we made. By the end another may have its name.
    private let inode: ino_t

    /// So many may knock before they are let in.
    private static let backlog: Int32 = 64
    /// Whoever is in the group may talk to us, nobody else.
    private static let mode: mode_t = 0o660

    /// - Throws: `ControlFault.otherDaemon` where one has it already; `.notOurs` where another user's could; `.badPath`, `.unlocked`, `.notASocket` or `.system`
    ///   where no socket can be made.
    package init(_ path: String) throws(ControlFault) {
        let address = try UnixAddress(path)
        do throws(LockFault) {
            lock = try LockFile(path + ".lock")
        } catch .held {
            throw .otherDaemon(path: path)
        } catch {
            switch error {
            case .notOurs(_, let owner), .folderNotOurs(_, let owner): throw .notOurs(owner: owner, error)
            default: throw .unlocked(path: path, error)
            }
        }
        try Self.removeStale(path, address)
        descriptor = try Self.listen(path, address)
        self.path = path
        inode = Self.inode(of: path)
    }

    deinit {
        if Self.inode(of: path) == inode { unlink(path) }
        close(descriptor)
    }

    /// - Returns: a new connection; negative, with errno, where there is none.
    package func accept() -> Int32 { adhand_accept(descriptor) }

    /// Makes room where a daemon that was killed has left its socket.
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
        // EAGAIN: somebody listens, and is too busy to let us in.
        guard address.connect(probe) != 0, errno != EAGAIN else { throw .otherDaemon(path: path) }
        guard errno == ECONNREFUSED else { throw .system(path: path, doing: "asking who answers", code: errno) }
        unlink(path)
    }

    private static func listen(_ path: String, _ address: UnixAddress) throws(ControlFault) -> Int32 {
        let descriptor = UnixAddress.socket(isNonblocking: true)
        guard descriptor >= 0 else { throw .system(path: path, doing: "making a socket", code: errno) }
        do throws(ControlFault) {
            // The file takes the socket's mode less the umask, so that it is never open wider than this. The umask belongs to
            // all threads: it is left alone, and what it has taken away is given back when the file is there.
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
