import AdhanCore
import AdhanSupport
import Glibc
import Synchronization

/// The clocks of a box whose time is set from outside.
final class SetClock: HostClock {
    private struct State {
        var wall: Instant
        var monotonic = MonotonicInstant.start
        var naps = 0
    }

    /// The monotonic clock passes at least so long with each setting: the pages are then told the time.
    private static let leastPassed: Duration = .seconds(10)
    /// A thread really sleeps for this part of what it asked for: whoever waits for the daemon sees it at once, and whoever looks at files
    /// every half minute looks ten times a second, which takes a hundredth of a processor.
    private static let part: Int64 = 300
    private static let shortestNap: Duration = .milliseconds(10)

    private let state: Mutex<State>

    init(_ wall: Instant) { state = Mutex(State(wall: wall)) }

    func wall() -> Instant { state.withLock(\.wall) }
    func monotonic() -> MonotonicInstant { state.withLock(\.monotonic) }

    /// How often somebody has slept by it.
    var naps: Int { state.withLock(\.naps) }

    func sleep(_ duration: Duration) {
        state.withLock { $0.naps += 1 }
        let nap = max(duration / Self.part, Self.shortestNap)
        usleep(UInt32(clamping: nap.wholeMicroseconds))
    }

    func set(_ wall: Instant) {
        state.withLock { state in
            state.monotonic = state.monotonic + max(state.wall.duration(to: wall), Self.leastPassed)
            state.wall = wall
        }
    }
}
