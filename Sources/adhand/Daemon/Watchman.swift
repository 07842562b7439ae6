import Dispatch
import Synchronization

/// Something of the system's that is looked at now and then. The look may block.
struct Watch: Sendable {
    let every: Duration
    /// - Returns: what the loop is to know; nil where there is nothing new.
    let look: @Sendable () -> LoopEvent?
}

/// Makes the looks on a queue of its own: none is asked for again before it has come back, so that a disk or a bus that hangs
/// costs one thread and no more.
final class Watchman {
    private let watches: [Watch]
    private let post: @Sendable (LoopEvent) -> Void
    private let queue = DispatchQueue(label: "adhand.watch")
    /// When each is to be looked at next, monotonic.
    private var next: [Duration]
    private let isOut: IsOut

    /// Which looks have not come back.
    private final class IsOut: Sendable {
        let indices = Mutex<Set<Int>>([])
    }

    init(_ watches: [Watch], post: @escaping @Sendable (LoopEvent) -> Void) {
        (self.watches, self.post, isOut) = (watches, post, IsOut())
        next = watches.map { _ in .zero }
    }

    /// Everything is to be looked at in the next round.
    func hurry() { next = watches.map { _ in .zero } }

    /// - Parameter now: monotonic.
    func round(_ now: Duration) {
        for (index, watch) in watches.enumerated() where next[index] <= now {
            guard isOut.indices.withLock({ $0.insert(index).inserted }) else { continue }
            next[index] = now + watch.every
            queue.async { [isOut, post] in
                if let event = watch.look() { post(event) }
                _ = isOut.indices.withLock { $0.remove(index) }
            }
        }
    }
}
