import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

/// The call at which the first device hangs, once, until it is released.
private final class Hang: Sendable {
    private let state = Mutex((isOver: false, waiting: 0))
    private let call: HookedOutput.Call
    private let from: Instant

    init(in call: HookedOutput.Call, from: Instant) { (self.call, self.from) = (call, from) }

    var isWaiting: Bool { state.withLock { $0.waiting > 0 } }
    func end() { state.withLock { $0.isOver = true } }

    func pass(_ call: HookedOutput.Call, _ now: Instant) {
        guard call == self.call, now >= from, !state.withLock(\.isOver) else { return }
        state.withLock { $0.waiting += 1 }
        _ = eventually { state.withLock { $0.isOver } }
        state.withLock { $0.waiting -= 1 }
    }
}

/// Counts the player's threads that have ended.
private final class Ended: Sendable {
    let count = Atomic(0)
}

/// A player whose first device hangs, with its events.
private final class TakeoverStory {
    let fixture: Fixture
    let first: ScriptedCard
    let second: ScriptedCard
    let hang: Hang
    let bench: PlayerBench
    private let ended = Ended()

    init(
        in call: HookedOutput.Call,
        from seconds: Int = -10,
        length: Double = 2,
        devices: [String] = ["first", "second"],
        first: ScriptedCard = ScriptedCard(),
        second: ScriptedCard = ScriptedCard()
    ) throws {
        fixture = try Fixture(seconds: length)
        let hang = Hang(in: call, from: PlayerBench.due.advanced(by: .seconds(seconds)))
        (self.first, self.second, self.hang) = (first, second, hang)
        bench = PlayerBench(
            devices: devices,
            open: { name, format, clock throws(AudioError) in
                guard name == "first" else { return try second.open(name, format, clock) }
                hang.pass(.opening, clock.wall())
                return HookedOutput(try first.open(name, format, clock)) { call, _ in hang.pass(call, clock.wall()) }
            },
            startThread: { [ended] body in
                Thread.detachNewThread {
                    body()
                    ended.count.add(1, ordering: .relaxed)
                }
            }
        )
    }

    var events: [PlayerEvent] { bench.log.events }

    /// Its events in short.
    var kinds: [String] {
        events.map { event in
            switch event {
            case .armed(_, let device, _): "armed \(device)"
            case .failed: "failed"
            case .began(_, _, let device): "began \(device)"
            case .noted: "noted"
            case .lost: "lost"
            case .found(_, let device, _): "found \(device)"
            case .ended: "ended"
            }
        }
    }

    func arm(_ id: Int = 1, isStarted: Bool = true) {
        bench.arm(id, fixture.path, latest: .seconds(300), isStarted: isStarted)
    }

    /// Ends the hang, and waits until the player counts the device as working again.
    func answer() -> Bool {
        hang.end()
        return eventually { ended.count.load(ordering: .relaxed) > 0 }
    }

    /// Expects the hang to be noticed after four seconds, and not after two.
    func pass() {
        #expect(eventually { hang.isWaiting })
        bench.clock.sleep(.seconds(2))
        bench.player.checkProgress()
        #expect(bench.log.report == nil && second.openings == 0, "\(events)")
        bench.clock.sleep(.seconds(2))
        bench.player.checkProgress()
    }

    /// Arms, passes, and waits for the end on the second device.
    func takeOver() throws -> SoundReport {
        arm()
        pass()
        let report = try bench.report()
        #expect(report.end == .completed && report.device == "second", "\(events)")
        return report
    }
}

/// A device that hangs while another is in the list, on a virtual clock.
struct PlayerTakeoverTests {
    private static let words = "the sound card does not answer (first has not answered for 3.0 s)"

