import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// The event loop on a clock that is set.
@Suite struct EventLoopTests {
    @Test func `after a step of the clock every watch is polled at once`() throws {
        let clock = SetClock()
        let looks = Atomic(0)
        let settings = DaemonLoop.Settings(
            zone: .utc,
            policy: SchedulePolicy(),
            sounds: SoundPlan(adhan: Recordings("adhan.mp3"))
        )
        let start = clock.wall()
        var setup = LoopSetup(settings: settings, source: PlainSource()) { _ in
            VirtualPlayer(now: start)
        }
        setup.watches = [
            Watch(name: "zone", every: .hours(1)) {
                if looks.wrappingAdd(1, ordering: .relaxed).newValue == 1 { clock.step.withLock { $0 = .minutes(20) } }
                return nil
            }
        ]
        _ = try EventLoop(clock: clock, ledger: InMemoryLedger(), marks: NoMarks()).run(setup, saved: SavedState()) {
            notice in
            if case .interrupted(.clockStep) = notice { true } else { false }
        }
        #expect(eventually(within: .seconds(5)) { looks.load(ordering: .relaxed) == 2 })
    }

    private final class SetClock: HostClock {
        let step = Mutex(Duration.zero)
        private let real = LinuxClock()

        func wall() -> Instant { real.wall() + step.withLock { $0 } }
        func monotonic() -> MonotonicInstant { real.monotonic() }
        func sleep(_ duration: Duration) { real.sleep(duration) }
    }

    private struct NoMarks: PendingRowStore {
        let place = ""
        func load() -> [LedgerEntry] { [] }
        func save(_ entry: LedgerEntry) -> String? { nil }
        func remove(_ key: OccasionKey) {}
    }
}
