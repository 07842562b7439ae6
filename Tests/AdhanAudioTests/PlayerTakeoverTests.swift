import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

/// The call at which the first device hangs, once, until it is released.
private final class Hang: Sendable {
    enum Call { case opening, drop, write, close }

    private let state = Mutex((isOver: false, waiting: 0))
    private let call: Call
    private let from: Instant

    init(in call: Call, from: Instant = PlayerBench.start) {
        (self.call, self.from) = (call, from)
    }

    var isWaiting: Bool { state.withLock { $0.waiting > 0 } }
    func end() { state.withLock { $0.isOver = true } }

    func pass(_ call: Call, _ now: Instant) {
        guard call == self.call, now >= from, !state.withLock(\.isOver) else { return }
        state.withLock { $0.waiting += 1 }
        _ = eventually { state.withLock { $0.isOver } }
        state.withLock { $0.waiting -= 1 }
    }
}

private final class HangingOutput: AudioOutput {
    private let inner: any AudioOutput
    private let hang: Hang
    private let clock: any HostClock
    var name: String { inner.name }
    var isAudible: Bool { inner.isAudible }
    var format: SoundFormat { inner.format }

    init(_ inner: any AudioOutput, _ hang: Hang, _ clock: any HostClock) {
        (self.inner, self.hang, self.clock) = (inner, hang, clock)
    }

    func write(_ samples: ArraySlice<Int16>) throws(AudioError) -> Acceptance {
        hang.pass(.write, clock.wall())
        return try inner.write(samples)
    }

    func delay() throws(AudioError) -> Int { try inner.delay() }
    func drain(for duration: Duration) throws(AudioError) -> Bool { try inner.drain(for: duration) }

    func drop() {
        hang.pass(.drop, clock.wall())
        inner.drop()
    }

    func close() {
        hang.pass(.close, clock.wall())
        inner.close()
    }
}

/// Counts the player's threads that have ended.
private final class Ended: Sendable {
    let count = Atomic(0)
}

/// A player whose first device hangs, with its events.
private final class TakeoverStory {
    let fixture: Fixture
    let clock = VirtualHostClock()
    let log = PlayerEventLog()
    let first: ScriptedCard
    let second: ScriptedCard
    let hang: Hang
    let player: Player
    private let ended: Ended

    init(
        in call: Hang.Call,
        from seconds: Int = -10,
        length: Double = 2,
        devices: [String] = ["first", "second"],
        first: ScriptedCard = ScriptedCard(),
        second: ScriptedCard = ScriptedCard()
    ) throws {
        fixture = try Fixture(seconds: length)
        hang = Hang(in: call, from: PlayerBench.due.advanced(by: .seconds(seconds)))
        ended = Ended()
        (self.first, self.second) = (first, second)
        player = Player(
            PlayerConfiguration(devices: devices),
            clock: clock,
            open: { [hang, first] name, format, clock throws(AudioError) in
                guard name == "first" else { return try second.open(name, format, clock) }
                hang.pass(.opening, clock.wall())
                return HangingOutput(try first.open(name, format, clock), hang, clock)
            },
            startThread: { [ended] body in
                Thread.detachNewThread {
                    body()
                    ended.count.add(1, ordering: .relaxed)
                }
            },
            onEvent: log.append
        )
    }

    /// - Returns: when it is due.
    @discardableResult
    func arm(_ id: Int = 1, isStarted: Bool = true) -> Instant {
        let at = clock.wall().advanced(by: .seconds(10))
        clock.standing {
            player.arm(PlaybackRequest(id: id, at: at, latest: at.advanced(by: .seconds(300)), file: fixture.path))
            if isStarted { player.start(id) }
        }
        return at
    }

    /// Ends the hang, and waits until the player counts the device as working again.
    func answer() -> Bool {
        hang.end()
        return eventually { ended.count.load(ordering: .relaxed) > 0 }
    }

    func report(of id: Int = 1) throws -> SoundReport {
        func find() -> SoundReport? {
            log.events.lazy.compactMap { if case .ended(id, let report) = $0 { report } else { nil } }.first
        }
        _ = eventually { find() != nil }
        return try #require(find(), "\(log.events)")
    }

    /// Expects the hang to be noticed after four seconds, and not after two.
    func pass() {
        #expect(eventually { hang.isWaiting })
        clock.sleep(.seconds(2))
        player.checkProgress()
        #expect(log.report == nil && second.openings == 0, "\(log.events)")
        clock.sleep(.seconds(2))
        player.checkProgress()
    }
}

