import AdhanCore
import AdhanSupport
import Synchronization
import Testing

@testable import AdhanAudio
/// Values read together with their time.
struct DatedTests {
    /// Monotonic time advances by the next of these at each read, and then stands still.
    private final class Halting: HostClock {
        private let steps: Mutex<(now: MonotonicInstant, left: [Duration])>

        init(_ steps: [Duration]) { self.steps = Mutex((.start, steps)) }

        func wall() -> Instant { Instant(seconds: 0) }
        func sleep(_ duration: Duration) {}
        func monotonic() -> MonotonicInstant {
            steps.withLock { steps in
                if !steps.left.isEmpty { steps.now = steps.now + steps.left.removeFirst() }
                return steps.now
            }
        }
    }

    @Test func `a value read while the thread was preempted is read again`() {
        var readings = 0
        let dated = Halting([.zero, .milliseconds(30), .zero, .microseconds(400)]).dated {
            readings += 1
            return readings
        }
        #expect(dated.value == 2 && dated.at.sinceStart == .microseconds(30_400))
    }

    @Test func `on a machine that is always too busy the last reading counts`() {
        var readings = 0
        let dated = Halting(Array(repeating: .milliseconds(30), count: 100)).dated {
            readings += 1
            return readings
        }
        #expect(dated.value == 4 && dated.at.sinceStart == .milliseconds(240))
    }
}
