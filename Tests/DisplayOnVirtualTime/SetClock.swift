import AdhanCore
import AdhanSystem
import Glibc
import Synchronization

/// The clocks of a box whose time is set from outside.
final class SetClock: HostClock {
    private struct State {
        var wall: Instant
        var monotonic = MonotonicInstant.start
    }

    /// The monotonic clock passes at least so long with each setting: the pages are then told the time.
    private static let leastPassed: Duration = .seconds(10)
    /// How long a thread really sleeps, whatever it asked for.
    private static let nap: UInt32 = 10_000

    private let state: Mutex<State>

    init(_ wall: Instant) { state = Mutex(State(wall: wall)) }

    func wall() -> Instant { state.withLock(\.wall) }
    func monotonic() -> MonotonicInstant { state.withLock(\.monotonic) }
    func sleep(_ duration: Duration) { usleep(Self.nap) }

    func set(_ wall: Instant) {
        state.withLock { state in
            state.monotonic = state.monotonic + max(state.wall.duration(to: wall), Self.leastPassed)
            state.wall = wall
        }
    }
}
