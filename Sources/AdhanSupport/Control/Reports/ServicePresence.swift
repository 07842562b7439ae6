import Glibc

/// Whether the service runs while a person has started another daemon by hand. Both would call each prayer, since they
/// have different ledgers and locks.
package struct ServicePresence: Sendable {
    /// How often to check. Short, since prayers sound twice until this daemon has noticed the service.
    package static let interval: Duration = .seconds(10)

    /// The service's control socket.
    package let socket: String
    /// This daemon's runtime folder.
    private let runtime: String

    /// - Parameters:
    ///   - socket: the absolute path of the service's socket; its folder need not exist.
    package init(socket: String, runtime: String) {
        (self.socket, self.runtime) = (socket, runtime)
    }

    /// Whether the service runs. It sends no request and takes no lock, which the service might want at that moment.
    /// It may block.
    package func isServiceRunning() -> Bool? {
        guard let folder = Inode(PathName.folder(of: socket)), folder != Inode(runtime) else { return false }
        let code = knock()
        if code == 0 || code == EAGAIN || LockFile.isHeld(ControlListener.lock(of: socket)) == true { return true }
        // Where the socket may not be opened or was removed, /proc/net/unix still says whether somebody listens.
        return UnixAddress.isListening(socket) ?? (code == EACCES ? nil : false)
    }

    /// Returns 0 where somebody listens, EAGAIN where the listener is too busy to accept, else the errno.
    private func knock() -> Int32 {
        // Nobody can listen on a path that is too long.
        guard let address = try? UnixAddress(socket) else { return ENOENT }  // reason: see above
        let probe = UnixAddress.socket(isNonblocking: true)
        guard probe >= 0 else { return errno }
        defer { close(probe) }
        return address.connect(probe) == 0 ? 0 : errno
    }
}
