import AdhanSupport
import Synchronization

/// The files whose read has not returned, each with the time of the first read, across reloads.
final class PendingReads: Sendable {
    private let since = Mutex<[String: BootInstant]>([:])

    init() {}

    package func begin(_ path: String, at now: BootInstant = BootClock.now()) {
        since.withLock { $0[path] = min($0[path] ?? now, now) }
    }

    /// The read has returned.
    package func end(_ path: String) { since.withLock { $0[path] = nil } }

    /// The file among `paths` that has been waited for longest, and since when; nil where none is.
    func longest(of paths: [String]) -> (path: String, since: BootInstant)? {
        since.withLock { since in
            paths.compactMap { path in since[path].map { (path, $0) } }.min { $0.1 < $1.1 }
        }
    }

    /// Adds the pending reads of another.
    func merge(_ other: PendingReads) {
        for (path, since) in other.since.withLock({ $0 }) { begin(path, at: since) }
    }
}