/// A device that hangs while another is in the list, on a virtual clock.
struct PlayerTakeoverTests {
    private static func kind(_ event: PlayerEvent) -> String {
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

    private static let words = "the sound card does not answer (first has not answered for 3.0 s)"

    @Test func `where the first device hangs while it is opened, the second one plays on time`() throws {
        let story = try TakeoverStory(in: .opening)
        story.arm()
        story.pass()
        let report = try story.report()
        #expect(report.end == .completed && report.device == "second", "\(story.log.events)")
        #expect((report.lateness ?? .seconds(9)).wholeMilliseconds == 0)
        #expect(story.second.heard.trimmed() == (try Fixture.decode(story.fixture.path)).trimmed())
        #expect(story.log.events.map(Self.kind) == ["noted", "armed second", "began second", "ended"])
        #expect(story.log.notes == ["\(Self.words); playing on second"])

        // The next sound does not wait for it either.
        story.arm(2)
        #expect(try story.report(of: 2).device == "second")
        #expect(story.hang.isWaiting && story.first.openings == 0)

        // The late thread reports and plays nothing, and from then on the device is the first one again.
        story.hang.end()
        #expect(eventually { !story.hang.isWaiting && story.first.openings == 1 })
        #expect(story.first.heard.allSatisfy { $0 == 0 })
        var id = 3
        #expect(
            try eventually {
                story.arm(id)
                let device = try story.report(of: id).device
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
        if !isStarted { story.player.start(1) }
        story.pass()
        let report = try story.report()
        #expect(report.end == .completed && report.device == "second", "\(story.log.events)")
        #expect(report.heard == .seconds(2) && report.gap == .zero)
        // Noticed two seconds late, and two seconds of lead-in.
        #expect((3.9...4.5).contains(report.lateness?.inSeconds ?? -1))
        #expect(
            story.log.events.map(Self.kind)
                == ["armed first", "lost", "noted", "found second", "began second", "ended"]
        )
        #expect(story.log.notes == [Self.words, "\(Self.words); playing on second", "continues on second"])
        story.hang.end()
        #expect(eventually { !story.hang.isWaiting })
        #expect(story.first.heard.allSatisfy { $0 == 0 })
    }

    @Test func `a hang in mid-sound is a gap, and the second device goes on where the first stopped`() throws {
        let story = try TakeoverStory(in: .write, from: 5, length: 8)
        story.arm()
        story.pass()
        let report = try story.report()
        #expect(report.end == .completed && report.device == "second", "\(story.log.events)")
        #expect(report.heard == .seconds(8) && report.lateness?.wholeMilliseconds == 0)
        #expect((3.8...4.5).contains(report.gap.inSeconds))
        #expect(
            story.log.events.map(Self.kind)
                == ["armed first", "began first", "lost", "found second", "noted", "ended"]
        )
        let decoded = try Fixture.decode(story.fixture.path).trimmed()
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
        story.arm()
        story.pass()
        let report = try story.report()
        #expect(report.end == .completed && report.heard == .seconds(8), "\(story.log.events)")
        // Five seconds in which it took nothing, and four of hanging.
        #expect((8.5...9.5).contains(report.gap.inSeconds))
        story.hang.end()
    }

    @Test func `a sound that was asked to stop is not begun again on the second device`() throws {
        let story = try TakeoverStory(in: .write, from: 1, length: 8)
        story.arm()
        #expect(eventually { story.hang.isWaiting })
        story.player.stop(1, by: "SIGTERM")
        story.pass()
        let report = try story.report()
        #expect(report.end == .stopped(by: "SIGTERM"))
        #expect(!story.log.events.contains { if case .found = $0 { true } else { false } })
        story.hang.end()
    }

    @Test func `a slow first device is used once it has answered, where the second is missing`() throws {
        let story = try TakeoverStory(
            in: .opening,
            second: ScriptedCard([.absent(from: PlayerBench.start, until: PlayerBench.due.advanced(by: .seconds(900)))])
        )
        story.arm()
        #expect(eventually { story.hang.isWaiting })
        story.clock.sleep(.seconds(4))
        // It answers at the moment in which it was given up, while the sound may still begin.
        story.clock.standing {
            story.player.checkProgress()
            #expect(eventually { story.log.armed != nil })
            #expect(story.log.armed?.problem?.hasPrefix("\(Self.words.dropLast()); ") == true)
            #expect(story.answer())
        }
        let report = try story.report()
        #expect(report.end == .completed && report.device == "first", "\(story.log.events)")
        #expect(report.lateness?.wholeMilliseconds == 0)
        #expect(story.first.openings == 2)
    }

    @Test(arguments: [["first"], ["first", "silent"]])
    func `without another card it has the whole deadline`(devices: [String]) throws {
        let story = try TakeoverStory(in: .opening, devices: devices)
        story.arm()
        story.pass()
        #expect(story.log.events.isEmpty)
        story.clock.sleep(.seconds(7))
        story.player.checkProgress()
        #expect(
            story.log.events == [
                .failed(1, Fault(.cardHung, detail: "first has not answered for 10.0 s"))
            ]
        )
        story.hang.end()
    }
}
