import AdhanSupport
import Synchronization

/// Something that is polled. The look may block.
struct Watch: Sendable {
    /// The name of its thread while it looks; the first 15 bytes count.
    package let name: String
    /// What it looks at, where that depends on the config.
    package var subject = ""
    package let every: Duration
    /// - Returns: an event for the loop; nil where there is nothing new.
    package let look: @Sendable () -> LoopEvent?
}

/// Polls each watch on a thread of the pool, and never again before the last look has returned: a disk or a bus that
/// hangs costs one watch and no other.
final class Poller {
    private struct Entry {
        var watch: Watch
        let isRunning: IsRunning
        var next = MonotonicInstant.start
    }

    private final class IsRunning: Sendable {
        let flag = Atomic(false)
    }

    private var entries: [Entry] = []
    private let pool: ThreadPool
    private let post: @Sendable (LoopEvent) -> Void

    /// - Parameter post: receives the events, on the pool's threads.
    init(_ watches: [Watch], on pool: ThreadPool = .shared, post: @escaping @Sendable (LoopEvent) -> Void) {
        (self.pool, self.post) = (pool, post)
        replaceWatches(watches)
    }

    /// Polls these watches from now on. A watch waits for the last look of the same name at the same subject; a look
    /// that hangs on another subject is abandoned.
    func replaceWatches(_ watches: [Watch]) {
        entries = watches.map { watch in
            let before = entries.first { ($0.watch.name, $0.watch.subject) == (watch.name, watch.subject) }
            return Entry(watch: watch, isRunning: before?.isRunning ?? IsRunning())
        }
    }

    /// Makes every watch due at the next `poll`.
    func pollAllNow() { for index in entries.indices { entries[index].next = .start } }

    /// Makes the watch of that name due at the next `poll`.
    func pollNow(_ name: String) {
        for index in entries.indices where entries[index].watch.name == name { entries[index].next = .start }
    }

    /// When the next look is due; nil without watches. One that has not returned is not due again, so that a disk that
    /// hangs does not wake the loop each second.
    package var due: MonotonicInstant? {
        entries.filter { !$0.isRunning.flag.load(ordering: .relaxed) }.map(\.next).min()
    }

    /// Starts the looks that are due. Returns at once.
    package func poll(_ now: MonotonicInstant) {
        for index in entries.indices where entries[index].next <= now {
            let (watch, isRunning) = (entries[index].watch, entries[index].isRunning)
            guard !isRunning.flag.exchange(true, ordering: .relaxed) else { continue }
            entries[index].next = Ticker.again(after: watch.every, from: now)
            pool.perform(watch.name) { [post] in
                if let event = watch.look() { post(event) }
                isRunning.flag.store(false, ordering: .relaxed)
            }
        }
    }
}
