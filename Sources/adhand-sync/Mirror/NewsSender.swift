import AdhanSupport
import AdhanCore
import Synchronization

/// Sends the mirrors' events to the daemon, which publishes them to subscribers. Nothing waits for it: a daemon that is
/// away or hangs misses them, and the log has them anyway.
final class NewsSender: Sendable {
    private let worker: Worker
    private let send: @Sendable (ControlRequest) -> Bool
    /// Whether the last event did not arrive. Until one does, only the end of a pass is sent: each try has its price.
    private let isAway = Atomic(false)
    /// How many events are not sent one by one, by mirror: the daemon would refuse so many at once.
    private let merged = Mutex<[String: Int]>([:])

    /// The daemon takes twenty orders at once, and then one a second.
    private static let most = 8

    /// - Parameter send: sends one order, and returns whether it arrived; it may block for a few seconds.
    /// - Throws: `SystemFault` where the machine has no thread left.
    init(send: @escaping @Sendable (ControlRequest) -> Bool) throws(SystemFault) {
        worker = try Worker("news", limit: 64)
        self.send = send
    }

    convenience init(socket: String) throws(SystemFault) {
        try self.init { request in
            let client = ControlClient(path: socket, patience: .seconds(3))
            return (try? client.ask(request, for: Done.self)) != nil  // reason: see above
        }
    }

    /// Returns at once.
    func tell(_ mirror: String, _ event: MirrorEvent) {
        let isLast = ["finished", "failed"].contains(event.name)
        let isHeard = worker.unfinished < Self.most && !isAway.load(ordering: .relaxed)
        guard isLast || isHeard else { return merged.withLock { $0[mirror, default: 0] += 1 } }
        let left = isLast ? merged.withLock { $0.removeValue(forKey: mirror) ?? 0 } : 0
        let more = left > 0 ? " (\(left) events were not told one by one)" : ""
        let request = ControlRequest(.mirrorNews, key: "\(mirror).\(event.name)", value: event.words + more)
        worker.perform { [self] in isAway.store(!send(request), ordering: .relaxed) }
    }

    /// Waits until what was told so far is sent.
    func flush(within limit: Duration) { worker.finish(within: limit) }
}
