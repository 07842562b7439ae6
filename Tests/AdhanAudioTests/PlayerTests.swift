import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Testing

/// A player on a virtual clock with scripted cards, from arming to the report.
final class PlayerBench {
    let clock = VirtualHostClock()
    let log = PlayerEventLog()
    let player: Player
    /// Ten seconds after the test bench was made.
    let at: Instant

    init(
        _ cards: [String: ScriptedCard] = [:],
        devices: [String],
        tail: Duration = .zero,
        longestGap: Duration = .seconds(30)
    ) {
        at = clock.wall().advanced(by: .seconds(10))
        player = Player(
            PlayerConfiguration(devices: devices, tail: tail, longestGap: longestGap),
            clock: clock,
            open: { name, format, clock throws(AudioError) in
                guard let card = cards[name] else {
                    throw .deviceClosed(device: name, doing: "opening", code: 19, message: "Unknown PCM \(name)")
                }
                return try card.open(name, format, clock)
            },
            onEvent: log.append
        )
    }

    /// The start of the virtual clock, before any bench is made: for scripts that need instants.
    static let start = VirtualHostClock().wall()
    static let due = start.advanced(by: .seconds(10))

    /// Plays the file to its end, whatever that is.
    func play(_ path: String, latest: Duration = .seconds(300)) throws -> SoundReport {
        try play(SoundChoice(file: path), latest: latest)
    }

    func play(_ choice: SoundChoice, latest: Duration = .seconds(300)) throws -> SoundReport {
        // Released at once: on this clock ten seconds pass before a test could do it later.
        clock.standing {
            player.arm(PlaybackRequest(id: 1, at: at, latest: at.advanced(by: latest), choice))
            player.start(1)
        }
        return try wait()
    }

    func wait() throws -> SoundReport {
        _ = eventually { log.report != nil }
        return try #require(log.report, "\(log.events)")
    }
}

