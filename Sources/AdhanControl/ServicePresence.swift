import AdhanSystem
import Glibc

/// Whether the service lives beside a daemon that somebody has started by hand: both would call each prayer, since their ledgers and locks
/// are not the same.
package struct ServicePresence: Sendable {
    /// Short, since a prayer that the service calls at once sounds twice until this daemon has seen it.
    package static let interval: Duration = .seconds(2)

    /// The service's control socket.
    package let socket: String
    /// This daemon's own folder.
    private let runtime: String

    /// - Parameters:
    ///   - socket: the service's, by an absolute path, in a folder that may not be there yet.
    ///   - runtime: this daemon's own runtime folder.
    package init(socket: String, runtime: String) {
        (self.socket, self.runtime) = (socket, runtime)
    }

    /// Asks nothing of the service, and takes no lock that it may want to have just then. It may block.
    ///
    /// - Returns: nil where this user cannot know.
    package func look() -> Bool? {
        guard let slash = socket.lastIndex(of: "/"), let folder = Inode(String(socket[..<slash])),
            folder != Inode(runtime)
        else { return false }
        let code = knock()
        if code == 0 || code == EAGAIN || LockFile.isHeld(ControlListener.lock(of: socket)) == true { return true }
        // Whoever may not open it, or finds it removed, may still see in the kernel's table whether somebody listens.
        return UnixAddress.isListening(socket) ?? (code == EACCES ? nil : false)
    }

    /// - Returns: 0 where somebody listens, EAGAIN where he is too busy to let us in, else why there is no telling.
    private func knock() -> Int32 {
        // Nobody can listen on a path that is too long.
        guard let address = try? UnixAddress(socket) else { return ENOENT }  // reason: see above
        let probe = UnixAddress.socket(isNonblocking: true)
        guard probe >= 0 else { return errno }
        defer { close(probe) }
        return address.connect(probe) == 0 ? 0 : errno
    }
}
