import AdhanTestSupport
import AdhanAudio
import AdhanCore
import Glibc
import Synchronization
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

@Suite struct TickerTests {
    @Test func `it ticks at each whole second, and at once for the mailbox`() throws {
        let mailbox = try Mailbox<Int>()
        let (clock, past) = (LinuxClock(), Instant(seconds: 0))
        let ticker = try Ticker(wakeUp: mailbox.descriptor, signals: [], clock: clock)
        let first = ticker.next(due: past).now
        let second = ticker.next(due: past).now
        #expect(second.seconds == first.seconds + 1)
        mailbox.post(7)
        mailbox.post(8)
        let third = ticker.next(due: past).now
        #expect(third - second < .seconds(1))
        #expect(mailbox.collect() == [7, 8])
        #expect(mailbox.collect().isEmpty)
    }

    @Test func `it sleeps until the second in which something is due, whatever wakes it before`() throws {
        let mailbox = try Mailbox<Int>()
        let ticker = try Ticker(wakeUp: mailbox.descriptor, signals: [], clock: LinuxClock())
        let first = ticker.next(due: Instant(seconds: 0)).now
        let due = first.flooredToSecond + .milliseconds(2500)
        mailbox.post(1)
        #expect(ticker.next(due: due).now < due)
        #expect(mailbox.collect() == [1])
        let second = ticker.next(due: due)
        #expect(second.now >= first.flooredToSecond + .seconds(3))
        // An earlier due time replaces the one for which the timer is set.
        mailbox.post(2)
        let later = second.now + .seconds(4)
        #expect(ticker.next(due: later).now < later)
        #expect(mailbox.collect() == [2])
        #expect(ticker.next(due: second.now).now < later)
    }

    @Test func `it never sleeps for longer than ten seconds`() throws {
        let mailbox = try Mailbox<Int>()
        let ticker = try Ticker(wakeUp: mailbox.descriptor, signals: [], clock: LinuxClock())
        let first = ticker.next(due: Instant(seconds: 0)).now
        #expect(ticker.next(due: first + .hours(1)).now < first + .minutes(1))
    }

    @Test func `a step of the clock is told apart from a process that was held up`() {
        #expect(Ticker.interruption(wall: .seconds(1), monotonic: .seconds(1)) == nil)
        #expect(Ticker.interruption(wall: .milliseconds(1400), monotonic: .seconds(1)) == nil)
        #expect(Ticker.interruption(wall: .hours(1), monotonic: .seconds(1)) == .clockStep(.seconds(3599)))
        #expect(Ticker.interruption(wall: .seconds(-1), monotonic: .seconds(1)) == .clockStep(.seconds(-2)))
        #expect(Ticker.interruption(wall: .seconds(60), monotonic: .seconds(60)) == .heldUp(.seconds(60)))
    }
}

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