struct PlayerTests {
    @Test func `a sound is heard whole and once, to the sample, at its second`() throws {
        let fixture = try Fixture(seconds: 30)
        let card = ScriptedCard()
        let bench = PlayerBench(["card": card], devices: ["card"])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed)
        #expect(report.heard == .seconds(30))
        #expect(report.gap == .zero)
        #expect(report.device == "card")
        #expect(report.sha256 == (try SoundFile(path: fixture.path).sha256))
        #expect((report.lateness ?? .seconds(9)).wholeMilliseconds == 0)
        #expect(bench.log.began != nil)
        #expect(bench.log.armed?.problem == nil)
        #expect(card.heard.trimmed() == (try Fixture.decode(fixture.path)).trimmed())
    }

    @Test func `the device runs on silence for the lead-in before the second`() throws {
        let fixture = try Fixture(seconds: 1)
        let card = ScriptedCard()
        _ = try PlayerBench(["card": card], devices: ["card"]).play(fixture.path)
        let silence = card.heard.prefix { $0 == 0 }.count / 2
        // The fixture begins with a few silent frames of the encoder.
        #expect((2.0...2.1).contains(Double(silence) / 44_100))
    }

    @Test func `the silent device chosen on purpose completes and claims nothing heard`() throws {
        let fixture = try Fixture(seconds: 30)
        let bench = PlayerBench(devices: ["silent"])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed)
        #expect(report.heard == .zero)
        #expect(report.began.map { bench.at.duration(to: $0).wholeMilliseconds } == 0)
        #expect(bench.log.armed?.device == "silent")
        #expect(bench.log.armed?.problem == nil)
        #expect(bench.at.duration(to: report.ended) >= .seconds(30))
    }

    @Test func `without a card it keeps time, looks until the latest, and says that nothing was heard`() throws {
        let fixture = try Fixture(seconds: 2)
        let bench = PlayerBench(devices: ["plughw:CARD=Device"])
        let report = try bench.play(fixture.path, latest: .seconds(20))
        let reason =
            "the sound card is missing (Unknown PCM plughw:CARD=Device)"
        #expect(report.end == .unheard(reason))
        #expect(report.began == nil)
        #expect(report.heard == .zero)
        #expect(bench.log.armed?.device == "silent")
        #expect(bench.log.armed?.problem == reason)
        #expect(bench.log.began == nil)
        #expect((20.0...21.5).contains(bench.at.duration(to: report.ended).inSeconds))
    }

    @Test(arguments: [-5, 0, 1, 40])
    func `a card that appears before anything was heard plays the sound from its first frame`(after: Int) throws {
        let fixture = try Fixture(seconds: 3)
        let appears = PlayerBench.due.advanced(by: .seconds(after))
        let card = ScriptedCard([.absent(from: PlayerBench.start, until: appears)])
        let bench = PlayerBench(["card": card], devices: ["card"])
        let report = try bench.play(fixture.path, latest: .seconds(60))
        #expect(report.end == .completed)
        #expect(report.heard == .seconds(3))
        #expect(card.heard.trimmed() == (try Fixture.decode(fixture.path)).trimmed())
        #expect(bench.log.notes.contains { $0.contains("was found") })
        // On time where it came before the second; otherwise after the next look and the lead-in.
        let expected = after < 0 ? 0.0...0.1 : Double(after)...(Double(after) + 3.2)
        #expect(expected.contains(report.lateness?.inSeconds ?? -1))
    }

    @Test func `a card that refuses the format is named with the advice`() throws {
        let fixture = try Fixture(seconds: 1)
        let bench = PlayerBench(["hw:0": ScriptedCard([.picky])], devices: ["hw:0"])
        let report = try bench.play(fixture.path, latest: .seconds(5))
        guard case .unheard(let reason) = report.end else {
            Issue.record("\(report.end)")
            return
        }
        #expect(reason.hasPrefix("the sound card does not play the recording’s format (hw:0: 44100 Hz, stereo: "))
    }

    @Test func `a file cut short is played as far as it goes`() throws {
        let fixture = try Fixture(seconds: 6)
        let path = try fixture.directory.write(Array(fixture.bytes.prefix(fixture.bytes.count / 2)), to: "cut.mp3")
        let card = ScriptedCard()
        let report = try PlayerBench(["card": card], devices: ["card"]).play(path)
        #expect(report.end == .interrupted("\(path) is cut short: \(report.heard.tenths) of 6.0 s"))
        #expect(card.heard.trimmed() == (try Fixture.decode(path)).trimmed())
    }

    @Test func `a file that is no MP3 fails at arming, and the next sound plays`() throws {
        let fixture = try Fixture(seconds: 1)
        let path = try fixture.directory.write(
            [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 1, count: 999),
            to: "a.mp3"
        )
        let bench = PlayerBench(["card": ScriptedCard()], devices: ["card"])
        bench.player.arm(PlaybackRequest(id: 7, at: bench.at, latest: bench.at, file: path))
        #expect(eventually { bench.log.failure?.contains("PNG picture") == true })
        let next = bench.clock.wall().advanced(by: .seconds(10))
        bench.player.arm(PlaybackRequest(id: 8, at: next, latest: next.advanced(by: .seconds(60)), file: fixture.path))
        bench.player.start(8)
        #expect(eventually { bench.log.report?.end == .completed })
    }

    @Test func `a sound that is never released is not played and ends by itself`() throws {
        let fixture = try Fixture(seconds: 1)
        let card = ScriptedCard()
        let bench = PlayerBench(["card": card], devices: ["card"])
        bench.player.arm(
            PlaybackRequest(id: 1, at: bench.at, latest: bench.at.advanced(by: .seconds(30)), file: fixture.path)
        )
        #expect(try bench.wait().end == .unheard("it was not started in time"))
        #expect(card.heard.allSatisfy { $0 == 0 })
    }

    @Test func `arming during another sound fails and leaves it alone`() throws {
        let fixture = try Fixture(seconds: 5)
        let bench = PlayerBench(["card": ScriptedCard()], devices: ["card"])
        bench.player.arm(
            PlaybackRequest(id: 1, at: bench.at, latest: bench.at.advanced(by: .seconds(60)), file: fixture.path)
        )
        bench.player.arm(PlaybackRequest(id: 2, at: bench.at, latest: bench.at, file: fixture.path))
        bench.player.start(1)
        #expect(try bench.wait().end == .completed)
        #expect(bench.log.events.contains(.failed(2, Fault(.other, detail: "another sound is armed or sounding"))))
    }

    @Test func `a sound stopped before its second was never begun`() throws {
        let fixture = try Fixture(seconds: 1)
        let card = ScriptedCard()
        let bench = PlayerBench(["card": card], devices: ["card"])
        bench.player.arm(
            PlaybackRequest(id: 1, at: bench.at, latest: bench.at.advanced(by: .seconds(60)), file: fixture.path)
        )
        bench.player.stop(1, by: "SIGTERM")
        let report = try bench.wait()
        #expect(report.end == .stopped(by: "SIGTERM"))
        #expect(report.began == nil)
        #expect(report.heard == .zero)
    }
}
