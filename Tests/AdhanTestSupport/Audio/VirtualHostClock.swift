import AdhanCore
import AdhanSupport
import Synchronization

/// A clock that only advances when a thread sleeps on it: thirty seconds of sound take milliseconds.
package final class VirtualHostClock: HostClock {
    private let state: Mutex<(wall: Instant, monotonic: MonotonicInstant)>
    private let starts = Mutex<(count: Int, at: MonotonicInstant)>((0, .start))
    private let gate = Mutex<Void>(())

    package init(wall: Instant = Instant(seconds: 1_800_000_000)) { state = Mutex((wall, .start + .seconds(1000))) }

    package func wall() -> Instant { state.withLock { $0.wall } }
    package func monotonic() -> MonotonicInstant { state.withLock { $0.monotonic } }

    package func boot() -> BootMoment {
        let now = monotonic()
        return starts.withLock { BootMoment(boot: "boot \($0.count)", seconds: (now - $0.at).components.seconds) }
    }

    /// Starts the machine anew, as far as the boot's clock tells.
    package func reboot() {
        let now = monotonic()
        starts.withLock { $0 = ($0.count + 1, now) }
    }

    package func sleep(_ duration: Duration) {
        guard duration > .zero else { return }
        gate.withLock { _ in }
        state.withLock { $0 = ($0.wall.advanced(by: duration), $0.monotonic + duration) }
    }

    /// Runs the body while the clock is stopped: threads that sleep on it wait. Everything in the body happens at one
    /// moment, however busy the machine is.
    package func standing(_ body: () -> Void) { gate.withLock { _ in body() } }

    /// Sets the wall clock as a person or NTP would; the monotonic clock is not affected.
    package func stepWall(by duration: Duration) { state.withLock { $0.wall = $0.wall.advanced(by: duration) } }
}
