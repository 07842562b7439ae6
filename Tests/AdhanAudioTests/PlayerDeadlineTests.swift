import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

/// Calls into the sound library that do not return, and other bad moments, on a virtual clock.
struct PlayerDeadlineTests {
    /// A gate at which every opening of the device waits.
    private final class Door: Sendable {
        private let state = Mutex((isOpen: false, waiting: 0))
        let card = ScriptedCard()
        var waiting: Int { state.withLock { $0.waiting } }
        func unlock() { state.withLock { $0.isOpen = true } }

        func open(_ name: String, _ format: SoundFormat, _ clock: any HostClock) throws(AudioError) -> any AudioOutput {
            state.withLock { $0.waiting += 1 }
            _ = eventually { state.withLock { $0.isOpen } }
            state.withLock { $0.waiting -= 1 }
            return try card.open(name, format, clock)
        }
    }

    @Test func `only so many threads are given up, and the player recovers once they return`() throws {
        let path = try Fixture(seconds: 1).path
        let door = Door()
        let bench = PlayerBench(devices: ["card"], open: door.open)
        for id in 1...4 {
            bench.arm(id, path, in: 5, isStarted: false)
            #expect(eventually { door.waiting == id })
            bench.player.checkProgress()
            #expect(bench.log.failure(of: id) == nil, "the deadline has not passed yet")
            bench.clock.sleep(.seconds(11))
            bench.player.checkProgress()
            bench.player.checkProgress()
            #expect(bench.log.failure(of: id) == "the sound card does not answer (card has not answered for 10.0 s)")
        }
        bench.arm(5, path, in: 5, isStarted: false)
        #expect(bench.failure(of: 5)?.contains("4 calls into the sound device have not come back") == true)
        #expect(door.waiting == 4)

        door.unlock()
        #expect(eventually { door.waiting == 0 })
        // The last of the four may still be ending; the player is asked until it has ended.
        var id = 6
        #expect(
            eventually {
                bench.arm(id, path, in: 5)
                _ = eventually { bench.log.failure(of: id) != nil || bench.log.report != nil }
                id += 1
                return bench.log.report != nil
            }
        )
        #expect(bench.log.report?.end == .completed)
        #expect(!bench.log.events.contains { if case .armed(1...4, _, _) = $0 { true } else { false } })
        #expect(bench.log.events.filter { if case .failed = $0 { true } else { false } }.count == id - 2)
    }

    /// A machine that may have no thread left.
    private final class Machine: Sendable {
        let state = Mutex((hasThreads: true, started: 0))

        func start(_ body: @escaping @Sendable () -> Void) throws(SystemFault) {
            guard state.withLock({ $0.hasThreads }) else { throw SystemFault("pthread_create", EAGAIN) }
            state.withLock { $0.started += 1 }
            Thread.detachNewThread(body)
        }
    }

    @Test func `the first sound needs no new thread, which the machine may not have by then`() throws {
        let machine = Machine()
        let bench = PlayerBench(["card": ScriptedCard()], startThread: machine.start)
        machine.state.withLock { $0.hasThreads = false }
        #expect(try bench.play(Fixture(seconds: 1).path).end == .completed)
    }

    @Test func `without a thread each sound that was armed is refused, once`() throws {
        let path = try Fixture(seconds: 1).path
        let (door, machine) = (Door(), Machine())
        let bench = PlayerBench(devices: ["card"], open: door.open, startThread: machine.start)
        func ends(of ids: Int...) -> [Int] {
            ids.map { id in
                bench.log.events.count {
                    switch $0 {
                    case .failed(id, _), .ended(id, _): true
                    default: false
                    }
                }
            }
        }
        bench.arm(1, path, in: 5, isStarted: false)
        #expect(eventually { door.waiting == 1 })
        // The loop has given up the first one, and arms its next.
        bench.arm(2, path, in: 5, isStarted: false)
        bench.player.stop(2, by: "the loop")
        machine.state.withLock { $0.hasThreads = false }
        bench.clock.sleep(.seconds(11))
        bench.player.checkProgress()
        bench.arm(3, path, in: 5, isStarted: false)
        bench.player.checkProgress()
        #expect(ends(of: 1, 2, 3) == [1, 1, 1], "\(bench.log.events)")
        #expect(bench.log.failure(of: 2) == "the system has no thread left for the player")

        door.unlock()
        machine.state.withLock { $0.hasThreads = true }
        bench.arm(4, path, in: 5)
        #expect(try bench.report(of: 4).end == .completed)
        #expect(ends(of: 1, 2, 3, 4) == [1, 1, 1, 1], "\(bench.log.events)")
        #expect(machine.state.withLock { $0.started } == 2)
    }

    @Test func `a thread that waits for work is never given up`() throws {
        let path = try Fixture(seconds: 1).path
        let bench = PlayerBench(["card": ScriptedCard()])
        _ = try bench.play(path)
        for _ in 0..<5 {
            bench.clock.sleep(.seconds(3600))
            bench.player.checkProgress()
        }
        bench.arm(2, path, in: 5)
        _ = try bench.report(of: 2)
    }

    @Test func `a wall clock set back after arming is followed`() throws {
        let (clock, card) = (VirtualHostClock(), ScriptedCard())
        let bench = PlayerBench(
            devices: ["card"],
            clock: clock,
            open: { name, format, given throws(AudioError) in
                clock.stepWall(by: .seconds(-3600))
                return try card.open(name, format, given)
            }
        )
        let at = bench.arm(1, try Fixture(seconds: 1).path)
        let report = try bench.report()
        #expect(report.end == .completed && report.lateness?.wholeMilliseconds == 0)
        #expect(at.duration(to: report.ended) < .seconds(3))
    }

    /// As late as it can before the first sample is written.
    @Test(arguments: [true, false])
    func `a sound that is stopped, or whose thread stood still, just before its first sample is not heard`(
        isStopped: Bool
    ) throws {
        let (clock, card) = (VirtualHostClock(), ScriptedCard())
        let player = Mutex<Player?>(nil)
        let hasRun = Mutex(false)
        let at = clock.wall().advanced(by: .seconds(10))
        let bench = PlayerBench(
            devices: ["card"],
            clock: clock,
            open: { name, format, given throws(AudioError) in
                HookedOutput(try card.open(name, format, given)) { call, output in
                    // Where a sample written next would be heard at the second.
                    guard call == .delay, let delay = try? output.delay(), !hasRun.withLock(\.self),
                        clock.wall().advanced(by: format.duration(frames: delay)) >= at
                    else { return }
                    hasRun.withLock { $0 = true }
                    if isStopped { player.withLock { $0?.stop(1, by: "amina") } } else { clock.sleep(.seconds(90)) }
                }
            }
        )
        player.withLock { $0 = bench.player }
        bench.arm(1, try Fixture(seconds: 2).path)
        let report = try bench.report()
        player.withLock { $0 = nil }
        #expect(hasRun.withLock { $0 })
        #expect(report.end == (isStopped ? .stopped(by: "amina") : .unheard("no sound could be started in time")))
        #expect(report.began == nil && bench.log.began == nil && card.heard.allSatisfy { $0 == 0 })
    }
}
