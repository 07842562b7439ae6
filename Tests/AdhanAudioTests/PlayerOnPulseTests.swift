import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

/// The player through ALSA on a card in real time. Serialized, since they measure time.
@Suite(.serialized) struct PlayerOnPulseTests {
    private let clock = LinuxClock()

    /// Arms and starts a sound that is due in so many seconds.
    @discardableResult
    private func play(_ id: Int, _ path: String, on player: Player, in seconds: Int = 0, latest: Int = 60)
        -> Instant
    {
        let at = clock.wall().advanced(by: .seconds(seconds))
        player.arm(PlaybackRequest(id: id, at: at, latest: at.advanced(by: .seconds(latest)), file: path))
        player.start(id)
        return at
    }

    private func hasPlayed(_ length: Duration, _ log: PlayerEventLog) -> Bool {
        eventually { (log.began.map { $0.duration(to: clock.wall()) } ?? .zero) > length }
    }

    @Test func `a sound is recorded whole, once, within 100 ms of its second, and a stop fades within a second`() throws
    {
        let server = try PulseServer()
        let fixture = try Fixture(seconds: 5)
        let whole = try server.record()
        var log = PlayerEventLog()
        var player = Player(PlayerConfiguration(devices: [server.device]), onEvent: log.append)
        let at = play(1, fixture.path, on: player, in: 3)
        #expect(
            eventually {
                whole.look()
                return log.report != nil
            }
        )
        var report = try #require(log.report, "\(log.events)")
        #expect(report.end == .completed && report.heard == .seconds(5))
        let recorded = whole.finish()
        let correlation = Correlation(of: Fixture.left(try fixture.decoded()), in: recorded)
        #expect(correlation.value >= 0.99 && correlation.residue < 0.001)
        let onset = at.duration(to: whole.instant(ofFrame: correlation.offset))
        #expect((-100...100).contains(onset.wholeMilliseconds))
        #expect((-100...100).contains(try #require(report.lateness).wholeMilliseconds))

