import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

/// Calls into the sound device that do not come back, on a virtual clock that only the test moves.
struct PlayerDeadlineTests {
    /// A door behind which every opening of the device waits.
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

    @Test func `only so many threads are given up, and all is well again once they come back`() throws {
        let fixture = try Fixture(seconds: 1)
        let (clock, door, card, log) = (VirtualPlayerClock(), Door(), ScriptedCard(), PlayerEventLog())
        let player = Player(
            PlayerConfiguration(devices: ["card"]),
            clock: clock,
            open: { name, format, clock throws(AudioError) in
                door.pass()
                return try card.open(name, format, clock)
            },
            onEvent: log.append
        )
        func sounding(_ id: Int) -> Sounding {
            let at = clock.wall().advanced(by: .seconds(5))
            return Sounding(id: id, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path)
        }
        func failure(of id: Int) -> String? {
            log.events.lazy.compactMap { if case .failed(id, let reason) = $0 { reason } else { nil } }.first
        }

        for id in 1...4 {
            player.arm(sounding(id))
            #expect(eventually { door.waiting == id })
            player.checkProgress()
            #expect(failure(of: id) == nil, "the deadline has not passed yet")
            clock.sleep(.seconds(11))
            player.checkProgress()
            player.checkProgress()
            #expect(failure(of: id) == "the sound device card has not answered for 10.0 s")
        }
        player.arm(sounding(5))
        #expect(eventually { failure(of: 5)?.contains("4 calls into the sound device have not come back") == true })
        #expect(door.waiting == 4)

        door.unlock()
        #expect(eventually { door.waiting == 0 })
        // The last of the four may still be on its way out; it is asked until it is gone.
        var id = 6
        #expect(
            eventually {
                player.arm(sounding(id))
                player.release(id)
                _ = eventually { failure(of: id) != nil || log.report != nil }
                id += 1
                return log.report != nil
            }
        )
        #expect(log.report?.end == .completed)
        #expect(!log.events.contains { if case .armed(1...4, _, _) = $0 { true } else { false } })
        #expect(log.events.filter { if case .failed = $0 { true } else { false } }.count == id - 2)
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
        bench.player.arm(Sounding(id: 2, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path))
        bench.player.release(2)
        #expect(eventually { bench.log.events.contains { if case .ended(2, _) = $0 { true } else { false } } })
    }

    @Test func `a wall clock set back after arming is followed`() throws {
        let fixture = try Fixture(seconds: 1)
        let (clock, card, log) = (VirtualPlayerClock(), ScriptedCard(), PlayerEventLog())
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
        player.arm(Sounding(id: 1, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path))
        player.release(1)
        #expect(eventually { log.report != nil })
        #expect(log.report?.end == .completed)
        #expect((log.report?.lateness ?? .seconds(9)).wholeMilliseconds == 0)
        #expect(at.duration(to: try #require(log.report).ended) < .seconds(3))
    }
}
