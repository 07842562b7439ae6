import AdhanCore
import AdhanSupport
import Synchronization
import Testing

@testable import AdhanAudio

/// Values read together with their time, and the times of gaps.
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

    /// On a machine that is always too busy the last reading counts.
    @Test(
        arguments: [
            ([.zero, .milliseconds(30), .zero, .microseconds(400)], 2, .microseconds(30_400)),
            (Array(repeating: .milliseconds(30), count: 100), 4, .milliseconds(240)),
        ] as [([Duration], Int, Duration)]
    )
    func `a value read while the thread was preempted is read again`(steps: [Duration], readings: Int, at: Duration) {
        var count = 0
        let dated = Halting(steps).dated {
            count += 1
            return count
        }
        #expect(dated.value == readings && dated.at.sinceStart == at)
    }

    @Test func `a gap lasts from its first cause, and their lengths add up`() throws {
        var gaps = Gaps()
        #expect(gaps.end(at: .start + .seconds(1)) == nil)
        gaps.begin(at: .start + .seconds(2), reason: "unplugged")
        gaps.begin(at: .start + .seconds(4), reason: "busy")
        let ended = gaps.end(at: .start + .seconds(5))
        let first = try #require(ended)
        #expect(first.length == .seconds(3) && first.reason == "unplugged")
        #expect(gaps.open == nil && gaps.total == .seconds(3))
        gaps.begin(at: .start + .seconds(9), reason: "underrun")
        #expect(gaps.total == .seconds(3), "what goes on is not over")
        #expect(gaps.end(at: .start + .seconds(10))?.length == .seconds(1))
        // One that was over before it was noticed has no length.
        gaps.begin(at: .start + .seconds(12), reason: "underrun")
        #expect(gaps.end(at: .start + .milliseconds(11_990))?.length == .zero)
        #expect(gaps.total == .seconds(4))
    }
}
