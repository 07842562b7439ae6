import AdhanSupport
import AdhanCore
import Synchronization

/// Tells the daemon what happens to the mirrors, which publishes it to whoever follows. Nothing waits for it: a daemon
/// that is away or hangs misses the news, which the log has in any case.
package final class NewsSender: Sendable {
    private let worker: Worker
    private let send: @Sendable (ControlRequest) -> Bool
    /// Whether the last news did not arrive. Until one does, only the end of a pass is told: each try has its price.
    private let isAway = Atomic(false)
    /// News that are not told one by one, by mirror: so many come at once that the daemon would refuse them.
    private let merged = Mutex<[String: Int]>([:])

    /// The daemon takes twenty orders at once, and then one a second.
    private static let most = 8

    /// - Parameter send: sends one order, and returns whether it arrived; it may block for a few seconds.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(send: @escaping @Sendable (ControlRequest) -> Bool) throws(SystemFault) {
        worker = try Worker("news", limit: 64)
        self.send = send
    }

    /// - Parameter socket: the daemon's control socket.
    package convenience init(socket: String) throws(SystemFault) {
        try self.init { request in
            let client = ControlClient(path: socket, patience: .seconds(3))
            return (try? client.ask(request, for: Done.self)) != nil  // reason: see above
        }
    }

    /// Returns at once.
    package func tell(_ mirror: String, _ event: MirrorEvent) {
        let isLast = ["finished", "failed"].contains(event.name)
        let isHeard = worker.unfinished < Self.most && !isAway.load(ordering: .relaxed)
        guard isLast || isHeard else { return merged.withLock { $0[mirror, default: 0] += 1 } }
        let left = isLast ? merged.withLock { $0.removeValue(forKey: mirror) ?? 0 } : 0
        let more = left > 0 ? " (\(left) events were not told one by one)" : ""
        let request = ControlRequest(.mirrorNews, key: "\(mirror).\(event.name)", value: event.words + more)
        worker.perform { [self] in isAway.store(!send(request), ordering: .relaxed) }
    }

    /// Waits until what was told so far is sent.
    package func flush(within limit: Duration) { worker.finish(within: limit) }
}
