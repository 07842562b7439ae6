import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanAudio
@testable import adhand
@testable import AdhanSupport

/// `adhand audio devices` with the real binary. The machine has no kernel sound card: card numbers and owners are
/// tested with stand-ins in `CardNumberCheckTests` and `CardCheckTests`.
@Suite(.serialized) struct AudioDevicesTests {
    private let box: Box

    init() throws { box = try Box() }

    private struct Answer: Decodable {
        struct Device: Decodable {
            var name: String
            var state: String
            var reason: String?
        }
        struct Name: Decodable {
            var name: String
            var title: String
        }
        var names: [Name]
        var devices: [Device]
        var daemon: String?
        var warnings: [String]
    }

    private func config(_ devices: String, more: String = "") throws {
        try box.write("[audio]\ndevices = [\(devices)]\n\(more)")
    }

    private func run(_ format: String = "json", environment: [String: String]) throws -> Binary.Outcome {
        try box.run("audio devices --format \(format) --config \(box.config)", environment: environment)
    }

    @Test func `the first device that opens is used, and those before it have a reason`() throws {
        let server = try PulseServer()
        try config("\"hw:CARD=Nowhere\", \"hw:7\", \"default\", \"silent\"")
        let found = try run(environment: server.environment).expect(0).decoded(Answer.self)
        #expect(found.devices.map(\.state) == ["fails", "fails", "used", "opens"])
        #expect(found.devices.first?.reason?.hasPrefix("the sound card is missing (") == true)
        #expect(found.daemon == nil)
        #expect(
            found.warnings.count == 1 && found.warnings.first?.hasPrefix("hw:7 is the card that has number 7") == true
        )
        try run("table", environment: server.environment).expect(
            output: "names for [audio] devices",
            "  \"default\"          used",
            "! hw:7 is the card that has number 7"
        )
    }

    @Test func `a name from the box's own alsa config is listed, and an internal one is not`() throws {
        let hint = "hint { show on description \"The hall\" }"
        let alsa = try box.write("</usr/share/alsa/alsa.conf>\npcm.hall { type null \(hint) }\n", "alsa.conf")
        try config("\"hall\"")
        let found = try run(environment: ["ALSA_CONFIG_PATH": alsa]).decoded(Answer.self)
        #expect(found.names.contains { $0.name == "hall" && $0.title == "The hall" })
        #expect(!found.names.contains { ["upmix", "null"].contains($0.name) })
        #expect(found.devices.map(\.state) == ["used"])
    }

    @Test func `if none opens it ends with 69`() throws {
        try config("\"hw:CARD=Nowhere\"")
        try run("table", environment: [:]).expect(EX_UNAVAILABLE, output: "  none")
    }

    @Test func `nothing is opened while an adhan is near, and the daemon's report is used`() throws {
        // A device that records that it was opened.
        let written = box.file("opened.raw")
        let noon = try DayAtNoon(dhuhrIn: 50)
        try noon.write(in: box.directory)
        let daemon = try RunningDaemon(noon.config("[audio]\ndevices = [\"silent\"]\n"), in: box.directory)
        #expect(eventually { (try? daemon.command("status").output.contains("next       dhuhr")) == true })
        let file = try box.write("[audio]\ndevices = [\"file:FILE=\(written),FORMAT=raw\"]\n", "other.toml")
        let outcome = try daemon.command("audio", "devices", "--format", "json", "--config", file)
        let found = try outcome.expect(0).decoded(Answer.self)
        #expect(found.devices.map(\.state) == ["untried"] && found.daemon != nil)
        #expect(!FileManager.default.fileExists(atPath: written))
        daemon.stop()
    }

    @Test func `a device that rejects the format of a recording is skipped, as at the prayer`() throws {
        // Like a bare card: two channels and no conversion.
        let stereo =
            "type multi slaves.a { pcm \"null\" channels 2 } bindings [ { slave a channel 0 } { slave a channel 1 } ]"
        let alsa = try box.write("</usr/share/alsa/alsa.conf>\npcm.bare { \(stereo) }\n", "alsa.conf")
        func states(_ adhan: String) throws -> [String] {
            try config("\"bare\", \"null\"", more: "adhan = \"\(adhan)\"\n")
            let found = try run(environment: ["ALSA_CONFIG_PATH": alsa]).decoded(Answer.self)
            return found.devices.map { "\($0.state) \($0.reason ?? "")" }
        }
        let stereoFile = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1), in: box.directory, name: "stereo.mp3")
        #expect(try states(stereoFile) == ["used ", "opens "])
        let mono = try states(box.recording())
        #expect(mono.first?.contains("format (bare: 44100 Hz, mono: 1 channels") == true, "\(mono)")
        #expect(mono.last == "used ")
    }

    @Test func `for a device that does not open, its user or what to do is shown`() {
        func reason(_ failure: AudioError, _ change: (inout CardState) -> Void = { _ in }) -> String? {
            var (look, probe) = (CardState(), AudioProbe())
            probe.failures = [failure]
            change(&look)
            return AudioDevicesReport.Device("hw:0", probe, look, isFirst: true).reason
        }
        func closed(_ code: Int32) -> AudioError {
            .deviceClosed(device: "hw:0", doing: "opening", code: code, message: "")
        }
        let busy = "another program is using the sound card (hw:0: Device or resource busy); "
        #expect(reason(closed(EBUSY)) == busy + "to see that program: sudo fuser -v /dev/snd/*")
        let owner = CardOwner(card: 0, program: "mpv", process: 8)
        #expect(reason(closed(EBUSY)) { $0.owners = [owner] } == busy + "it is in use by mpv (process 8)")
        let root = "; you may not open the sound card, look as root: sudo adhand audio devices"
        #expect(reason(closed(EACCES))?.hasSuffix("Permission denied)" + root) == true)
        #expect(reason(closed(ENOENT)) { $0.isDenied = true }?.hasSuffix("No such file or directory)" + root) == true)
        let refused = AudioError.formatRefused(device: "hw:0", format: .init(rate: 8000, channels: 1), reason: "rate")
        #expect(reason(refused)?.hasSuffix("; name it plughw:0 in [audio] devices, so that ALSA converts") == true)
    }

    @Test func `silence is reported as intended`() {
        var probe = AudioProbe()
        probe.device = "silent"
        let device = AudioDevicesReport.Device("silent", probe, CardState(), isFirst: true)
        #expect(device.state == .used && device.reason == "silence, on purpose")
    }

    @Test func `the formats are those of the recordings, and a CD's if none can be read`() throws {
        var audio = try Configuration.load(nil, Locations(resources: "/nowhere", daemon: false, environment: [:])).audio
        #expect(AudioProbe.formats(of: audio.files) == [SoundFormat(rate: 44_100, channels: 2)])
        let mono = try box.recording()
        let fajr = try MP3Fixture.encode(
            MP3Fixture.phrase(seconds: 1, rate: 32_000),
            rate: 32_000,
            in: box.directory,
            name: "fajr.mp3"
        )
        audio.plan = SoundPlan(adhan: Recordings(mono))
        audio.plan.ofPrayers[.fajr] = Recordings(fajr)
        let (cd, mini) = (SoundFormat(rate: 44_100, channels: 1), SoundFormat(rate: 32_000, channels: 2))
        #expect(Set(AudioProbe.formats(of: audio.files)) == [cd, mini])
        #expect(AudioProbe.formats([cd, nil, mini, cd]) == [cd, mini], "each is opened once")
    }
}
