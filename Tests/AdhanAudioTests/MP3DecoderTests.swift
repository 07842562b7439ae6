import AdhanCore
import AdhanAudio
import AdhanTestSupport
import Testing

struct MP3DecoderTests {
    @Test(arguments: [
        (44_100, 2, ["-b", "128"]), (44_100, 2, ["-V", "4"]), (48_000, 1, ["-b", "64"]), (22_050, 1, ["-t"]),
    ])
    func `a file is decoded as mpg123 does it, byte for byte`(rate: Int, channels: Int, options: [String]) throws {
        let fixture = try Fixture(seconds: 2, rate: rate, channels: channels, options: options)
        let raw = fixture.directory.file("mpg123.raw")
        try ChildProcess.run(["mpg123", "-q", "-s", fixture.path], output: raw)
        let expected = TestDirectory.bytes(of: raw)
        let decoded = try Fixture.decode(fixture.path)
        #expect(decoded.count >= 2 * rate * channels)
        #expect(decoded.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] } == expected)
    }

    @Test func `the samples are the same in blocks of any size`() throws {
        let fixture = try Fixture(seconds: 1)
        let whole = try Fixture.decode(fixture.path)
        for frames in [1, 7, 1000, 1153] {
            let decoder = try MP3Decoder(SoundFile(path: fixture.path))
            var samples: [Int16] = []
            while samples.count <= whole.count {
                let piece = decoder.read(maxFrames: frames)
                if piece.isEmpty { break }
                samples += piece
            }
            #expect(samples == whole, "\(frames)")
        }
    }

    @Test func `a whole file is verified with its duration`() throws {
        let check = try SoundCheck.verify(Fixture(seconds: 3).path)
        #expect(check.duration == .seconds(3))
        #expect(check.format == SoundFormat(rate: 44_100, channels: 2))
        #expect(check.damages == 0)
    }

    @Test func `a file cut short says how much there is of how much`() throws {
        let fixture = try Fixture(seconds: 6)
        let path = try fixture.directory.write(Array(fixture.bytes.prefix(fixture.bytes.count / 2)), to: "cut.mp3")
        let decoder = try MP3Decoder(SoundFile(path: path))
        #expect(decoder.expectedFrames == 6 * 44_100)
        #expect(decoder.fault == nil, "of a file that was not read nothing is known")
        while !decoder.read(maxFrames: 4096).isEmpty {}
        guard case .fileCutShort(_, let has, let says) = decoder.fault else {
            Issue.record("\(String(describing: decoder.fault))")
            return
        }
        #expect(says == .seconds(6))
        #expect((2.7...3.1).contains(has.inSeconds))
        #expect(decoder.fault?.description == "\(path) is cut short: \(has.tenths) of 6.0 s")
    }

    @Test func `a hole in the middle is skipped and reported at the end`() throws {
        let fixture = try Fixture(seconds: 6)
        var bytes = fixture.bytes
        for index in 40_000..<60_000 { bytes[index] = 0x55 }
        let path = try fixture.directory.write(bytes, to: "hole.mp3")
        let decoder = try MP3Decoder(SoundFile(path: path))
        while !decoder.read(maxFrames: 4096).isEmpty {}
        #expect(decoder.format.duration(frames: decoder.position) > .seconds(4))
        let heard = decoder.format.duration(frames: decoder.position).tenths
        #expect(decoder.damages > 0)
        #expect(decoder.fault?.description == "\(path) is damaged after 2.5 s: \(heard) of 6.0 s can be heard")
    }

    @Test func `a tag with a picture in front and a tag behind are skipped`() throws {
        let fixture = try Fixture(seconds: 2)
        let plain = try Fixture.decode(fixture.path)
        // An ID3v2 tag of 300,000 bytes, full of what looks like frames.
        let size = 300_000
        let front: [UInt8] = Array("ID3".utf8) + [3, 0, 0] + [21, 14, 7, 0].map { UInt8((size >> $0) & 0x7F) }
        let picture = [UInt8](repeating: 0xFF, count: size)
        let back = Array("TAG".utf8) + [UInt8](repeating: 32, count: 125)
        let path = try fixture.directory.write(front + picture + fixture.bytes + back, to: "tagged.mp3")
        #expect(try Fixture.decode(path) == plain)
        #expect(try SoundCheck.verify(path).duration == .seconds(2))
    }

    @Test func `another format in the middle is converted to the first one`() throws {
        let stereo = try Fixture(seconds: 2)
        let mono = try Fixture(seconds: 2, rate: 22_050, channels: 1, options: ["-t"])
        let path = try stereo.directory.write(stereo.bytes + mono.bytes, to: "mixed.mp3")
        let frames = try Fixture.decode(path).count / 2
        #expect((3.9...4.3).contains(Double(frames) / 44_100))
    }

    @Test(arguments: 0..<20)
    func `damaged files neither crash nor hang the decoder`(round: UInt64) throws {
        let fixture = try Fixture(seconds: 1, options: round.isMultiple(of: 2) ? ["-b", "64"] : ["-V", "6"])
        var generator = SeededGenerator(seed: round)
        for attempt in 0..<20 {
            var bytes = fixture.bytes
            for _ in 0..<Int.random(in: 1...200, using: &generator) {
                // Half of the damage hits the head, where the tags and the first frames are.
                let reach = Bool.random(using: &generator) ? 600 : bytes.count
                bytes[Int.random(in: 0..<min(reach, bytes.count), using: &generator)] = .random(
                    in: 0...255,
                    using: &generator
                )
            }
            if attempt % 4 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            let path = try fixture.directory.write(bytes, to: "damaged.mp3")
            let start = ContinuousClock.now
            do throws(AudioError) {
                _ = try SoundCheck.verify(path)
            } catch {
                #expect(!error.description.isEmpty)
            }
            // One second of sound decodes in milliseconds; the bound only tells a hang from a busy machine.
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }
}
