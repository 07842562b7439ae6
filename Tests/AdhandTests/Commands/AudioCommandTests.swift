import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// `adhand audio` with the real binary.
struct AudioCommandTests {
    private let box: Box

    init() throws { box = try Box() }

    private func check(_ files: String...) throws -> Binary.Outcome { try box.run("audio check", files) }

    private func recording(_ name: String, options: [String] = ["-b", "128"], channels: Int = 2) throws -> String {
        try MP3Fixture.encode(
            MP3Fixture.phrase(seconds: 4, channels: channels),
            channels: channels,
            options: options,
            in: box.directory,
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
        let outcome = try check(stereo, mono).expect(0, output: "\(stereo)  4.0 s     44100 Hz, stereo  128 kbit/s CBR")
        let lines = outcome.lines
        #expect(lines.count == 3 && lines.first?.hasPrefix("file ") == true)
        #expect(lines.last?.contains("44100 Hz, mono") == true && lines.last?.contains("kbit/s VBR") == true)
        for words in [" dBFS ", " LUFS ", "  none  "] { #expect(lines.dropFirst().allSatisfy { $0.contains(words) }) }
        try ChildProcess.run(["sha256sum", stereo], output: box.file("sum"))
        outcome.expect(output: "  \(box.text("sum").prefix(64))\n")
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
        let checked = try check(path, "--format", "json").decoded([Row].self)
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
        let cut = try box.directory.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.mp3")
        var holed = bytes
        holed.replaceSubrange(20_000..<40_000, with: [UInt8](repeating: 0, count: 20_000))
        let hole = try box.directory.write(holed, to: "hole.mp3")
        let outcome = try check(whole, cut, hole, "--format", "json")
        outcome.expect(65, errors: "adhand: \(cut) is cut short: 2.0 s of 4.0 s\n")
        let rows = try outcome.decoded([Row].self)
        try #require(rows.map(\.file) == [whole, cut, hole])
        #expect(rows.map(\.ok) == [true, false, false])
        #expect(rows[0].damages == 0 && rows[0].missing_ms == 0)
        #expect(rows[0].frames == 4 * 44_100 && rows[0].duration_ms == 4000)
        #expect((rows[0].peak_dbfs).map { (-14.0...(-8.0)).contains($0) } == true)
        #expect((rows[0].loudness_lufs).map { (-30.0...(-10.0)).contains($0) } == true)
        #expect(rows.allSatisfy { ($0.true_peak_dbtp ?? -99) >= ($0.peak_dbfs ?? 0) - 0.1 })
        #expect((rows[1].missing_ms).map { (1900...2100).contains($0) } == true)
        #expect((rows[2].missing_ms).map { (1100...1400).contains($0) } == true)
        #expect((rows[2].damages ?? 0) > 0 && rows[2].problem?.contains("is damaged") == true)
        try check(hole).expect(output: " s missing")
    }

    @Test func `check names each file that is no recording, in a sentence, and continues with the others`() throws {
        let whole = try recording("whole.mp3")
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 9, count: 5000)
        let picture = try box.directory.write(jpeg, to: "adhan.jpg")
        let (folder, empty) = (box.directory.path, try box.write("", "empty.mp3"))
        try check(picture, folder, empty, whole).expect(
            65,
            output: whole,
            errors: "adhand: '\(picture)' is not an MP3 file: it begins like a JPEG picture; put an MP3 in its place\n",
            "adhand: '\(folder)' is a directory, not a sound file; put an MP3 in its place\n",
            "adhand: '\(empty)' is empty; copy the recording again\n"
        )
        let none = box.file("none.mp3")
        try check(picture, none, whole).expect(66, errors: "there is no file '\(none)'")
        try check(box.file(String(repeating: "a", count: 300))).expect(66, errors: "File name too long; ")
    }

    @Test func `check measures the recording correctly, and shows no loudness of silence`() throws {
        // Its peaks are midway between the samples.
        let tone = (0..<88_200).flatMap { frame in
            let sample = Int16(30_900 * sin(.pi / 2 * Double(frame) + .pi / 4))
            return [sample, sample]
        }
        let path = try MP3Fixture.encode(tone, options: ["-b", "320", "--lowpass", "20"], in: box.directory)
        let found = try SoundCheck(of: path)
        let (peak, truePeak) = (try #require(found.peak), try #require(found.truePeak))
        let loudness = try #require(found.loudness)
        #expect(truePeak - peak > 2)
        // A value that is not a whole decibel must keep its sign.
        #expect((-0.94...(-0.06)).contains(truePeak), "\(truePeak)")
        let row = try #require(try check(path, "--format", "json").decoded([Row].self).first)
        #expect(row.peak_dbfs == (peak * 100).rounded() / 100)
        #expect(row.true_peak_dbtp == (truePeak * 100).rounded() / 100)
        #expect(row.loudness_lufs == (loudness * 100).rounded() / 100)
        let silent = [Int16](repeating: 0, count: 88_200)
        let silence = try MP3Fixture.encode(silent, in: box.directory, name: "silence.mp3")
        let figures = String(format: "  %.1f dBFS  %.1f dBTP  %.1f LUFS  ", peak, truePeak, loudness)
        try check(silence).expect(0, output: "  silence  ")
        let table = try check(path).expect(output: figures)
        #expect(table.lines.allSatisfy { !$0.hasSuffix(" ") })
    }

    @Test func `check of harmless damage names the place, and ends with 65`() throws {
        var bytes = TestDirectory.bytes(of: try recording("whole.mp3", options: ["-b", "128", "-t"]))
        bytes.insert(contentsOf: [UInt8](repeating: 0, count: 300), at: 20_000)
        let path = try box.directory.write(bytes, to: "scratch.mp3")
        let outcome = try check(path).expect(65, output: " LUFS  1 place  ")
        #expect(outcome.errors == "adhand: \(path) is damaged in 1 place; the rest of it is heard\n")
        #expect(try check(path, "--format", "json").decoded([Row].self).map(\.ok) == [false])
    }
}
