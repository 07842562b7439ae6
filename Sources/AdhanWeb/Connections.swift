import Glibc
import Synchronization

/// The open connections. Those that wait for their clients end where there are too many.
final class Connections: Sendable {
    /// So many are left for the box's own address, as for its screen.
    static let reserved = 64

    /// By their sockets.
    private let shares: Mutex<Shares<Int32>>

    init(limit: Int) { shares = Mutex(Shares(limit: limit, reserved: Self.reserved)) }

    func opened(_ socket: Int32, of address: PeerAddress) {
        for ended in shares.withLock({ $0.add(socket, of: WebParty(address)) }) { Self.end(ended) }
    }

    /// The library sees the end, and closes the connection.
    static func end(_ socket: Int32) { shutdown(socket, Int32(SHUT_RDWR)) }

    /// The client is waited for: for its request, or until it has read the answer.
    func waits(_ socket: Int32) { shares.withLock { $0.wait(socket) } }

    /// The library does not watch the connection: a thread makes its answer, or its stream has nothing to say.
    func works(_ socket: Int32) { shares.withLock { $0.work(socket) } }

    /// Called before the socket's number may become another's.
    func closed(_ socket: Int32) { shares.withLock { $0.remove(socket) } }
}
