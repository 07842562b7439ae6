import AdhanCore
import AdhanAudio
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// Rehearsals with the real binary, ALSA and disk. Serialized, since they measure time.
@Suite(.serialized) struct RehearsalTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    /// A short adhan of noise-like phrases, so that a correlation is unambiguous.
    private func shortAdhan(_ seconds: Double = 4) throws -> String {
        try MP3Fixture.encode(MP3Fixture.phrase(seconds: seconds, channels: 1), channels: 1, in: directory)
    }

    private func config(_ adhan: String, more: String = "") throws -> String {
        try Binary.config("[audio]\nadhan = \"\(adhan)\"\n\(more)", in: directory)
    }

    private func decoded(_ file: String) throws -> [Float] {
        let decoder = try MP3Decoder(SoundFile(path: file))
        var samples: [Float] = []
        while true {
            let block = decoder.read(maxFrames: 1 << 15)
            if block.isEmpty { return samples }
            samples += stride(from: 0, to: block.count, by: decoder.format.channels).map { Float(block[$0]) }
        }
    }

    @Test func `a whole rehearsal asks the kernel for no network`() throws {
        let server = try PulseServer()
        let trace = directory.file("trace")
        let outcome = try Binary.run(
            ["rehearse", "dhuhr", "--config", try config(try shortAdhan(1))],
            in: directory,
            environment: server.environment,
            prefix: ["strace", "-f", "-qq", "-e", "trace=network", "-o", trace]
        )
        #expect(outcome.code == 0 && outcome.output.contains("heard whole"), "\(outcome.text)")
        let calls = String(decoding: TestDirectory.bytes(of: trace), as: UTF8.self).split(separator: "\n")
        let sockets = calls.filter { $0.contains(" socket(") || $0.contains(" socketpair(") }
        #expect(!sockets.isEmpty && sockets.allSatisfy { $0.contains("(AF_UNIX") }, "\(sockets)")
        #expect(calls.allSatisfy { !$0.contains("AF_INET") && !$0.contains("AF_NETLINK") }, "\(calls)")
    }

    @Test func `the tone that comes with adhand is heard once, whole and at its second`() throws {
        let server = try PulseServer()
        let recording = try server.record()
        let running = try Binary.start(
            ["rehearse", "dhuhr"],
            in: directory,
            environment: server.environment
        )
        // The sink's clock drifts, so the recording is matched with the wall clock near the second in question.
        #expect(
            eventually {
                recording.look()
                return running.text.contains("began on default")
            }
        )
        let outcome = running.finish()
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.output.contains("heard whole"))
        #expect(outcome.output.contains("file       placeholder tone (no recording chosen): 28s"))
        #expect(outcome.output.contains("device     default"))
        let sound = try decoded(Binary.root + "/Resources/adhan.mp3")
        let correlation = Correlation(of: sound, in: recording.finish())
        #expect(correlation.value >= 0.99)
        #expect(correlation.residue < 0.001, "something else sounded, or it sounded twice")
        // It is due on a whole second, so the distance to the nearest one is the lateness.
        let onset = recording.instant(ofFrame: correlation.offset)
        let second = (onset + .milliseconds(500)).flooredToSecond
        #expect(abs((onset - second).wholeMilliseconds) <= 100)
        print(
            "rehearsal: correlation \(correlation.value), onset \((onset - second).wholeMicroseconds) us after the second"
        )
    }

    @Test func `without a sound card it plays into a WAV file in real time, says so and exits with 69`() throws {
        let adhan = try shortAdhan(2)
        let begun = LinuxClock().monotonic()
        let outcome = try Binary.run(
            ["rehearse", "--in", "3s", "--config", config(adhan)],
            in: directory,
            environment: ["ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf"]
        )
        #expect(LinuxClock().monotonic() - begun >= .seconds(4))
        #expect(outcome.code == EX_UNAVAILABLE)
        #expect(
            outcome.output.contains("device     none; to see why: adhand audio devices"),
            "\(outcome.text)"
        )
        #expect(outcome.output.contains("listen to  \(directory.file("rehearsal.wav"))"), "\(outcome.text)")
        #expect(outcome.output.contains("result     all in order but for the sound card"), "\(outcome.text)")
        let file = try Data(contentsOf: URL(filePath: directory.file("rehearsal.wav")))
        let heard = file.dropFirst(44).withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map { Float(bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        }
        let correlation = Correlation(of: try decoded(adhan), in: heard)
        #expect(correlation.value >= 0.999 && correlation.residue < 0.001)
    }

    @Test(.enabled(if: Sanitizer.allowsFileLimits))
    func `a disk that is full in mid-sound is a device that is lost, and is said`() throws {
        let outcome = try Binary.run(
            ["rehearse", "--in", "2s", "--config", config(shortAdhan(4))],
            in: directory,
            environment: ["ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf"],
            prefix: ["bash", "-c", "ulimit -f 300; exec \"$@\"", "--"]
        )
        #expect(outcome.code == EX_UNAVAILABLE)
        #expect(outcome.text.contains("rehearsal.wav: File too large while writing"), "\(outcome.text)")
        #expect(outcome.output.contains("NOT in order"))
    }

    @Test func `where no file can be written either it keeps time in silence, and says so`() throws {
        let adhan = try shortAdhan(1)
        #expect(mkdir(directory.file("rehearsal.wav"), 0o700) == 0)
        let outcome = try Binary.run(
            ["rehearse", "--in", "3s", "--config", config(adhan)],
            in: directory,
            environment: ["ALSA_CONFIG_PATH": "/usr/share/alsa/alsa.conf"]
        )
        #expect(outcome.code == EX_UNAVAILABLE)
        #expect(outcome.output.contains("device     none"), "\(outcome.text)")
        #expect(outcome.output.contains("the sound card is missing"))
        #expect(outcome.output.contains("NOT in order"))
    }

    @Test func `a card that appears during the rehearsal is used`() throws {
        let server = try PulseServer(running: false)
        let running = try Binary.start(
            ["rehearse", "--in", "8s", "--config", config(shortAdhan(4))],
            in: directory,
            environment: server.environment
        )
        #expect(eventually { running.text.contains("playing on file:") })
        try server.start()
        let outcome = running.finish()
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.output.contains("device     default"))
    }

    @Test func `what people have set counts, and is named where nobody would hear the adhan`() throws {
        _ = try Binary.config("[audio]\nadhan = \"\(shortAdhan(1))\"\ndevices = [\"null\"]\n", in: directory)
        _ = mkdir(directory.file("state"), 0o755)
        let box = ["CONFIGURATION_DIRECTORY": directory.path]
        func rehearse(_ settings: String) throws -> Binary.Outcome {
            try directory.write(Array("[\(settings)]".utf8), to: "state/settings.json")
            return try Binary.run(["rehearse", "dhuhr", "--in", "2s"], in: directory, environment: box)
        }
        func row(_ key: String, _ value: String) -> String {
            "{\"key\":\"\(key)\",\"value\":\"\(value)\",\"who\":\"amina\",\"at\":0}"
        }
        let silent = try rehearse(row("volume", "0"))
        let remedy =
            "will NOT sound: the volume was set to 0 by amina on 31 December. To undo: adhand set volume default"
        #expect(silent.code == EX_UNAVAILABLE && silent.output.contains(remedy), "\(silent.text)")
        let off = try rehearse(row("adhan.dhuhr", "off"))
        let words =
            "will NOT sound: switched off by amina on 31 December. To undo: adhand set adhan.dhuhr default"
        #expect(off.code == EX_UNAVAILABLE && off.output.contains("ms, whole"), "\(off.text)")
        #expect(off.output.contains(words), "\(off.text)")
        // Another prayer's are no problem.
        let other = try rehearse(row("adhan.asr", "off") + "," + row("volume.isha", "0"))
        #expect(other.code == 0, "\(other.text)")
    }

    @Test func `what the daemon would play is rehearsed: the original, where the mirror's recording is broken`() throws
    {
        let original = try shortAdhan(1)
        try directory.makeMirror("mirror")
        let mirror = "[mirror]\nbucket = \"b\"\nregion = \"r\"\ndirectory = \"\(directory.file("mirror"))\"\n"
        let audio = "[audio]\nadhan = \"\(original)\"\ndevices = [\"null\"]\n"
        let config = try Binary.config(audio + mirror, in: directory)
        let name = original.split(separator: "/").last ?? ""
        try directory.write(Array("no recording".utf8), to: "mirror/\(name)")
        let drill = try Binary.run(["rehearse", "dhuhr", "--in", "2s", "--config", config], in: directory)
        #expect(drill.code == 0 && drill.output.contains("result     heard whole"), "\(drill.text)")
        #expect(drill.output.contains("file       \(original): "), "\(drill.text)")
        #expect(
            drill.output.contains("note       '\(directory.file("mirror"))/\(name)' is not an MP3 file"),
            "\(drill.text)"
        )
        let played = try Binary.run(["play", "--config", config], in: directory)
        #expect(played.code == 0, "\(played.text)")
        let check = try Binary.run(["check-config", config], in: directory)
        #expect(check.output.contains("; \(original) sounds instead"), "\(check.text)")
    }

    @Test func `a trial and a rehearsal into a WAV file both say that nobody heard it here`() throws {
        let sound = try shortAdhan(1)
        let text = "[audio]\nadhan = \"\(sound)\"\ndevices = [\"file:\(directory.file("out.wav"))\"]\n"
        let config = try Binary.config(text, in: directory)
        let drill = try Binary.run(["rehearse", "dhuhr", "--in", "2s", "--config", config], in: directory)
        #expect(drill.code == EX_UNAVAILABLE && drill.output.contains("nobody heard it here"), "\(drill.text)")
        let played = try Binary.run(["play", "--config", config], in: directory)
        let words = "nobody heard it here: it was played whole into \(directory.file("out.wav"))"
        #expect(played.code == EX_UNAVAILABLE && played.errors.contains(words), "\(played.text)")
        let daemon = try RunningDaemon(QuietMorning.config + text, in: directory)
        let told = try daemon.command("play")
        #expect(told.code == EX_UNAVAILABLE && told.output.contains(words), "\(told.text)")
        daemon.stop()
    }

    @Test func `an mp3 that is a png is reported, with 69`() throws {
        let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0x5A, count: 9000)
        let file = try directory.write(png, to: "adhan.mp3")
        let outcome = try Binary.run(["rehearse", "--in", "2s", "--config", config(file)], in: directory)
        #expect(outcome.code == EX_UNAVAILABLE)
        #expect(outcome.output.contains("is not an MP3 file: it begins like a PNG picture"))
        #expect(outcome.errors.contains("is not an MP3 file"))
        #expect(outcome.output.contains("ledger     missed"))
    }

    @Test func `a missing mp3 is reported, with 69`() throws {
        let outcome = try Binary.run(
            ["rehearse", "--in", "2s", "--config", config("/nowhere/adhan.mp3")],
            in: directory
        )
        #expect(outcome.code == EX_UNAVAILABLE)
        #expect(outcome.output.contains("there is no file '/nowhere/adhan.mp3'"))
    }

    @Test func `a truncated mp3 is played as far as it goes and reported, with 69`() throws {
        let server = try PulseServer()
        let whole = TestDirectory.bytes(of: try shortAdhan(4))
        let file = try directory.write(Array(whole.prefix(whole.count / 2)), to: "half.mp3")
        let outcome = try Binary.run(
            ["rehearse", "--in", "3s", "--config", config(file)],
            in: directory,
            environment: server.environment
        )
        #expect(outcome.code == EX_UNAVAILABLE)
        let named = outcome.output.split(separator: "\n").filter { $0.contains("is cut short") }
        #expect(named.count == 1 && named.allSatisfy { $0.hasPrefix("problem ") }, "\(outcome.text)")
        #expect(outcome.output.contains("ledger     interrupted"))
    }

    @Test func `a program around the sound that fails is named, and 69`() throws {
        let outcome = try Binary.run(
            ["rehearse", "--in", "2s", "--config"]
                + [config(shortAdhan(1), more: "devices = [\"null\"]\n[hooks]\nafter = [\"/bin/false\"]\n")],
            in: directory
        )
        #expect(outcome.code == EX_UNAVAILABLE, "\(outcome.text)")
        #expect(
            outcome.output.contains("problem    [hooks] after, /bin/false: it exited with code 1\n"),
            "\(outcome.text)"
        )
        #expect(outcome.output.contains("heard      1000 ms, whole"), "\(outcome.text)")
    }

    @Test func `beside a running daemon run --rehearse is refused before anything sounds`() throws {
        let daemon = try RunningDaemon(QuietMorning.config + "[audio]\ndevices = [\"silent\"]\n", in: directory)
        let outcome = try Binary.run(["run", "--rehearse", "--config", daemon.config], in: directory, output: "second")
        #expect(outcome.code == EX_CANTCREAT && outcome.errors.contains("another adhand answers on"), "\(outcome.text)")
        #expect(!outcome.output.contains("rehearsal"), "\(outcome.text)")
        daemon.stop()
    }

    @Test func `an unreadable ledger is reported, and the rehearsal goes on`() throws {
        let server = try PulseServer()
        let letter = try directory.write(
            Array(String(repeating: "no ledger but a letter. ", count: 50).utf8),
            to: "letter"
        )
        let outcome = try Binary.run(
            ["rehearse", "--in", "3s", "--config", config(shortAdhan(1), more: "[ledger]\nfile = \"\(letter)\"\n")],
            in: directory,
            environment: server.environment
        )
        #expect(outcome.code == EX_UNAVAILABLE)
        #expect(outcome.output.contains("\(letter) is not a ledger"))
        #expect(outcome.output.contains("file is not a database"))
        #expect(outcome.output.contains("ledger     completed"), "the temporary one is well: \(outcome.text)")
    }

    @Test(.enabled(if: Sanitizer.allowsFileLimits))
    func `a full disk is reported, and the adhan still sounds`() throws {
        let server = try PulseServer()
        // The kernel refuses every file that grows beyond 8 KiB, as a full disk refuses.
        let outcome = try Binary.run(
            ["rehearse", "--in", "3s", "--config", config(shortAdhan(1))],
            in: directory,
            environment: server.environment,
            prefix: ["bash", "-c", "ulimit -f 8; exec \"$@\"", "--"]
        )
        #expect(outcome.code == EX_UNAVAILABLE)
        #expect(outcome.text.contains("cannot be written"), "\(outcome.text)")
        #expect(outcome.output.contains("heard      1000 ms, whole"), "\(outcome.text)")
    }

    @Test func `what a killed rehearsal leaves behind is removed by the next one`() throws {
        let config = try config(shortAdhan(1), more: "devices = [\"silent\"]\n")
        func leftovers() throws -> [String] {
            try (["state", "run"].flatMap { try FileManager.default.contentsOfDirectory(atPath: directory.file($0)) })
                .filter { $0.contains("rehearsal") }
        }
        let killed = try Binary.start(["rehearse", "--in", "1h", "--config", config], in: directory)
        #expect(eventually { (try? leftovers().isEmpty) == false }, "\(killed.text)")
        killed.process.signal(SIGKILL)
        killed.process.wait()
        // A running one keeps its own.
        let other = try Binary.start(["rehearse", "--in", "1h", "--config", config], in: directory, output: "other")
        #expect(eventually { (try? leftovers().contains { $0.hasSuffix("-\(other.process.pid)") }) == true })
        let outcome = try Binary.run(["rehearse", "--in", "1s", "--config", config], in: directory, output: "next")
        #expect(outcome.output.contains("ledger     completed"), "\(outcome.text)")
        let left = try leftovers()
        #expect(left.allSatisfy { $0.contains("-\(other.process.pid)") } && !left.isEmpty, "\(left)")
        other.process.signal(SIGTERM)
        _ = other.finish()
        #expect(try leftovers().isEmpty)
    }

    @Test func `sigterm in mid-adhan fades within a second and is recorded as stopped`() throws {
        let server = try PulseServer()
        let recording = try server.record()
        let running = try Binary.start(
            ["rehearse", "--in", "2s", "--config", config(shortAdhan(20))],
            in: directory,
            environment: server.environment
        )
        #expect(eventually { running.text.contains("began on default") })
        // Some of it has to be heard before it can be stopped.
        #expect(eventually { Correlation.onset(in: recording.samples(), above: 1500) != nil })
        let clock = LinuxClock()
        let asked = clock.wall()
        running.process.signal(SIGTERM)
        #expect(
            eventually {
                recording.look()
                return running.process.hasEnded
            }
        )
        let outcome = running.finish()
        #expect(outcome.output.contains("ledger     stopped"), "\(outcome.text)")
        #expect(outcome.code == EX_UNAVAILABLE)
        let samples = recording.finish()
        let last = try #require(samples.lastIndex { abs($0) > 50 })
        #expect(recording.instant(ofFrame: last) - asked <= .seconds(1))
    }
}
