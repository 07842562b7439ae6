import AdhanCore
import AdhanSupport
import Synchronization

/// The earliest time that the clock can rightly show: the date of this release, or the last time at which the clock was
/// seen synchronised, if that is later.
final class ClockFloor: Sendable {
    package let file: String
    private let released: Instant
    private let state = Mutex(State())

    private struct State {
        var isRead = false
        /// The last synchronised time, from the file or noted since.
        var known: Instant?
        /// When a write was last tried.
        var tried: Instant?
        var problem: String?
    }

    /// The file is replaced no more often than this, to spare an SD card: with ext4's own journal, each time writes
    /// 90 kB.
    private static let interval: Duration = .days(1)
    /// A time that is further before the known one replaces it at once.
    private static let correction: Duration = .hours(1)
    private static let sizeLimit = 64

    /// - Parameters:
    ///   - state: the state directory; the file in it is `clock-floor`.
    ///   - released: the date of this release, which is past wherever this program runs.
    package init(state: String, released: Instant) {
        (file, self.released) = (state + "/clock-floor", released)
    }

    /// The floor, and what is wrong with its file. The first call reads the file and may block.
    package func current() -> (floor: Instant, problem: String?) {
        read()
        return state.withLock { (max(released, $0.known ?? released), $0.problem) }
    }

    /// The floor without reading the file, for a disk that does not answer.
    var remembered: Instant { state.withLock { max(released, $0.known ?? released) } }

    /// Notes a time at which the clock was synchronised; it may block. A time before the known one is taken too: the
    /// earlier time server was wrong then.
    package func note(_ now: Instant) {
        read()
        let isDue = state.withLock { state in
            if let tried = state.tried, now - tried < Self.interval, tried - now < Self.correction { return false }
            (state.known, state.tried, state.problem) = (now, now, nil)
            return true
        }
        guard isDue else { return }
        do {
            try AtomicFile.replace(file, with: Array("\(now.seconds)\n".utf8))
        } catch {
            state.withLock { $0.problem = "\(error); after a restart a wrong clock may go unnoticed" }
        }
    }

    /// Reads outside of the lock: a second caller goes on without the file while the disk hangs.
    private func read() {
        guard
            state.withLock({ state in
                defer { state.isRead = true }
                return !state.isRead
            })
        else { return }
        do {
            let text = String(decoding: try BoundedFile.read(file, limit: Self.sizeLimit), as: UTF8.self)
            // Only the years 1970 to 9999 are plausible.
            guard text.hasSuffix("\n"), let seconds = Int64(text.dropLast()), (0..<253_402_300_800).contains(seconds)
            else {
                let words = "\(file): it does not hold a time; it is ignored until it is replaced"
                return state.withLock { $0.problem = words }
            }
            let known = Instant(seconds: seconds)
            state.withLock { ($0.known, $0.tried) = ($0.known ?? known, $0.tried ?? known) }
        } catch {
            if !error.isMissing { state.withLock { $0.problem = "\(error); it is ignored" } }
        }
    }
}
