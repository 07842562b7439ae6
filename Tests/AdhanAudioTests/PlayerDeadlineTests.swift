import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

/// Calls into the sound library that do not return, on a virtual clock that only the test advances.
struct PlayerDeadlineTests {
    /// A gate at which every opening of the device waits.
    private final class Door: Sendable {
        private let state = Mutex((isOpen: false, waiting: 0))
        var waiting: Int { state.withLock { $0.waiting } }
        func unlock() { state.withLock { $0.isOpen = true } }

        func pass() {
            state.withLock { $0.waiting += 1 }
            _ = eventually { state.withLock { $0.isOpen } }
            state.withLock { $0.waiting -= 1 }
        }
    }

    private func failure(of id: Int, in log: PlayerEventLog) -> String? {
        log.events.lazy.compactMap { if case .failed(id, let fault) = $0 { fault.sentence } else { nil } }.first
    }

    @Test func `only so many threads are given up, and the player recovers once they return`() throws {
        let fixture = try Fixture(seconds: 1)
        let (clock, door, card, log) = (VirtualHostClock(), Door(), ScriptedCard(), PlayerEventLog())
        let player = Player(
            PlayerConfiguration(devices: ["card"]),
            clock: clock,
            open: { name, format, clock throws(AudioError) in
                door.pass()
                return try card.open(name, format, clock)
            },
            onEvent: log.append
        )
        func request(_ id: Int) -> PlaybackRequest {
            let at = clock.wall().advanced(by: .seconds(5))
            return PlaybackRequest(id: id, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path)
        }
        func failure(of id: Int) -> String? { self.failure(of: id, in: log) }

        for id in 1...4 {
            player.arm(request(id))
            #expect(eventually { door.waiting == id })
            player.checkProgress()
            #expect(failure(of: id) == nil, "the deadline has not passed yet")
            clock.sleep(.seconds(11))
            player.checkProgress()
            player.checkProgress()
            #expect(failure(of: id) == "the sound card does not answer (card has not answered for 10.0 s)")
        }
        player.arm(request(5))
        #expect(eventually { failure(of: 5)?.contains("4 calls into the sound device have not come back") == true })
        #expect(door.waiting == 4)

        door.unlock()
        #expect(eventually { door.waiting == 0 })
        // The last of the four may still be ending; the player is asked until it has ended.
        var id = 6
        #expect(
            eventually {
                player.arm(request(id))
                player.start(id)
                _ = eventually { failure(of: id) != nil || log.report != nil }
                id += 1
                return log.report != nil
            }
        )
        #expect(log.report?.end == .completed)
        #expect(!log.events.contains { if case .armed(1...4, _, _) = $0 { true } else { false } })
        #expect(log.events.filter { if case .failed = $0 { true } else { false } }.count == id - 2)
    }

    @Test func `the first sound needs no new thread, which the machine may not have by then`() throws {
        let fixture = try Fixture(seconds: 1)
        let (clock, card, log) = (VirtualHostClock(), ScriptedCard(), PlayerEventLog())
        let hasThreads = Atomic(true)
        let player = Player(
            PlayerConfiguration(devices: ["card"]),
            clock: clock,
            open: { name, format, clock throws(AudioError) in try card.open(name, format, clock) },
            startThread: { body throws(SystemFault) in
                guard hasThreads.load(ordering: .sequentiallyConsistent) else {
                    throw SystemFault("pthread_create", EAGAIN)
                }
                Thread.detachNewThread(body)
            },
            onEvent: log.append
        )
        hasThreads.store(false, ordering: .sequentiallyConsistent)
        let at = clock.wall().advanced(by: .seconds(5))
        player.arm(PlaybackRequest(id: 1, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path))
        player.start(1)
        #expect(eventually { log.report?.end == .completed }, "\(log.events)")
    }

    @Test func `without a thread each sound that was armed is refused, once`() throws {
        let fixture = try Fixture(seconds: 1)
        let (clock, door, card, log) = (VirtualHostClock(), Door(), ScriptedCard(), PlayerEventLog())
        let machine = Mutex((hasThreads: true, started: 0))
        let player = Player(
            PlayerConfiguration(devices: ["card"]),
            clock: clock,
            open: { name, format, clock throws(AudioError) in
                door.pass()
                return try card.open(name, format, clock)
            },
            startThread: { body throws(SystemFault) in
                guard machine.withLock({ $0.hasThreads }) else { throw SystemFault("pthread_create", EAGAIN) }
                machine.withLock { $0.started += 1 }
                Thread.detachNewThread(body)
            },
            onEvent: log.append
        )
        func arm(_ id: Int) {
            let at = clock.wall().advanced(by: .seconds(5))
            player.arm(PlaybackRequest(id: id, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path))
        }
        func ends(of id: Int) -> [PlayerEvent] {
            log.events.filter {
                switch $0 {
                case .failed(id, _), .ended(id, _): true
                default: false
                }
            }
        }
        arm(1)
        #expect(eventually { door.waiting == 1 })
        // The loop has given up the first one, and arms its next.
        arm(2)
        player.stop(2, by: "the loop")
        machine.withLock { $0.hasThreads = false }
        clock.sleep(.seconds(11))
        player.checkProgress()
        arm(3)
        player.checkProgress()
        #expect([1, 2, 3].map { ends(of: $0).count } == [1, 1, 1], "\(log.events)")
        #expect(failure(of: 2, in: log) == "the system has no thread left for the player")

        door.unlock()
        machine.withLock { $0.hasThreads = true }
        arm(4)
        player.start(4)
        #expect(eventually { ends(of: 4).count == 1 })
        #expect(log.report?.end == .completed)
        #expect([1, 2, 3].map { ends(of: $0).count } == [1, 1, 1], "\(log.events)")
        #expect(machine.withLock { $0.started } == 2)
    }

    @Test func `a thread that waits for work is never given up`() throws {
        let fixture = try Fixture(seconds: 1)
        let bench = PlayerBench(["card": ScriptedCard()], devices: ["card"])
        _ = try bench.play(fixture.path)
        for _ in 0..<5 {
            bench.clock.sleep(.seconds(3600))
            bench.player.checkProgress()
        }
        let at = bench.clock.wall().advanced(by: .seconds(5))
        bench.player.arm(PlaybackRequest(id: 2, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path))
        bench.player.start(2)
        #expect(eventually { bench.log.events.contains { if case .ended(2, _) = $0 { true } else { false } } })
    }

    @Test func `a wall clock set back after arming is followed`() throws {
        let fixture = try Fixture(seconds: 1)
        let (clock, card, log) = (VirtualHostClock(), ScriptedCard(), PlayerEventLog())
        let at = clock.wall().advanced(by: .seconds(10))
        let player = Player(
            PlayerConfiguration(devices: ["card"]),
            clock: clock,
            open: { name, format, given throws(AudioError) in
                clock.stepWall(by: .seconds(-3600))
                return try card.open(name, format, given)
            },
            onEvent: log.append
        )
        player.arm(PlaybackRequest(id: 1, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path))
        player.start(1)
        #expect(eventually { log.report != nil })
        #expect(log.report?.end == .completed)
        #expect((log.report?.lateness ?? .seconds(9)).wholeMilliseconds == 0)
        #expect(at.duration(to: try #require(log.report).ended) < .seconds(3))
    }
}