    @Test func `where the first device hangs while it is opened, the second one plays on time`() throws {
        let story = try TakeoverStory(in: .opening)
        let report = try story.takeOver()
        #expect(report.lateness?.wholeMilliseconds == 0)
        #expect(story.second.heard.trimmed() == (try story.fixture.decoded()).trimmed())
        #expect(story.kinds == ["noted", "armed second", "began second", "ended"])
        #expect(story.bench.log.notes == ["\(Self.words); playing on second"])

        // The next sound does not wait for it either.
        story.arm(2)
        #expect(try story.bench.report(of: 2).device == "second" && story.hang.isWaiting && story.first.openings == 0)

        // The late thread reports and plays nothing, and from then on the device is the first one again.
        story.hang.end()
        #expect(eventually { !story.hang.isWaiting && story.first.openings == 1 })
        #expect(story.first.heard.allSatisfy { $0 == 0 })
        var id = 3
        #expect(
            try eventually {
                story.arm(id)
                let device = try story.bench.report(of: id).device
                id += 1
                return device == "first"
            }
        )
    }

    @Test(arguments: [false, true])
    func `where it hangs between arming and the prayer's second, the other takes over`(isStarted: Bool) throws {
        // Two seconds before the prayer's second, in the lead-in.
        let story = try TakeoverStory(in: .drop)
        story.arm(isStarted: isStarted)
        #expect(eventually { story.hang.isWaiting })
        if !isStarted { story.bench.player.start(1) }
        story.pass()
        let report = try story.bench.report()
        #expect(report.end == .completed && report.device == "second", "\(story.events)")
        #expect(report.heard == .seconds(2) && report.gap == .zero)
        // Noticed two seconds late, and two seconds of lead-in.
        #expect((3.9...4.5).contains(report.lateness?.inSeconds ?? -1))
        #expect(story.kinds == ["armed first", "lost", "noted", "found second", "began second", "ended"])
        #expect(story.bench.log.notes == [Self.words, "\(Self.words); playing on second", "continues on second"])
        story.hang.end()
        #expect(eventually { !story.hang.isWaiting })
        #expect(story.first.heard.allSatisfy { $0 == 0 })
    }

    @Test func `a hang in mid-sound is a gap, and the second device goes on where the first stopped`() throws {
        let story = try TakeoverStory(in: .write, from: 5, length: 8)
        let report = try story.takeOver()
        #expect(report.heard == .seconds(8) && report.lateness?.wholeMilliseconds == 0)
        #expect((3.8...4.5).contains(report.gap.inSeconds))
        #expect(story.kinds == ["armed first", "began first", "lost", "found second", "noted", "ended"])
        let decoded = try story.fixture.decoded().trimmed()
        let (before, after) = (story.first.heard.drop { $0 == 0 }, story.second.heard.trimmed())
        #expect(Array(before) == Array(decoded.prefix(before.count)))
        #expect(after == Array(decoded.suffix(after.count)))
        // Nothing is left out, and less than the device's buffer is played again.
        #expect((0..<44_100).contains(before.count + after.count - decoded.count))
        story.hang.end()
        #expect(eventually { !story.hang.isWaiting })
    }

    @Test func `a device that takes nothing and then hangs while it is closed makes one gap`() throws {
        let first = ScriptedCard([.stuck(from: PlayerBench.due.advanced(by: .seconds(3)))])
        let story = try TakeoverStory(in: .close, length: 8, first: first)
        let report = try story.takeOver()
        #expect(report.heard == .seconds(8))
        // Five seconds in which it took nothing, and four of hanging.
        #expect((8.5...9.5).contains(report.gap.inSeconds))
        story.hang.end()
    }

    @Test func `a sound that was asked to stop is not begun again on the second device`() throws {
        let story = try TakeoverStory(in: .write, from: 1, length: 8)
        story.arm()
        #expect(eventually { story.hang.isWaiting })
        story.bench.player.stop(1, by: "SIGTERM")
        story.pass()
        let report = try story.bench.report()
        #expect(report.end == .stopped(by: "SIGTERM"))
        #expect(!story.events.contains { if case .found = $0 { true } else { false } })
        story.hang.end()
    }

    @Test func `a slow first device is used once it has answered, where the second is missing`() throws {
        let story = try TakeoverStory(
            in: .opening,
            second: ScriptedCard([.absent(from: PlayerBench.start, until: PlayerBench.due.advanced(by: .seconds(900)))])
        )
        story.arm()
        #expect(eventually { story.hang.isWaiting })
        story.bench.clock.sleep(.seconds(4))
        // It answers at the moment in which it was given up, while the sound may still begin.
        story.bench.clock.standing {
            story.bench.player.checkProgress()
            #expect(eventually { story.bench.log.armed != nil })
            #expect(story.bench.log.armed?.problem?.hasPrefix("\(Self.words.dropLast()); ") == true)
            #expect(story.answer())
        }
        let report = try story.bench.report()
        #expect(report.end == .completed && report.device == "first", "\(story.events)")
        #expect(report.lateness?.wholeMilliseconds == 0)
        #expect(story.first.openings == 2)
    }

    @Test(arguments: [["first"], ["first", "silent"]])
    func `without another card it has the whole deadline`(devices: [String]) throws {
        let story = try TakeoverStory(in: .opening, devices: devices)
        story.arm()
        story.pass()
        #expect(story.events.isEmpty)
        story.bench.clock.sleep(.seconds(7))
        story.bench.player.checkProgress()
        #expect(story.events == [.failed(1, Fault(.cardHung, detail: "first has not answered for 10.0 s"))])
        story.hang.end()
    }
}
