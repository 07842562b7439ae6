import AdhanAudio
import AdhanTestSupport
import Foundation
import Testing

/// ALSA's error codes and states that neither PulseAudio nor the `file` plugin gives: the real binary plays a real file through ALSA, and
/// `Tests/Shims/alsa-faults.c` makes the device `first` fail on cue. The `file` plugin records what was heard.
@Suite(.serialized) struct DeviceFaultTests {
    private let directory: TestDirectory
    private let sound: String
    private let shim: String

    init() throws {
        directory = try TestDirectory()
        sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1.5), in: directory)
        shim = directory.file("alsa-faults.so")
        let source = Binary.root + "/Tests/Shims/alsa-faults.c"
        try ChildProcess.run(["cc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", shim, source, "-ldl"])
    }

    private struct Heard {
        let outcome: Binary.Outcome
        /// What each device was given in all its openings, without the silence around it.
        let first, second: [Int16]
        /// The calls of resume and prepare after a fault, with their results.
        let calls: [String]

        func says(_ words: String) -> Bool { outcome.output.contains(words) }
    }

    private func devices(_ names: [String]) throws -> String {
        let pcms = ["first", "second"].map { name in
            "pcm.\(name) { type file slave.pcm null file \"\(directory.file(name)).raw\" format raw truncate false }\n"
        }
        try directory.write(Array(pcms.joined().utf8), to: ".asoundrc")
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return try Binary.config(
            "[audio]\nadhan = \"\(sound)\"\ndevices = [\(list)]\nlead_in = \"500ms\"\n",
            in: directory
        )
    }

    private func run(_ arguments: [String], on names: [String] = ["first"], _ faults: String) throws -> Heard {
        let outcome = try Binary.run(
            arguments + ["--config", try devices(names)],
            in: directory,
            environment: [
                "LD_PRELOAD": shim, "ADHAND_ALSA_FAULTS": "first \(faults)",
                "ADHAND_ALSA_TRACE": directory.file("trace"),
            ]
        )
        let calls = String(decoding: TestDirectory.bytes(of: directory.file("trace")), as: UTF8.self)
        return Heard(
            outcome: outcome,
            first: try given("first"),
            second: try given("second"),
            calls: calls.split(separator: "\n").map(String.init)
        )
    }

    private func play(_ faults: String, on names: [String] = ["first"]) throws -> Heard {
        try run(["play", sound], on: names, faults)
    }

    /// Each opening has a file of its own, `first.raw`, `first.raw.0001` and so on.
    private func given(_ device: String) throws -> [Int16] {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasPrefix("\(device).raw") }.sorted()
        return names.flatMap { samples(TestDirectory.bytes(of: directory.file($0))) }
    }

    private func samples(_ bytes: [UInt8]) -> [Int16] {
        let samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
        let front = samples.drop { $0 == 0 }
        return Array(front.reversed().drop { $0 == 0 }.reversed())
    }

    /// The file decoded by mpg123.
    private func whole() throws -> [Int16] {
        let raw = directory.file("whole")
        try ChildProcess.run(["mpg123", "-q", "-s", sound], output: raw)
        return samples(TestDirectory.bytes(of: raw))
    }

    private static let gone = "the sound card is missing (first: No such device while writing)"

    /// The length of the only gap, from the note and from the report.
    private func gap(_ heard: Heard, reason: String) throws -> Int {
        let note = try #require(
            try /a gap of (\d+) ms: (.+)\n/.firstMatch(in: heard.outcome.output),
            "\(heard.outcome.text)"
        )
        #expect(note.2 == reason)
        #expect(heard.says("gap \(note.1) ms\n"), "\(heard.outcome.text)")
        return try #require(Int(note.1))
    }

    private func expectWhole(_ heard: Heard, on device: String = "first", _ samples: [Int16]? = nil) throws {
        #expect(heard.outcome.code == 0, "\(heard.outcome.text)")
        #expect(heard.says("heard whole: 1s500ms on \(device)"), "\(heard.outcome.text)")
        let (expected, given) = (try whole(), samples ?? heard.first)
        #expect(
            given == expected,
            "\(given.count) of \(expected.count), alike up to \(zip(given, expected).prefix { $0 == $1 }.count)"
        )
    }

    @Test(arguments: ["xrun@5", "xrun-in-wait@5", "xrun@2 xrun@9 xrun@10"])
    func `after EPIPE the device is prepared, the rejected block is written again and nothing is lost`(faults: String)
        throws
    {
        let heard = try play(faults)
        try expectWhole(heard)
        #expect(heard.says(": the sound device ran out of samples\n"), "\(heard.outcome.text)")
        #expect(!heard.says("was lost"))
        #expect(heard.calls.count == faults.split(separator: " ").count && heard.calls.allSatisfy { $0 == "prepare 0" })
    }

    @Test func `an EPIPE from which the device has recovered by itself is only a gap`() throws {
        let heard = try play("xrun-mended@5")
        try expectWhole(heard)
        _ = try gap(heard, reason: "the sound device ran out of samples")
        #expect(heard.calls.isEmpty && !heard.says("was lost"))
    }

    @Test func `after ESTRPIPE the device is resumed as soon as it can be, and goes on with what it has`() throws {
        let heard = try play("suspend@5")
        try expectWhole(heard)
        _ = try gap(heard, reason: "the sound device was suspended")
        #expect(heard.calls == ["resume -11", "resume -11", "resume 0"])
    }

    @Test func `where it cannot be resumed it is prepared, and what its buffer lost is written again`() throws {
        let heard = try play("suspend-lost@5")
        try expectWhole(heard)
        _ = try gap(heard, reason: "the sound device was suspended")
        #expect(heard.calls == ["resume -11", "resume -11", "resume -38", "prepare 0"])
    }

    @Test(arguments: ["unplug@12/2", "io-error@12/2"])
    func `a device that is gone is opened again once it is back, and goes on from the frame where it stopped`(
        faults: String
    ) throws {
        let heard = try play(faults)
        try expectWhole(heard)
        let failing = "the sound card does not work (first: Input/output error while writing)"
        // It is tried once a second: skipped for one, and refused twice.
        #expect(try gap(heard, reason: faults.hasPrefix("unplug") ? Self.gone : failing) >= 2000)
        #expect(heard.says("continues at 0."))
    }

    @Test func `the next device takes over from the frame where the first was lost`() throws {
        let heard = try play("unplug@12/99", on: ["first", "second"])
        #expect(!heard.first.isEmpty && !heard.second.isEmpty)
        try expectWhole(heard, on: "second", heard.first + heard.second)
        _ = try gap(heard, reason: Self.gone)
    }

    @Test func `a device that answers but plays nothing is given up for the next, and its silence is a gap`() throws {
        let heard = try play("stuck@12", on: ["first", "second"])
        try expectWhole(heard, on: "second", heard.first + heard.second)
        #expect(try gap(heard, reason: "the sound card does not answer (first has taken no sound for 5.0 s)") >= 5000)
    }

    @Test func `a device that fails over and over does not make the thread spin, and is given up for the next`() throws
    {
        let heard = try play("relapse@12", on: ["first", "second"])
        try expectWhole(heard, on: "second", heard.first + heard.second)
        // Each time it is prepared, and then waited for: 50 ms, for five seconds.
        #expect((10...101).contains(heard.calls.count), "\(heard.calls.count)")
        #expect(try gap(heard, reason: "the sound device ran out of samples") >= 4000)
    }

    @Test func `a busy device is skipped for the next one`() throws {
        let heard = try play("busy/99", on: ["first", "second"])
        try expectWhole(heard, on: "second", heard.second)
        #expect(heard.first.isEmpty)
        #expect(heard.says("another program is using the sound card (first: Device or resource busy)"))
        #expect(heard.says("playing on second"))
    }

    @Test func `the only device, busy for a while, plays all of it as soon as it is free`() throws {
        let heard = try play("busy/2")
        try expectWhole(heard)
        #expect(
            heard.says(
                "the sound device first was found; before that: another program is using the sound card (first: "
            )
        )
    }

    @Test func `EAGAIN and short writes neither lose nor repeat a frame, and are no gap`() throws {
        let heard = try play("again@5/6 short@8/9 again@14/1 short@17/3")
        try expectWhole(heard)
        #expect(heard.says("on first, gap 0 ms"))
    }

    @Test func `a device that says it has room but takes nothing does not make the thread spin`() throws {
        let heard = try play("crowded@5/1000")
        try expectWhole(heard)
        let refusals = try #require(heard.calls.last?.split(separator: " ").last.flatMap { Int($0) }, "\(heard.calls)")
        #expect((1...250).contains(refusals))
    }

    @Test func `a drain that never ends is given up, and what was written counts as heard`() throws {
        let heard = try play("endless-drain")
        try expectWhole(heard)
    }

    @Test func `the ledger has the gap`() throws {
        let heard = try run(["rehearse", "dhuhr", "--in", "2s"], "unplug@12/1")
        #expect(heard.outcome.code == 0, "\(heard.outcome.text)")
        #expect(heard.first == (try whole()))
        let gap = try #require(try /gap +(\d+) ms\n/.firstMatch(in: heard.outcome.output), "\(heard.outcome.text)")
        #expect((Int(gap.1) ?? 0) >= 1000)
        #expect(heard.says("ledger     completed"))
    }
}
