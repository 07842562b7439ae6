import AdhanSupport
import Glibc
import Synchronization

/// The open connections, so that no one keeps the box's own screen out. The library limits them in all and by address;
/// a client of many addresses, or one that sends its request byte by byte, needs these rules as well.
final class Connections: Sendable {
    private struct State {
        var count = 0
        /// The sockets of those whose request has not come whole, and since when it is waited for.
        var waiting: [Int32: MonotonicInstant] = [:]
    }

    /// So many are left for the box's own address.
    static let reserved = 64
    /// How long the head of a request may take where connections are scarce.
    static let patience: Duration = .seconds(10)

    private let state = Mutex(State())
    private let limit: Int
    private let clock: @Sendable () -> MonotonicInstant

    init(limit: Int, clock: @escaping @Sendable () -> MonotonicInstant) { (self.limit, self.clock) = (limit, clock) }

    /// Whether another may come. Where half of them are taken, it ends those that are slow with their requests.
    func accept(isLocal: Bool) -> Bool {
        let now = clock()
        return state.withLock { state in
            if state.count >= limit / 2 {
                // The library sees the end, and closes them.
                for (socket, since) in state.waiting where now - since > Self.patience {
                    shutdown(socket, Int32(SHUT_RDWR))
                }
            }
            return isLocal || state.count < limit - Self.reserved
        }
    }

    func opened(_ socket: Int32) {
        let now = clock()
        state.withLock { state in
            state.count += 1
            state.waiting[socket] = now
        }
    }

    /// The head of a request is there.
    func asked(_ socket: Int32) { state.withLock { _ = $0.waiting.removeValue(forKey: socket) } }

    /// A request has been answered; the next may come.
    func answered(_ socket: Int32) {
        let now = clock()
        state.withLock { $0.waiting[socket] = now }
    }

    /// Called before the socket's number may become another's.
    func closed(_ socket: Int32) {
        state.withLock { state in
            state.count -= 1
            state.waiting[socket] = nil
        }
    }
}
