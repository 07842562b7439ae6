import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// The card's own knob around kill -9, by the real binary: the sink of a sound server, which outlives the daemon.
@Suite(.serialized) struct TurnedKnobTests {
    private let directory: TestDirectory
    private let server: PulseServer
    private let sound: String
    private let note: String

    /// Where the mosque has it, and where an adhan turns it.
    private static let (own, turned) = (70, 40)

    init() throws {
        directory = try TestDirectory()
        server = try PulseServer()
        sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 4, channels: 1), channels: 1, in: directory)
        note = directory.file("state/knobs.json")
        try set(Self.own)
    }

    private func set(_ percent: Int) throws {
        try ChildProcess.run(["pactl", "set-sink-volume", "speaker", "\(percent)%"], environment: server.environment)
    }

    private var percent: Int? { get throws { try Mixer.knobs(of: server.device).first?.percent } }

    private var audio: String { "[audio]\nadhan = \"\(sound)\"\nmixer = \"Master\"\nvolume = \(Self.turned)\n" }

    private var hasNote: Bool { FileManager.default.fileExists(atPath: note) }

    private func daemon(_ config: String) throws -> RunningDaemon {
        try RunningDaemon(config, in: directory, environment: server.environment)
    }

    private func kill(_ running: Binary.Running) {
        running.process.signal(SIGKILL)
        running.process.wait()
    }

    /// A daemon that was killed while it tried a sound.
    private func killInMidSound() throws {
        let first = try daemon(QuietMorning.config + audio)
        let trial = try first.follow("play", sound)
        #expect(try eventually { try percent == Self.turned }, "\(first.running.text)")
        kill(first.running)
        _ = trial.finish()
        #expect(try percent == Self.turned && hasNote)
    }

    @Test func `killed in mid-adhan, the knob is turned back at the next start`() throws {
        let noon = try DayAtNoon(dhuhrIn: 6)
        try noon.write(in: directory)
        let first = try daemon(noon.config(audio))
        #expect(first.says("began on default"), "\(first.running.text)")
        kill(first.running)
        #expect(try percent == Self.turned && hasNote)
        let second = try daemon(noon.config(audio))
        #expect(try eventually { try percent == Self.own && !hasNote }, "\(second.running.text)")
        #expect(second.says("default: the knob 'Master', left turned by a sound that was cut off, is turned back"))
        #expect(second.says("adhan-dhuhr interrupted"))
        second.stop()
    }

    @Test func `an adhan that is stopped turns the knob back and leaves no note`() throws {
        let daemon = try daemon(QuietMorning.config + audio)
        let trial = try daemon.follow("play", sound)
        #expect(try eventually { try percent == Self.turned && hasNote }, "\(daemon.running.text)")
        daemon.stop()
        _ = trial.finish()
        #expect(try percent == Self.own && !hasNote)
    }

    @Test func `turned by hand after the crash, it is left alone`() throws {
        try killInMidSound()
        try set(55)
        let second = try daemon(QuietMorning.config + audio)
        #expect(second.says("stands elsewhere by now, and is left there"), "\(second.running.text)")
        #expect(eventually { !hasNote })
        #expect(try percent == 55)
        second.stop()
    }

    @Test func `a broken note stops nothing`() throws {
        try killInMidSound()
        try directory.write(Array("[{".utf8), to: "state/knobs.json")
        let second = try daemon(QuietMorning.config + audio)
        #expect(second.says("it does not say where a knob stood, and is removed"), "\(second.running.text)")
        #expect(try second.command("play", sound).code == 0)
        #expect(try percent == Self.turned)
        second.stop()
        #expect(!hasNote)
    }

    @Test func `a disk that refuses the note keeps no adhan from sounding, and is said once`() throws {
        try FileManager.default.createDirectory(atPath: note, withIntermediateDirectories: true)
        let daemon = try daemon(QuietMorning.config + audio)
        for _ in 0..<2 {
            #expect(try daemon.command("play", sound).code == 0)
            #expect(try percent == Self.own)
        }
        let text = daemon.stop().text
        #expect(text.ranges(of: "a crash in mid-sound would leave the card's knob turned").count == 1, "\(text)")
    }

    @Test(arguments: [["play"], ["rehearse", "asr", "--in", "2s"]])
    func `a command of its own turns the knob and back, and writes into no daemon's notes`(command: [String]) throws {
        let config = try Binary.config(audio, in: directory)
        let running = try Binary.start(
            command + ["--config", config],
            in: directory,
            environment: server.environment
        )
        #expect(try eventually { try percent == Self.turned }, "\(running.text)")
        #expect(!hasNote)
        #expect(running.finish().code == 0, "\(running.text)")
        #expect(try percent == Self.own && !hasNote)
    }
}
