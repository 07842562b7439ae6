import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// The daemon's self-test, on PulseAudio's null sink.
@Suite(.serialized) struct SelfTestTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    /// The events of the stream's lines; the first line is the answer.
    private struct Event: Decodable {
        var event: String?
        var at: String?
        var words: String?
        var ok: Bool?
    }

    private func sound(_ seconds: Double = 2, name: String = "adhan.mp3") throws -> String {
        try MP3Fixture.encode(
            MP3Fixture.phrase(seconds: seconds, channels: 1),
            channels: 1,
            in: directory,
            name: name
        )
    }

    private func history(_ daemon: RunningDaemon, _ noon: DayAtNoon) throws -> [String] {
        let outcome = try daemon.command("history", "--format", "csv", "--from", "\(noon.date)")
        return outcome.output.split(separator: "\n").filter { $0.contains("adhan-dhuhr") }.map { String($0) }
    }

    @Test func `it plays only silence, and status says that all is in order and when the next one is`() throws {
        let server = try PulseServer()
        let recording = try server.record()
        let daemon = try RunningDaemon(
            QuietMorning.config + "[audio]\nadhan = \"\(try sound())\"\n",
            in: directory,
            environment: server.environment
        )
        #expect(daemon.says("self-test: default plays, and the recording decodes whole"), "\(daemon.running.text)")
        let found = try daemon.report()
        #expect(found.selfTest.state == "ok")
        #expect(found.selfTest.lastFine != nil && found.selfTest.lastFine == found.selfTest.at)
        #expect(found.selfTest.next?.contains("T14:00:00") == true)
        #expect(
            try daemon.command("status", "--verbose").output.contains("self-test  ok: default plays, and the recording")
        )
        daemon.stop()
        let samples = recording.finish()
        #expect(!samples.isEmpty && samples.allSatisfy { $0 == 0 })
    }

    @Test func `a person may order it, but not while something sounds`() throws {
        let server = try PulseServer()
        let daemon = try RunningDaemon(
            QuietMorning.config + "[audio]\nadhan = \"\(try sound(20))\"\n",
            in: directory,
            environment: server.environment
        )
        #expect(daemon.says("self-test: default plays, and the recording decodes whole"), "\(daemon.running.text)")
        let client = ControlClient(path: directory.file("run/adhand.sock"))
        let events = try client.follow(NoticeEvent.self)
        let answer: Done = try client.ask(ControlRequest(.selfTest))
        #expect(answer.words == "the self-test runs; its result: adhand status")
        var heard: NoticeEvent?
        while heard?.event != "self-test", case .event(let event) = try events.next(within: .seconds(30)) {
            heard = event
        }
        #expect(heard?.event == "self-test" && heard?.ok == true)
        let _: TrialBegun = try client.ask(ControlRequest(.play))
        #expect(throws: ControlFault.self) { let _: Done = try client.ask(ControlRequest(.selfTest)) }
        daemon.stop()
    }

    @Test func `it plays its silence in the formats of the recordings, and not where it is off`() throws {
        let copy = directory.file("played.raw")
        let alsa = try directory.write(
            Array(
                """
                </usr/share/alsa/alsa.conf>
                pcm.!default { type file slave.pcm { type null } file "\(copy)" format raw }

                """.utf8
            ),
            to: "alsa.conf"
        )
        let config = QuietMorning.config + "[audio]\nadhan = \"\(try sound())\"\n"
        let daemon = try RunningDaemon(config, in: directory, environment: ["ALSA_CONFIG_PATH": alsa])
        #expect(daemon.says("self-test: default plays"), "\(daemon.running.text)")
        daemon.stop()
        let played = TestDirectory.bytes(of: copy)
        // 300 ms of one channel at 44.1 kHz, filled up to a period.
        #expect((26_460..<60_000).contains(played.count), "\(played.count)")
        #expect(played.allSatisfy { $0 == 0 })
        let off = try RunningDaemon(
            config + "self_test = \"off\"\n",
            in: directory,
            environment: ["ALSA_CONFIG_PATH": alsa]
        )
        #expect(off.says("self-test: default plays"), "\(off.running.text)")
        #expect(try off.report().selfTest.next == nil)
        off.stop()
        #expect(TestDirectory.bytes(of: copy).isEmpty)
    }

    @Test func `at its time it runs once more, and subscribers get an event`() throws {
        let server = try PulseServer()
        let file = try sound()
        let zone = try #require(QuietMorning.config.split(separator: "\"").first { $0.contains("/") })
        let rules = try SystemZones.find(String(zone))
        let soon = Instant(seconds: Int64(Date().timeIntervalSince1970) + 8)
        let hour = ClockText.format(rules.wall(at: soon).secondOfDay)
        let daemon = try RunningDaemon(
            QuietMorning.config + "[audio]\nadhan = \"\(file)\"\nself_test = \"\(hour)\"\n",
            in: directory,
            environment: server.environment
        )
        #expect(daemon.says("self-test: default plays"))
        let events = try ControlClient(path: directory.file("run/adhand.sock")).events(of: Event.self)
        // A file that was damaged without a new stamp is found at the latest then.
        try directory.write(Array("<!DOCTYPE html>".utf8), to: "adhan.mp3")
        var heard: Event?
        while heard == nil, let event = try events.next() { if event.event == "self-test" { heard = event } }
        #expect(heard?.ok == false)
        #expect(heard?.words?.contains("self-test: '\(file)' is not an MP3 file: it begins like a web page") == true)
        #expect(heard?.at ?? "" >= rules.formatted(soon - .seconds(1)))
        let found = try daemon.report().selfTest
        #expect(found.state == "failing" && found.lastFine != nil && found.lastFine != found.at)
        daemon.stop()
    }

    @Test func `a missing card is named, and found again once it is there`() throws {
        let server = try PulseServer(running: false)
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: server.environment)
        #expect(daemon.says("self-test: the sound card does not work (default: "), "\(daemon.running.text)")
        #expect(try daemon.report().selfTest.state == "failing")
        #expect(try daemon.report().selfTest.lastFine == nil)
        try server.start()
        #expect(daemon.says("self-test: default plays", within: .seconds(60)), "\(daemon.running.text)")
        #expect(try daemon.report().selfTest.state == "ok")
        daemon.stop()
    }

    @Test func `a card on which a trial was heard does not leave the self-test failing`() throws {
        let server = try PulseServer(running: false)
        let daemon = try RunningDaemon(
            QuietMorning.config + "[audio]\nadhan = \"\(try sound())\"\n",
            in: directory,
            environment: server.environment
        )
        #expect(daemon.says("self-test: the sound card does not work (default: "), "\(daemon.running.text)")
        try server.start()
        // Before the self-test runs again.
        #expect(try daemon.command("play").code == 0)
        #expect(try daemon.report().problems.isEmpty)
        #expect(eventually(within: .seconds(60)) { (try? daemon.report().selfTest.state) == "ok" })
        daemon.stop()
    }

    @Test func `it leaves the card alone before and during an adhan, and runs after it`() throws {
        let server = try PulseServer()
        let noon = try DayAtNoon(dhuhrIn: 8)
        try noon.write(in: directory)
        let daemon = try RunningDaemon(
            noon.config("[audio]\nadhan = \"\(try sound())\"\n"),
            in: directory,
            environment: server.environment
        )
        #expect(daemon.says("began on default"), "\(daemon.running.text)")
        #expect(try daemon.report().selfTest.state == "untried")
        #expect(daemon.says("adhan-dhuhr completed"), "\(daemon.running.text)")
        #expect(daemon.says("self-test: default plays"), "\(daemon.running.text)")
        let text = daemon.stop().text
        let (ended, tested) = (text.firstRange(of: "adhan-dhuhr completed"), text.firstRange(of: "self-test: "))
        #expect(try #require(ended).lowerBound < #require(tested).lowerBound)
    }

    @Test func `a recording that becomes broken is reported, and the earlier copy sounds`() throws {
        let server = try PulseServer()
        let file = try sound(3)
        let sha256 = try SoundFile(path: file).sha256
        let noon = try DayAtNoon(dhuhrIn: 25)
        try noon.write(in: directory)
        let daemon = try RunningDaemon(
            noon.config("[audio]\nadhan = \"\(file)\"\n"),
            in: directory,
            environment: server.environment
        )
        #expect(daemon.says("sound \(file)"), "\(daemon.running.text)")
        let bytes = TestDirectory.bytes(of: file)
        try directory.write(Array(bytes.prefix(bytes.count / 2)), to: "adhan.mp3")
        #expect(daemon.says("is cut short"), "\(daemon.running.text)")
        #expect(try daemon.report().problems.contains { $0.what.contains("is cut short") })
        #expect(daemon.says("adhan-dhuhr completed", within: .seconds(60)), "\(daemon.running.text)")
        let row = try #require(try history(daemon, noon).first)
        #expect(row.contains(",completed,") && row.contains(sha256), "\(row)")
        #expect(row.contains("the recording was replaced by one that is broken"), "\(row)")
        daemon.stop()
    }
}
