import AdhanEngine
import AdhanSystem
import Synchronization

/// Something that is polled. The look may block.
package struct Watch: Sendable {
    /// The name of its thread; the first 15 bytes count.
    package let name: String
    /// What it looks at, where that depends on the config.
    package var subject = ""
    package let every: Duration
    /// - Returns: an event for the loop; nil where there is nothing new.
    package let look: @Sendable () -> LoopEvent?
}

/// Polls each watch on a thread of its own, and never again before the last look has returned: a disk or a bus that
/// hangs costs one watch and no other.
package final class Poller {
    private struct Entry {
        var watch: Watch
        let worker: Worker
        let isRunning = IsRunning()
        var next = MonotonicInstant.start
    }

    private final class IsRunning: Sendable {
        let flag = Atomic(false)
    }

    private var entries: [Entry] = []
    private let post: @Sendable (LoopEvent) -> Void

    /// - Parameter post: receives the events, on the watches' threads.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(_ watches: [Watch], post: @escaping @Sendable (LoopEvent) -> Void) throws(SystemFault) {
        self.post = post
        try take(watches)
    }

    /// Polls these watches from now on. A watch keeps the thread of the same name where that is idle or the subject is
    /// the same; a thread that hangs on another subject is abandoned.
    ///
    /// - Throws: `SystemFault` where the machine has no thread left; the watches then stay as they were.
    package func take(_ watches: [Watch]) throws(SystemFault) {
        var next: [Entry] = []
        for watch in watches {
            let free = entries.first { entry in
                entry.watch.name == watch.name
                    && (entry.watch.subject == watch.subject || !entry.isRunning.flag.load(ordering: .relaxed))
            }
            var entry = if let free { free } else { Entry(watch: watch, worker: try Worker(watch.name)) }
            (entry.watch, entry.next) = (watch, .start)
            next.append(entry)
        }
        entries = next
    }

    /// Makes every watch due at the next `poll`.
    package func pollAllNow() { for index in entries.indices { entries[index].next = .start } }

    /// Makes the watch of that name due at the next `poll`.
    package func pollNow(_ name: String) {
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
            entries[index].worker.perform { [post] in
                if let event = watch.look() { post(event) }
                isRunning.flag.store(false, ordering: .relaxed)
            }
        }
    }
}