        let recording = try server.record()
        log = PlayerEventLog()
        player = Player(PlayerConfiguration(devices: [server.device]), onEvent: log.append)
        play(1, try Fixture(seconds: 20).path, on: player, in: 1)
        #expect(eventually { Correlation.onset(in: recording.samples(), above: 1500) != nil })
        #expect(hasPlayed(.seconds(1), log))
        for _ in 0..<50 { recording.look() }
        let asked = clock.wall()
        player.stop(1, by: "SIGTERM")
        report = try #require(log.waitForReport(), "\(log.events)")
        #expect(report.end == .stopped(by: "SIGTERM") && asked.duration(to: report.ended) < .seconds(1))
        #expect((.seconds(1) ..< .seconds(3)).contains(report.heard))
        let samples = recording.finish()
        let last = try #require(samples.lastIndex { abs($0) > 30 })
        #expect(asked.duration(to: recording.instant(ofFrame: last)) < .seconds(1))
        // A fade, not a cut: its last tenth is quiet.
        let tail = samples[max(0, last - 1300)...last].map(abs).max() ?? 0
        let before = samples[max(0, last - 44_100)..<max(0, last - 22_050)].map(abs).max() ?? 0
        #expect(tail < before / 4)
    }

    @Test func `a card that appears in time plays the sound, and one killed in the middle leaves a gap`() throws {
        let server = try PulseServer(running: false)
        let short = try Fixture(seconds: 2)
        var log = PlayerEventLog()
        var player = Player(PlayerConfiguration(devices: [server.device]), onEvent: log.append)
        play(1, short.path, on: player)
        #expect(eventually { log.armed != nil })
        #expect(log.armed?.problem?.contains("Connection refused") == true)
        try server.start()
        let recording = try server.record()
        var report = try #require(log.waitForReport(), "\(log.events)")
        #expect(report.end == .completed && report.heard == .seconds(2))
        #expect(log.notes.contains { $0.contains("was found") })
        #expect(Correlation(of: Fixture.left(try short.decoded()), in: recording.finish()).value >= 0.99)

        let fixture = try Fixture(seconds: 6)
        let sound = Fixture.left(try fixture.decoded())
        let before = try server.record()
        log = PlayerEventLog()
        player = Player(PlayerConfiguration(devices: [server.device]), onEvent: log.append)
        play(1, fixture.path, on: player, in: 1)
        // Just before the device asks for more: most of a period was heard since its position was last read.
        #expect(hasPlayed(.milliseconds(2070), log))
        server.kill()
        #expect(eventually { log.notes.contains { $0.contains(" while ") } })
        var next: PulseRecording?
        try server.start { next = try server.record() }
        let after = try #require(next)
        report = try #require(log.waitForReport(), "\(log.events)")
        #expect(report.end == .completed && report.heard == .seconds(6) && report.gap > .zero)
        #expect(log.notes.contains { $0.contains("gap of \(report.gap.wholeMilliseconds) ms") })
        // It goes on at the frame at which it was interrupted, or a little before.
        let beginning = before.finish().drop { $0 == 0 }
        let rest = after.finish().drop { $0 == 0 }
        // Sample by sample: only the samples tell reliably where in a quiet phrase the pieces belong.
        let resumed = try #require(sound.firstRange(of: rest.prefix(PulseServer.rate / 10)))
        let repeated = sound.prefix { $0 == 0 }.count + beginning.count - resumed.lowerBound
        #expect((-4410...4410).contains(repeated), "\(repeated) frames are heard twice")
    }

    @Test func `a server that no longer answers does not hang the player, and one that stays away interrupts it`()
        throws
    {
        let server = try PulseServer()
        let path = try Fixture(seconds: 6).path
        let words = "the sound card does not answer (\(server.device) has not answered for 1.0 s)"
        var log = PlayerEventLog()
        var player = Player(PlayerConfiguration(devices: [server.device], deadline: .seconds(1)), onEvent: log.append)
        /// Waits, and checks the player's progress, as the loop does.
        func waits(until condition: () -> Bool) -> Bool {
            eventually {
                player.checkProgress()
                return condition()
            }
        }
        play(1, path, on: player)
        #expect(hasPlayed(.seconds(1), log))
        server.freeze()
        #expect(waits { log.report != nil })
        let report = try #require(log.report, "\(log.events)")
        #expect(report.heard > .zero && report.end == .interrupted(words))

        // The frozen server is tried again, and another sound must not wait for it for ever.
        play(2, path, on: player, latest: 5)
        #expect(waits { log.failure != nil })
        #expect(log.failure == words)

        // Once it answers again, the threads that were given up report nothing more, and the player plays.
        server.thaw()
        let events = log.events.count
        play(3, path, on: player)
        #expect(waits { log.events.contains { if case .began(3, _, _) = $0 { true } else { false } } })
        player.stop(3, by: "the test")
        #expect(log.waitForReport(of: 3) != nil)
        #expect(log.events.dropFirst(events).allSatisfy { $0.id == 3 })

        log = PlayerEventLog()
        player = Player(PlayerConfiguration(devices: [server.device], longestGap: .seconds(1)), onEvent: log.append)
        play(1, path, on: player)
        #expect(eventually { log.began != nil })
        server.kill()
        #expect(log.interruption(log.waitForReport())?.contains(" while ") == true)
    }

    @Test func `a name that ALSA does not know is reported`() throws {
        let (log, clock) = (PlayerEventLog(), VirtualHostClock())
        let player = Player(PlayerConfiguration(devices: ["kitchen"]), clock: clock, onEvent: log.append)
        let (at, path) = (clock.wall(), try Fixture(seconds: 1).path)
        player.arm(PlaybackRequest(id: 1, at: at, latest: at.advanced(by: .seconds(3)), file: path))
        #expect(log.waitForReport() != nil && log.armed?.problem == "the sound card is missing (Unknown PCM kitchen)")
    }
}
