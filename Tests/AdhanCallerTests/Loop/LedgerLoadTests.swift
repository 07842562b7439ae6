import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanCaller

/// How a `DaemonLoop` waits for what earlier processes wrote, and what it takes from it. Plain days: Dhuhr at 12:00 UTC.
@Suite struct LedgerLoadTests {
    private let noon: Instant
    private let reads = Reads()

    private final class Reads: Sendable {
        private let asked = Mutex(0)
        var count: Int { asked.withLock { $0 } }
        func add() { asked.withLock { $0 += 1 } }
    }

    init() throws { noon = try .utc("2026-11-21", 12) }

    private func loop(at now: Instant, _ change: (inout DaemonLoop.Settings) -> Void = { _ in }) -> DaemonLoop {
        let writer = LedgerWriter.idle(
            perform: { $0() },
            post: { [reads] in if case .ledgerLoaded = $0 { reads.add() } }
        )
        return .plain(DaemonLoopTests.Deaf(), writer, at: now, change)
    }

    private func patience(_ loop: DaemonLoop, _ now: Instant) -> Duration {
        loop.patience(PendingLoad(since: now), now)
    }

    @Test func `a sound that is near shortens the wait, from the very second in which the process began`() {
        for (seconds, wait) in [(-60, Duration.seconds(10)), (-5, .seconds(2)), (-1, .milliseconds(500))] {
            let now = noon + .seconds(seconds)
            #expect(patience(loop(at: now), now) == wait)
        }
        #expect(patience(loop(at: noon), noon) == .milliseconds(500))
        let after = noon + .seconds(1)
        #expect(patience(loop(at: after), after) == .seconds(10))
    }

    @Test func `what has no recording does not shorten it, nor does anything by a clock that is not trusted`() {
        let iqama = noon + .minutes(10) - .seconds(5)
        let silent = loop(at: iqama) { $0.rules.iqama[.dhuhr] = ByDay(IqamaRule(.beside(.adhan, seconds: 600))) }
        #expect(patience(silent, iqama) == .seconds(10))
        let near = noon - .seconds(5)
        let untrusted = loop(at: near) { $0.asksClock = true }
        #expect(patience(untrusted, near) == .seconds(10))
        untrusted.trust = .synchronised
        #expect(patience(untrusted, near) == .seconds(2))
    }

    @Test func `the time since the first start is accounted for, unless that is ahead`() {
        for (seconds, isAccounted) in [(-3600, true), (0, true), (1, false)] {
            let loop = loop(at: noon)
            let start = noon + .seconds(seconds)
            loop.receive(.writer(.found([])), noon)
            let found = LedgerCache(origin: LedgerOrigin(firstStart: start))
            loop.receive(.writer(.ledgerLoaded(found, problem: nil)), noon)
            #expect(loop.accounted == (isAccounted ? start : nil))
        }
    }

    @Test func `it looks again when the wait ends, and within a second`() {
        for (seconds, look) in [(-60, Duration.seconds(1)), (-5, .seconds(1)), (-1, .milliseconds(500))] {
            let now = noon + .seconds(seconds)
            #expect(loop(at: now).tick(now) == now + look)
        }
    }

    @Test func `a ledger that cannot be read is tried again each minute, also where it once could be`() {
        let start = noon + .minutes(30)
        let loop = loop(at: start)
        loop.receive(.writer(.found([])), start)
        loop.receive(.writer(.ledgerLoaded(LedgerCache(), problem: nil)), start)
        loop.tick(start)
        let before = reads.count
        loop.tick(start + .seconds(60))
        #expect(reads.count == before)
        loop.ledger = .lost("its disk fails")
        loop.tick(start + .seconds(119))
        #expect(reads.count == before)
        loop.tick(start + .seconds(120))
        #expect(reads.count == before + 1)
    }
}
