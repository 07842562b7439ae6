import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// `adhand audio` with the real binary.
@Suite struct AudioCommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func check(_ arguments: String...) throws -> Binary.Outcome {
        try Binary.run(["audio", "check"] + arguments, in: directory)
    }

    private func json(_ path: String) throws -> String { try check(path, "--format", "json").output }

    private func recording(_ name: String, options: [String] = ["-b", "128"], channels: Int = 2) throws -> String {
        try MP3Fixture.encode(
            MP3Fixture.phrase(seconds: 4, channels: channels),
            channels: channels,
            options: options,
            in: directory,
            name: name
        )
    }

    private struct Row: Decodable {
        let file: String
        let ok: Bool
        let problem: String?
        let duration_ms, frames, rate, channels, bit_rate_kbps, damages, missing_ms: Int?
        let variable_bit_rate: Bool?
        let peak_dbfs, true_peak_dbtp, loudness_lufs: Double?
        let sha256: String?
    }

    @Test func `check shows the properties of intact recordings, and ends with 0`() throws {
        let (stereo, mono) = (try recording("a.mp3"), try recording("b.mp3", options: ["-V", "5", "-t"], channels: 1))
        let outcome = try check(stereo, mono)
        #expect(outcome.code == 0, "\(outcome.text)")
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("file ") == true)
        #expect(outcome.output.contains("\(stereo)  4.0 s     44100 Hz, stereo  128 kbit/s CBR"), "\(outcome.text)")
        #expect(lines.last?.contains("44100 Hz, mono") == true && lines.last?.contains("kbit/s VBR") == true)
        #expect(
            lines.dropFirst().allSatisfy { $0.contains(" dBFS ") && $0.contains(" LUFS ") && $0.contains("  none  ") }
        )
        let sum = directory.file("sum")
        try ChildProcess.run(["sha256sum", stereo], output: sum)
        #expect(
            outcome.output.contains("  \(String(decoding: TestDirectory.bytes(of: sum).prefix(64), as: UTF8.self))\n")
        )
    }

    /// The child of the panel, with these bytes behind a request.
    private func upload(_ bytes: [UInt8], memory: Int = 96 << 20) throws -> (rows: [Row], end: AnsweringChild.End) {
        let head = LimitedChild.Head(parent: getpid(), memory: memory, seconds: 20, facts: LimitedChild.NoFacts())
        let input = try JSONText.bytes(of: head) + [0x0A] + bytes
        let child = try AnsweringChild(try Binary.path, ["audio", "upload"], input: input)
        let (output, end) = child.finish(within: .seconds(60), limit: 1 << 16)
        return (end == .exited(0) ? try JSONDecoder().decode([Row].self, from: Data(output)) : [], end)
    }

    @Test func `the panel's child says the same of an upload as check of its file`() throws {
        let path = try recording("a.mp3")
        let bytes = TestDirectory.bytes(of: path)
        let row = try #require(try upload(bytes).rows.first)
        #expect(row.ok && row.duration_ms == 4000 && row.channels == 2 && row.damages == 0)
        let checked = try JSONDecoder().decode([Row].self, from: Data(try json(path).utf8))
        #expect(row.loudness_lufs != nil && row.loudness_lufs == checked.first?.loudness_lufs)
        #expect(row.sha256 == checked.first?.sha256)
        let cut = try #require(try upload(Array(bytes.prefix(bytes.count / 2))).rows.first)
        #expect(!cut.ok && cut.problem?.hasPrefix("the recording is cut short: 2.0 s of 4.0 s") == true)
        #expect(try upload(Array("<!DOCTYPE html>".utf8)).rows.first?.problem?.contains("a web page") == true)
        #expect(try upload([]).rows.first?.ok == false)
    }

    @Test(.enabled(if: Sanitizer.allowsLimits)) func `the panel's child has no more memory and bytes than it may`()
        throws
    {
        let path = try recording("a.mp3")
        let bytes = TestDirectory.bytes(of: path)
        // A tag in front of the sound, as long as anybody likes.
        let tag: [UInt8] = Array("ID3".utf8) + [3, 0, 0, 0x0F, 0x7F, 0x7F, 0x7F]
        let long = tag + [UInt8](repeating: 0, count: 0x1E0_0000) + bytes
        if case .exited(0) = try upload(long, memory: 16 << 20).end { Issue.record("it used more memory") }
        #expect(try upload([UInt8](repeating: 0x20, count: (64 << 20) + 1), memory: 512 << 20).end == .exited(64))
    }

    @Test func `check says how much of a recording is missing, and ends with 65`() throws {
        let whole = try recording("whole.mp3")
        let bytes = TestDirectory.bytes(of: whole)
        let cut = try directory.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.mp3")
        var holed = bytes
        holed.replaceSubrange(20_000..<40_000, with: [UInt8](repeating: 0, count: 20_000))
        let hole = try directory.write(holed, to: "hole.mp3")
        let outcome = try check(whole, cut, hole, "--format", "json")
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("adhand: \(cut) is cut short: 2.0 s of 4.0 s\n"), "\(outcome.text)")
        let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
        #expect(rows.map(\.file) == [whole, cut, hole])
        #expect(rows.map(\.ok) == [true, false, false])
        #expect(rows.map(\.damages).first == 0 && rows.map(\.missing_ms).first == 0)
        #expect(rows.first?.frames == 4 * 44_100 && rows.first?.duration_ms == 4000)
        #expect((rows.first?.peak_dbfs).map { (-14.0...(-8.0)).contains($0) } == true)
        #expect((rows.first?.loudness_lufs).map { (-30.0...(-10.0)).contains($0) } == true)
        #expect(rows.allSatisfy { ($0.true_peak_dbtp ?? -99) >= ($0.peak_dbfs ?? 0) - 0.1 })
        #expect((rows[1].missing_ms).map { (1900...2100).contains($0) } == true)
        #expect((rows[2].missing_ms).map { (1100...1400).contains($0) } == true)
        #expect((rows[2].damages ?? 0) > 0)
        #expect(rows[2].problem?.contains("is damaged") == true)
        let table = try check(hole)
        #expect(table.output.contains(" s missing"), "\(table.text)")
    }

    @Test func `check names each file that is no recording, in a sentence, and continues with the others`() throws {
        let whole = try recording("whole.mp3")
        let picture = try directory.write(
            [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 9, count: 5000),
            to: "adhan.jpg"
        )
        let empty = try directory.write([], to: "empty.mp3")
        let outcome = try check(picture, directory.path, empty, whole)
        #expect(outcome.code == 65)
        for sentence in [
            "'\(picture)' is not an MP3 file: it begins like a JPEG picture; put an MP3 in its place",
            "'\(directory.path)' is a directory, not a sound file; put an MP3 in its place",
            "'\(empty)' is empty; copy the recording again",
        ] {
            #expect(outcome.errors.contains("adhand: \(sentence)\n"), "\(outcome.text)")
        }
        #expect(outcome.output.contains(whole))
        let none = try check(picture, directory.file("none.mp3"), whole)
        #expect(none.code == 66)
        #expect(none.errors.contains("there is no file '\(directory.file("none.mp3"))'"))
        #expect(try check().code == 64)
    }

    @Test func `check measures the recording correctly`() throws {
        // Its peaks are midway between the samples.
        let tone = (0..<88_200).flatMap { frame in
            let sample = Int16(30_900 * sin(.pi / 2 * Double(frame) + .pi / 4))
            return [sample, sample]
        }
        let path = try MP3Fixture.encode(tone, options: ["-b", "320", "--lowpass", "20"], in: directory)
        let found = try SoundCheck(of: path)
        let (peak, truePeak) = (try #require(found.peak), try #require(found.truePeak))
        let loudness = try #require(found.loudness)
        #expect(truePeak - peak > 2)
        // A value that is not a whole decibel must keep its sign.
        #expect((-0.94...(-0.06)).contains(truePeak), "\(truePeak)")
        let row = try #require(try JSONDecoder().decode([Row].self, from: Data(json(path).utf8)).first)
        #expect(row.peak_dbfs == (peak * 100).rounded() / 100)
        #expect(row.true_peak_dbtp == (truePeak * 100).rounded() / 100)
        #expect(row.loudness_lufs == (loudness * 100).rounded() / 100)
        let table = try check(path).output
        let figures = String(format: "  %.1f dBFS  %.1f dBTP  %.1f LUFS  ", peak, truePeak, loudness)
        #expect(table.contains(figures), "\(figures): \(table)")
        #expect(table.split(separator: "\n").allSatisfy { !$0.hasSuffix(" ") })
    }

    @Test func `check of harmless damage names the place, and ends with 65`() throws {
        var bytes = TestDirectory.bytes(of: try recording("whole.mp3", options: ["-b", "128", "-t"]))
        bytes.insert(contentsOf: [UInt8](repeating: 0, count: 300), at: 20_000)
        let path = try directory.write(bytes, to: "scratch.mp3")
        let outcome = try check(path)
        #expect(outcome.code == 65)
        #expect(outcome.errors == "adhand: \(path) is damaged in 1 place; the rest of it is heard\n")
        #expect(outcome.output.contains(" LUFS  1 place  "), "\(outcome.text)")
        #expect(try JSONDecoder().decode([Row].self, from: Data(json(path).utf8)).map(\.ok) == [false])
    }

    @Test func `check of an unreadable file ends with 66`() throws {
        let outcome = try check(directory.path + "/" + String(repeating: "a", count: 300))
        #expect(outcome.code == 66)
        #expect(outcome.errors.contains("File name too long; "), "\(outcome.text)")
    }

    @Test func `check of silence shows a length and no loudness`() throws {
        let path = try MP3Fixture.encode([Int16](repeating: 0, count: 88_200), in: directory)
        let outcome = try check(path)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("  silence  "), "\(outcome.text)")
    }
}
