import AdhanEngine
import AdhanSystem
import Synchronization

/// Something of the system's that is looked at now and then. The look may block.
package struct Watch: Sendable {
    /// What its thread is called.
    package let name: String
    /// What it looks at, where the config decides that.
    package var subject = ""
    package let every: Duration
    /// - Returns: what the loop is to know; nil where there is nothing new.
    package let look: @Sendable () -> LoopEvent?
}

/// Makes each look on a thread of its own: none is asked for again before it has come back, so that a disk or a bus that hangs costs
/// one look and no other.
package final class Poller {
    private struct Post {
        var watch: Watch
        let worker: Worker
        let isOut = IsOut()
        var next = MonotonicInstant.start
    }

    private final class IsOut: Sendable {
        let flag = Atomic(false)
    }

    private var posts: [Post] = []
    private let post: @Sendable (LoopEvent) -> Void

    /// - Parameter post: where events go.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(_ watches: [Watch], post: @escaping @Sendable (LoopEvent) -> Void) throws(SystemFault) {
        self.post = post
        try take(watches)
    }

    /// Makes these looks from now on. A thread that has nothing to do goes on with the look of its name; one that hangs is left behind
    /// only where there is something else to look at.
    ///
    /// - Throws: `SystemFault` where the machine has no thread left; then the looks stay as they were.
    package func take(_ watches: [Watch]) throws(SystemFault) {
        var next: [Post] = []
        for watch in watches {
            let free = posts.first { post in
                post.watch.name == watch.name
                    && (post.watch.subject == watch.subject || !post.isOut.flag.load(ordering: .relaxed))
            }
            var post = if let free { free } else { Post(watch: watch, worker: try Worker(watch.name)) }
            (post.watch, post.next) = (watch, .start)
            next.append(post)
        }
        posts = next
    }

    /// Everything is to be looked at in the next round.
    package func hurry() { for index in posts.indices { posts[index].next = .start } }

    package func round(_ now: MonotonicInstant) {
        for index in posts.indices where posts[index].next <= now {
            let (watch, isOut) = (posts[index].watch, posts[index].isOut)
            guard !isOut.flag.exchange(true, ordering: .relaxed) else { continue }
            posts[index].next = now + watch.every
            posts[index].worker.perform { [post] in
                if let event = watch.look() { post(event) }
                isOut.flag.store(false, ordering: .relaxed)
            }
        }
    }
}
