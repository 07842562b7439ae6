import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

/// The player through ALSA on a card in real time. Serialized, since they measure time.
@Suite(.serialized) struct PlayerOnPulseTests {
    private let clock = LinuxClock()

    private func request(_ path: String, in seconds: Double) -> PlaybackRequest {
        let at = clock.wall().advanced(by: .milliseconds(Int(seconds * 1000)))
        return PlaybackRequest(id: 1, at: at, latest: at.advanced(by: .seconds(60)), file: path)
    }

    @Test func `a sound is recorded whole, once, and within 100 ms of its second`() throws {
        let server = try PulseServer()
        let fixture = try Fixture(seconds: 5)
        let recording = try server.record()
        let log = PlayerEventLog()
        let player = Player(PlayerConfiguration(devices: [server.device]), onEvent: log.append)
        let request = request(fixture.path, in: 3)
        player.arm(request)
        player.start(1)
        #expect(
            eventually {
                recording.look()
                return log.report != nil
            }
        )
        let report = try #require(log.report, "\(log.events)")
        #expect(report.end == .completed)
        #expect(report.heard == .seconds(5))

        let recorded = recording.finish()
        let correlation = Correlation(of: Fixture.left(try Fixture.decode(fixture.path)), in: recorded)
        #expect(correlation.value >= 0.99)
        #expect(correlation.residue < 0.001)
        let onset = request.at.duration(to: recording.instant(ofFrame: correlation.offset))
        #expect((-100...100).contains(onset.wholeMilliseconds))
        let lateness = try #require(report.lateness)
        #expect((-100...100).contains(lateness.wholeMilliseconds))
        print(
            "onset \(onset.wholeMicroseconds) us after the second, by its own account \(lateness.wholeMicroseconds) us"
        )
    }

    @Test func `a stop fades and is silent within a second`() throws {
        let server = try PulseServer()
        let fixture = try Fixture(seconds: 20)
        let recording = try server.record()
        let log = PlayerEventLog()
        let player = Player(PlayerConfiguration(devices: [server.device]), onEvent: log.append)
        player.arm(request(fixture.path, in: 1))
        player.start(1)
        let loud: Float = 1500
        #expect(eventually { Correlation.onset(in: recording.samples(), above: loud) != nil })
        #expect(eventually { (log.began.map { $0.duration(to: clock.wall()) } ?? .zero) > .seconds(1) })

        for _ in 0..<50 { recording.look() }
        let asked = clock.wall()
        player.stop(1, by: "SIGTERM")
        #expect(eventually { log.report != nil })
        let report = try #require(log.report, "\(log.events)")
        #expect(report.end == .stopped(by: "SIGTERM"))
        #expect(asked.duration(to: report.ended) < .seconds(1))
        #expect(report.heard > .seconds(1))
        #expect(report.heard < .seconds(3))

        let samples = recording.finish()
        let last = try #require(samples.lastIndex { abs($0) > 30 })
        #expect(asked.duration(to: recording.instant(ofFrame: last)) < .seconds(1))
        // A fade, not a cut: its last tenth is quiet.
        let tail = samples[max(0, last - 1300)...last].map(abs).max() ?? 0
        let before = samples[max(0, last - 44_100)..<max(0, last - 22_050)].map(abs).max() ?? 0
        #expect(tail < before / 4)
    }

    @Test func `a server killed in the middle leaves a gap and the sound goes on`() throws {
        let server = try PulseServer()
        let fixture = try Fixture(seconds: 6)
        let sound = Fixture.left(try Fixture.decode(fixture.path))
        let before = try server.record()
        let log = PlayerEventLog()
        let player = Player(PlayerConfiguration(devices: [server.device]), onEvent: log.append)
        player.arm(request(fixture.path, in: 1))
        player.start(1)
        // Just before the device asks for more: most of a period was heard since its position was last read.
        #expect(eventually { (log.began.map { $0.duration(to: clock.wall()) } ?? .zero) > .milliseconds(2070) })
        server.kill()
        #expect(eventually { log.notes.contains { $0.contains(" while ") } })
        var recording: PulseRecording?
        try server.start { recording = try server.record() }
        let after = try #require(recording)
        #expect(eventually { log.report != nil })
        let report = try #require(log.report, "\(log.events)")
        #expect(report.end == .completed)
        #expect(report.heard == .seconds(6))
        #expect(report.gap > .zero)
        #expect(log.notes.contains { $0.contains("gap of \(report.gap.wholeMilliseconds) ms") })
        // It goes on at the frame at which it was interrupted, or a little before.
        let beginning = before.finish().drop { $0 == 0 }
        let rest = after.finish().drop { $0 == 0 }
        // Sample by sample: only the samples tell reliably where in a quiet phrase the pieces belong.
        let resumed = try #require(sound.firstRange(of: rest.prefix(PulseServer.rate / 10)))
        let leading = sound.prefix { $0 == 0 }.count
        let repeated = leading + beginning.count - resumed.lowerBound
        #expect((-4410...4410).contains(repeated), "\(repeated) frames are heard twice")
    }

    @Test func `a server that stays away interrupts the sound`() throws {
        let server = try PulseServer()
        let fixture = try Fixture(seconds: 6)
        let log = PlayerEventLog()
        let configuration = PlayerConfiguration(devices: [server.device], longestGap: .seconds(1))
        let player = Player(configuration, onEvent: log.append)
        player.arm(request(fixture.path, in: 0))
        player.start(1)
        #expect(eventually { log.began != nil })
        server.kill()
        #expect(eventually { log.report != nil })
        guard case .interrupted(let reason) = log.report?.end else {
            Issue.record("\(log.events)")
            return
        }
        #expect(reason.contains(" while "))
    }

    @Test func `a server that no longer answers does not hang the player, and the next sound plays`() throws {
        let server = try PulseServer()
        let fixture = try Fixture(seconds: 6)
        let log = PlayerEventLog()
        let configuration = PlayerConfiguration(devices: [server.device], deadline: .seconds(1))
        let player = Player(configuration, onEvent: log.append)
        player.arm(request(fixture.path, in: 0))
        player.start(1)
        #expect(eventually { (log.began.map { $0.duration(to: clock.wall()) } ?? .zero) > .seconds(1) })
        server.freeze()
        #expect(
            eventually {
                player.checkProgress()
                return log.report != nil
            }
        )
        let report = try #require(log.report, "\(log.events)")
        #expect(report.heard > .zero)
        #expect(
            report.end == .interrupted("the sound card does not answer (\(server.device) has not answered for 1.0 s)")
        )

        // The frozen server is tried again, and another sound must not wait for it for ever.
        player.arm(
            PlaybackRequest(id: 2, at: clock.wall(), latest: clock.wall().advanced(by: .seconds(5)), file: fixture.path)
        )
        #expect(
            eventually {
                player.checkProgress()
                return log.failure != nil
            }
        )
        #expect(log.failure == "the sound card does not answer (\(server.device) has not answered for 1.0 s)")

        // Once it answers again, the threads that were given up report nothing more, and the player plays.
        server.thaw()
        let events = log.events.count
        player.arm(
            PlaybackRequest(
                id: 3,
                at: clock.wall(),
                latest: clock.wall().advanced(by: .seconds(60)),
                file: fixture.path
            )
        )
        player.start(3)
        #expect(
            eventually {
                player.checkProgress()
                return log.events.dropFirst(events).contains { if case .began(3, _, _) = $0 { true } else { false } }
            }
        )
        player.stop(3, by: "the test")
        #expect(
            eventually { log.events.contains { if case .ended(3, _) = $0 { true } else { false } } }
        )
        #expect(log.events.dropFirst(events).allSatisfy { "\($0)".contains("(3,") })
    }

    @Test func `a card that appears in time is found and plays the sound`() throws {
        let server = try PulseServer(running: false)
        let fixture = try Fixture(seconds: 2)
        let log = PlayerEventLog()
        let player = Player(PlayerConfiguration(devices: [server.device]), onEvent: log.append)
        player.arm(request(fixture.path, in: 0))
        player.start(1)
        #expect(eventually { log.armed != nil })
        #expect(log.armed?.problem?.contains("Connection refused") == true)
        try server.start()
        let recording = try server.record()
        #expect(eventually { log.report != nil })
        #expect(log.report?.end == .completed)
        #expect(log.report?.heard == .seconds(2))
        #expect(log.notes.contains { $0.contains("was found") })
        let recorded = recording.finish()
        #expect(Correlation(of: Fixture.left(try Fixture.decode(fixture.path)), in: recorded).value >= 0.99)
    }

    @Test func `a name that ALSA does not know is reported`() throws {
        let fixture = try Fixture(seconds: 1)
        let log = PlayerEventLog()
        let clock = VirtualHostClock()
        let player = Player(PlayerConfiguration(devices: ["kitchen"]), clock: clock, onEvent: log.append)
        player.arm(
            PlaybackRequest(id: 1, at: clock.wall(), latest: clock.wall().advanced(by: .seconds(3)), file: fixture.path)
        )
        #expect(eventually { log.report != nil })
        #expect(
            log.armed?.problem
                == "the sound card is missing (Unknown PCM kitchen)"
        )
    }
}
