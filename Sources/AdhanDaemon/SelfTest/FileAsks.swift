import AdhanSystem
import Synchronization

/// Which files are waited for, and since when: for as long as one does not answer, since it was first asked, by whatever config.
package final class FileAsks: Sendable {
    private let since = Mutex<[String: BootInstant]>([:])

    package init() {}

    package func begin(_ path: String, at now: BootInstant = BootClock.now()) {
        since.withLock { $0[path] = min($0[path] ?? now, now) }
    }

    /// It has answered.
    package func end(_ path: String) { since.withLock { $0[path] = nil } }

    /// The one of those that has been waited for longest; nil where none is.
    package func longest(of paths: [String]) -> (path: String, since: BootInstant)? {
        since.withLock { since in
            paths.compactMap { path in since[path].map { (path, $0) } }.min { $0.1 < $1.1 }
        }
    }

    /// Goes on with what is waited for there, too.
    package func merge(_ other: FileAsks) {
        for (path, since) in other.since.withLock({ $0 }) { begin(path, at: since) }
    }
}
