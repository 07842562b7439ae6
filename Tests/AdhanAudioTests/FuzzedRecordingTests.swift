import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

@Suite("A recording with random damage") struct FuzzedRecordingTests {
    /// Recordings of every MPEG version, with constant, average, variable and free bit rates, with a length tag and without.
    private static let kinds: [(rate: Int, channels: Int, options: [String])] = [
        (44_100, 2, ["-b", "128"]), (44_100, 2, ["-V", "5"]), (44_100, 1, ["-V", "7", "-t"]),
        (48_000, 2, ["--abr", "96"]),
        (32_000, 1, ["-b", "48", "-t"]), (24_000, 2, ["-b", "32"]), (22_050, 1, ["-V", "6"]),
        (16_000, 1, ["-b", "16", "-t"]),
        (12_000, 1, ["-b", "16"]), (8_000, 1, ["-b", "8", "-t"]), (44_100, 2, ["-b", "320"]),
        (44_100, 1, ["--freeformat", "-b", "72", "-t"]),
    ]

    /// 300 inputs by default; more, and others, as in
    ///
    ///     ADHAND_FUZZED_RECORDINGS=10000 ADHAND_CAMPAIGN_SEED=1 swift test -c release -Xswiftc -enable-testing --filter FuzzedRecording
    @Test func `it neither crashes the decoder nor keeps it busy`() throws {
        let (rounds, seed) = (Fuzzing.rounds("ADHAND_FUZZED_RECORDINGS", usual: 300), Fuzzing.seed)
        let directory = try TestDirectory()
        let corpus = try Self.corpus()
        var random = SeededGenerator(seed: seed)
        var (refused, faulty, fine) = (0, 0, 0)
        for round in 0..<rounds {
            let bytes = Self.fuzzed(corpus[round % corpus.count], among: corpus, using: &random)
            let path = try directory.write(bytes, to: "fuzzed.mp3")
            let began = ThreadClock.now()
            do throws(AudioError) {
                let check = try SoundCheck(of: path)
                if check.fault == nil, check.damages == 0 { fine += 1 } else { faulty += 1 }
                let ratio = Double(check.frames) / Double(bytes.count)
                // MP3 has up to 24 sample frames per byte, at 8 kHz up to 36, and six times that where it is converted to 48 kHz.
                if ratio > 256 {
                    Issue.record("round \(round) of seed \(seed): \(check.frames) frames of \(bytes.count) bytes")
                }
                if let fault = check.fault, fault.description.utf8.count > 400 {
                    Issue.record("round \(round): \(fault)")
                }
            } catch {
                refused += 1
                if error.description.utf8.count > 400 { Issue.record("round \(round): \(error)") }
            }
            let took = (ThreadClock.now() - began).inSeconds
            // CPU time: a decoder that loops exceeds it, however busy the machine is, and no other does.
            if took > 0.05 + Double(bytes.count) * Self.secondsPerByte {
                Issue.record("round \(round) of seed \(seed) takes \(took) s for \(bytes.count) bytes")
            }
        }
        // The mutator is useful only while it reaches all three.
        #expect(min(refused, faulty, fine) > rounds / 100, "\(refused) \(faulty) \(fine)")
    }

    private static let secondsPerByte = 10e-6

    private static func corpus() throws -> [[UInt8]] {
        try kinds.enumerated().map { index, kind in
            let options = kind.options + Fixture.keeping(kind.rate)
            let fixture = try Fixture(seconds: 0.7, rate: kind.rate, channels: kind.channels, options: options)
            return MP3Tags.around(fixture.bytes, [.none, .all, .behind, .inFront][index % 4])
        }
    }

    /// One to four damages: bits, bytes, zeros as after a power cut, noise, a part of another file, holes, repetitions, a cut.
    private static func fuzzed(_ good: [UInt8], among corpus: [[UInt8]], using random: inout SeededGenerator) -> [UInt8]
    {
        var bytes = good
        for _ in 0..<Int.random(in: 0...4, using: &random) where bytes.count > 1 {
            // A third of the damages hits the head, where the tags and the first frames are.
            let reach = Int.random(in: 0..<3, using: &random) == 0 ? min(600, bytes.count) : bytes.count
            let at = Int.random(in: 0..<reach, using: &random)
            let end = min(bytes.count, at + Int.random(in: 1...3000, using: &random))
            switch Int.random(in: 0..<9, using: &random) {
            case 0: bytes[at] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 1: for index in at..<min(end, at + 40) { bytes[index] = .random(in: 0...255, using: &random) }
            case 2: bytes.replaceSubrange(at..<end, with: [UInt8](repeating: 0, count: end - at))
            case 3: bytes.replaceSubrange(at..<end, with: (at..<end).map { _ in .random(in: 0...255, using: &random) })
            case 4:
                let other = corpus.randomElement(using: &random) ?? good
                bytes.insert(contentsOf: other.suffix(Int.random(in: 1...other.count, using: &random)), at: at)
            case 5: bytes.removeSubrange(at..<end)
            case 6: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 7: if at > 0 { bytes.removeSubrange(at...) }
            default:
                // The four bytes of a frame's header: rate, channels, bit rate and layer.
                let heads = bytes.indices.dropLast(4).filter { bytes[$0] == 0xFF && bytes[$0 + 1] >= 0xE0 }
                if let head = heads.randomElement(using: &random) {
                    bytes[head + Int.random(in: 1...3, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
                }
            }
        }
        return bytes
    }
}
