import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Testing

struct PlayerTests {
    @Test func `a sound is heard whole and once, to the sample, at its second, behind the lead-in's silence`() throws {
        let fixture = try Fixture(seconds: 30)
        let card = ScriptedCard()
        let bench = PlayerBench(["card": card])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed && report.heard == .seconds(30) && report.gap == .zero)
        #expect(report.device == "card" && report.lateness?.wholeMilliseconds == 0)
        #expect(report.sha256 == (try SoundFile(path: fixture.path).sha256))
        #expect(bench.log.began != nil && bench.log.armed?.problem == nil)
        #expect(card.heard.trimmed() == (try fixture.decoded()).trimmed())
        // The fixture begins with a few silent frames of the encoder.
        #expect((2.0...2.1).contains(Double(card.heard.prefix { $0 == 0 }.count / 2) / 44_100))
    }

    @Test func `the silent device chosen on purpose completes and claims nothing heard`() throws {
        let bench = PlayerBench(devices: ["silent"])
        let report = try bench.play(Fixture(seconds: 30).path)
        #expect(report.end == .completed && report.heard == .zero)
        #expect(report.began.map { PlayerBench.due.duration(to: $0).wholeMilliseconds } == 0)
        #expect(bench.log.armed?.device == "silent" && bench.log.armed?.problem == nil)
        #expect(PlayerBench.due.duration(to: report.ended) >= .seconds(30))
    }

    @Test func `without a card it keeps time, looks until the latest, and says that nothing was heard`() throws {
        let bench = PlayerBench(devices: ["plughw:CARD=Device"])
        let report = try bench.play(Fixture(seconds: 2).path, latest: .seconds(20))
        let reason = "the sound card is missing (Unknown PCM plughw:CARD=Device)"
        #expect(report.end == .unheard(reason) && report.began == nil && report.heard == .zero)
        #expect(bench.log.armed?.device == "silent" && bench.log.armed?.problem == reason && bench.log.began == nil)
        #expect((20.0...21.5).contains(PlayerBench.due.duration(to: report.ended).inSeconds))
    }

    @Test(arguments: [-5, 0, 1, 40])
    func `a card that appears before anything was heard plays the sound from its first frame`(after: Int) throws {
        let fixture = try Fixture(seconds: 3)
        let appears = PlayerBench.due.advanced(by: .seconds(after))
        let card = ScriptedCard([.absent(from: PlayerBench.start, until: appears)])
        let bench = PlayerBench(["card": card])
        let report = try bench.play(fixture.path, latest: .seconds(60))
        #expect(report.end == .completed && report.heard == .seconds(3))
        #expect(card.heard.trimmed() == (try fixture.decoded()).trimmed())
        #expect(bench.log.notes.contains { $0.contains("was found") })
        // On time where it came before the second; otherwise after the next look and the lead-in.
        let expected = after < 0 ? 0.0...0.1 : Double(after)...(Double(after) + 3.2)
        #expect(expected.contains(report.lateness?.inSeconds ?? -1))
    }

    @Test func `a card that refuses the format is named with the advice`() throws {
        let bench = PlayerBench(["hw:0": ScriptedCard([.picky])])
        guard case .unheard(let reason) = try bench.play(Fixture(seconds: 1).path, latest: .seconds(5)).end else {
            Issue.record("\(bench.log.events)")
            return
        }
        #expect(reason.hasPrefix("the sound card does not play the recording’s format (hw:0: 44100 Hz, stereo: "))
    }

    @Test func `a file that is no MP3 fails at arming, and the next sound plays`() throws {
        let fixture = try Fixture(seconds: 1)
        let bench = PlayerBench(["card": ScriptedCard()])
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 1, count: 999)
        bench.arm(7, try fixture.write(picture), isStarted: false)
        #expect(bench.failure(of: 7)?.contains("PNG picture") == true)
        bench.arm(8, fixture.path)
        #expect(try bench.report(of: 8).end == .completed)
    }

    @Test(arguments: [true, false])
    func `a sound that is stopped before its second, or never started, ends unheard`(isStopped: Bool) throws {
        let card = ScriptedCard()
        let bench = PlayerBench(["card": card])
        let path = try Fixture(seconds: 1).path
        bench.arm(1, path, latest: .seconds(30), isStarted: false, stoppedBy: isStopped ? "SIGTERM" : nil)
        let report = try bench.report()
        #expect(report.end == (isStopped ? .stopped(by: "SIGTERM") : .unheard("it was not started in time")))
        #expect(report.began == nil && report.heard == .zero && card.heard.allSatisfy { $0 == 0 })
    }

    @Test func `arming during another sound fails and leaves it alone`() throws {
        let path = try Fixture(seconds: 5).path
        let bench = PlayerBench(["card": ScriptedCard()])
        bench.arm(1, path, isStarted: false)
        bench.arm(2, path, isStarted: false)
        bench.player.start(1)
        #expect(try bench.report().end == .completed)
        #expect(bench.log.events.contains(.failed(2, Fault(.other, detail: "another sound is armed or sounding"))))
    }
}
