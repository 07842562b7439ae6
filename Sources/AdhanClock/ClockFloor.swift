import AdhanCore
import AdhanSystem
import Synchronization

/// The last time that is known to have been: this release's, or later the last at which the clock was seen synchronised.
package final class ClockFloor: Sendable {
    package let file: String
    private let released: Instant
    private let state = Mutex(State())

    private struct State {
        var isRead = false
        /// The last synchronised time, as in the file or since.
        var known: Instant?
        /// When it was last written, or tried to be.
        var tried: Instant?
        var problem: String?
    }

    /// How often the file is replaced: seldom, for the sake of an SD card.
    private static let interval: Duration = .hours(1)
    private static let sizeLimit = 64

    /// - Parameters:
    ///   - state: the state directory; the file in it is `clock-floor`.
    ///   - released: a time that has been wherever this program runs.
    package init(state: String, released: Instant) {
        (file, self.released) = (state + "/clock-floor", released)
    }

    /// The floor, and what is wrong with its file. Reads the file once; it may block.
    package func current() -> (floor: Instant, problem: String?) {
        read()
        return state.withLock { (max(released, $0.known ?? released), $0.problem) }
    }

    /// The same without the file, for a disk that does not answer.
    package var remembered: Instant { state.withLock { max(released, $0.known ?? released) } }

    /// Takes a time at which the clock was synchronised; it may block. It may be earlier than what was known: the time server before
    /// was then the one that lied.
    package func note(_ now: Instant) {
        read()
        let isDue = state.withLock { state in
            if let tried = state.tried, now - tried < Self.interval, tried - now < Self.interval { return false }
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

    /// Outside of the lock: whoever comes while the disk hangs goes on without the file.
    private func read() {
        guard
            state.withLock({ state in
                defer { state.isRead = true }
                return !state.isRead
            })
        else { return }
        do {
            let text = String(decoding: try BoundedFile.read(file, limit: Self.sizeLimit), as: UTF8.self)
            // Before 1970 and after 9999 no clock of ours has been.
            guard text.hasSuffix("\n"), let seconds = Int64(text.dropLast()), (0..<253_402_300_800).contains(seconds)
            else {
                let words = "\(file): it does not hold a time; it is passed over until it is replaced"
                return state.withLock { $0.problem = words }
            }
            let known = Instant(seconds: seconds)
            state.withLock { ($0.known, $0.tried) = ($0.known ?? known, $0.tried ?? known) }
        } catch {
            if !error.isMissing { state.withLock { $0.problem = "\(error); it is passed over" } }
        }
    }
}
