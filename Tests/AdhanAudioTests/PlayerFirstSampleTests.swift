import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Synchronization
import Testing

/// What happens in the last moment before the first sample is written.
@Suite struct PlayerFirstSampleTests {
    /// A card that runs a script once, when a sample written next would be heard at the second.
    private final class WatchedOutput: AudioOutput {
        private let output: any AudioOutput
        private let script: (_ delay: Duration) -> Void

        init(_ output: any AudioOutput, _ script: @escaping (_ delay: Duration) -> Void) {
            (self.output, self.script) = (output, script)
        }

        var name: String { output.name }
        var isAudible: Bool { output.isAudible }
        var format: SoundFormat { output.format }

        func write(_ samples: ArraySlice<Int16>) throws(AudioError) -> Acceptance { try output.write(samples) }

        func delay() throws(AudioError) -> Int {
            let delay = try output.delay()
            script(format.duration(frames: delay))
            return try output.delay()
        }

        func drain(for duration: Duration) throws(AudioError) -> Bool { try output.drain(for: duration) }
        func drop() { output.drop() }
        func close() { output.close() }
    }

    private let clock = VirtualHostClock()
    private let card = ScriptedCard()
    private let log = PlayerEventLog()

    /// Plays a recording that is due in ten seconds.
    ///
    /// - Parameter script: runs once, as late as it can before the first sample.
    private func play(_ script: @escaping @Sendable (Player?) -> Void) throws -> SoundReport {
        let fixture = try Fixture(seconds: 2)
        let at = clock.wall().advanced(by: .seconds(10))
        let (player, hasRun) = (Shared<Player?>(nil), Shared(false))
        let (clock, card) = (clock, card)
        let made = Player(
            PlayerConfiguration(devices: ["card"]),
            clock: clock,
            open: { name, format, given throws(AudioError) in
                WatchedOutput(try card.open(name, format, given)) { delay in
                    guard !hasRun.value, clock.wall().advanced(by: delay) >= at else { return }
                    hasRun.value = true
                    script(player.value)
                }
            },
            onEvent: log.append
        )
        player.value = made
        clock.standing {
            made.arm(PlaybackRequest(id: 1, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path))
            made.start(1)
        }
        _ = eventually { log.report != nil }
        player.value = nil
        #expect(hasRun.value)
        return try #require(log.report, "\(log.events)")
    }

    @Test func `stopped before its first sample is written, nothing of it is heard`() throws {
        let report = try play { $0?.stop(1, by: "amina") }
        #expect(report.end == .stopped(by: "amina"))
        #expect(report.began == nil && log.began == nil)
        #expect(card.heard.allSatisfy { $0 == 0 })
    }

    @Test func `a thread that stood still beyond the latest moment begins nothing`() throws {
        let clock = clock
        let report = try play { _ in clock.sleep(.seconds(90)) }
        #expect(report.end == .unheard("no sound could be started in time"))
        #expect(report.began == nil && log.began == nil)
        #expect(card.heard.allSatisfy { $0 == 0 })
    }
}

/// A value that the test and the player's thread share.
private final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
