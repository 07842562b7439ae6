import AdhanCore
import AdhanAudio
import AdhanTestSupport
import Testing

/// A damaged recording is played as far as it is good, and the damage is reported.
struct DamagedRecordingTests {
    private func sentence(_ path: String) -> String {
        do throws(AudioError) {
            return "no error, but \(try SoundCheck(of: path))"
        } catch {
            return error.description
        }
    }

    @Test(arguments: [["-b", "64"], ["-V", "6", "-t"]])
    func `a recording cut off at any byte decodes to the beginning of the whole one`(options: [String]) throws {
        let fixture = try Fixture(seconds: 0.5, channels: 1, options: options)
        let (bytes, whole) = (fixture.bytes, try Fixture.decode(fixture.path))
        // Every byte of the head, and a sample of offsets further on.
        for count in Array(1..<500) + stride(from: 500, to: bytes.count, by: 61) {
            let path = try fixture.directory.write(Array(bytes.prefix(count)), to: "cut.mp3")
            do throws(AudioError) {
                let decoder = try MP3Decoder(SoundFile(path: path))
                var samples: [Int16] = []
                while true {
                    let block = decoder.read(maxFrames: 5000)
                    if block.isEmpty { break }
                    samples += block
                }
                let isBeginning = samples == Array(whole.prefix(samples.count))
                if !isBeginning { Issue.record("cut at \(count): \(samples.count) samples") }
                // At 64 kbit/s a frame takes some 209 bytes. The tag and an incomplete frame give no sound.
                if options.contains("-b"), samples.count < (count - 900) * 1152 / 209 {
                    Issue.record("cut at \(count): only \(samples.count) samples")
                }
                let says = decoder.expectedFrames ?? 0
                if (decoder.fault == nil) == (samples.count + 3 * 1152 < says) {
                    Issue.record("cut at \(count): \(samples.count)")
                }
            } catch {
                if count > 900 { Issue.record("cut at \(count): \(error)") }
            }
        }
    }

    @Test(arguments: [["-b", "128"], ["-b", "128", "-t"], ["-V", "4", "-t"]])
    func `around zeros in the middle everything is heard, and how much is missing is reported`(options: [String]) throws
    {
        let fixture = try Fixture(seconds: 6, options: options)
        let whole = try Fixture.decode(fixture.path)
        var bytes = fixture.bytes
        let hole = bytes.count / 3..<bytes.count / 2
        bytes.replaceSubrange(hole, with: [UInt8](repeating: 0, count: hole.count))
        let path = try fixture.directory.write(bytes, to: "hole.mp3")
        let samples = try Fixture.decode(path)
        let before = zip(samples, whole).prefix { $0 == $1 }.count
        // Where frames are missing the encoder's padding at the end, of at most three frames, is not cut off. The decoder's filter may
        // then have another phase, and round differently.
        let after =
            (0..<3 * 1152).lazy.map { padding in
                zip(samples.dropLast(2 * padding).reversed(), whole.reversed()).prefix { abs(Int($0) - Int($1)) <= 1 }
                    .count
            }.max() ?? 0
        #expect((1.7...2.1).contains(Double(before) / 88_200))
        #expect((2.7...3.1).contains(Double(after) / 88_200))
        let check = try SoundCheck(of: path)
        #expect((1...4).contains(check.damages))
        #expect((0.8...1.2).contains(check.missing.inSeconds))
        let fault = try #require(check.fault).description
        #expect(fault.hasPrefix("\(path) is damaged after ") && fault.hasSuffix(" be heard"), "\(fault)")
        #expect(throws: AudioError.self) { try SoundCheck.verify(path) }
    }

    @Test(arguments: [
        (6.0, ["-b", "128", "-t"], "is damaged after 3.0 s: 3.0 s or so cannot be heard"),
        (20, ["-b", "128"], "is cut short: 10.0 s of 20.0 s"),
    ])
    func `zeros at the end, as a power cut leaves behind, are no sound, whether a length is given or not`(
        seconds: Double,
        options: [String],
        sentence: String
    ) throws {
        let fixture = try Fixture(seconds: seconds, options: options)
        let half = fixture.bytes.count / 2
        let bytes = fixture.bytes.prefix(half) + [UInt8](repeating: 0, count: half)
        let path = try fixture.directory.write(Array(bytes), to: "zeros.mp3")
        let fault = try #require(try SoundCheck(of: path).fault).description
        #expect(fault.contains(sentence), "\(fault)")
    }

    @Test(arguments: [["-b", "128"], ["-b", "128", "-t"]])
    func `the sound behind a hole of any length is heard`(options: [String]) throws {
        let fixture = try Fixture(seconds: 4, options: options)
        var bytes = fixture.bytes
        bytes.insert(contentsOf: [UInt8](repeating: 0, count: 700_000), at: 20_000)
        let check = try SoundCheck(of: fixture.directory.write(bytes, to: "hole.mp3"))
        #expect((3.8...4.2).contains(check.duration.inSeconds), "\(check.duration)")
        #expect(check.damages > 0)
    }

    @Test func `a few bytes behind the last frame are no damage, and more of them are`() throws {
        let fixture = try Fixture(seconds: 2, options: ["-b", "128", "-t"])
        func check(_ zeros: Int) throws -> SoundCheck {
            let bytes = fixture.bytes + [UInt8](repeating: 0, count: zeros)
            return try SoundCheck(of: fixture.directory.write(bytes, to: "behind.mp3"))
        }
        #expect(try check(4000).fault == nil)
        #expect(try check(5000).fault != nil)
    }

    @Test(arguments: [["-b", "128"], ["-b", "128", "-t"]])
    func `of two holes the first is named`(options: [String]) throws {
        let fixture = try Fixture(seconds: 6, options: options)
        var bytes = fixture.bytes
        for hole in [32_000..<48_000, 64_000..<80_000] {
            bytes.replaceSubrange(hole, with: [UInt8](repeating: 0, count: hole.count))
        }
        let path = try fixture.directory.write(bytes, to: "holes.mp3")
        let fault = try #require(try SoundCheck(of: path).fault).description
        #expect(fault.hasPrefix("\(path) is damaged after 2.0 s: "), "\(fault)")
    }

    @Test(arguments: [["-b", "128"], ["-V", "4", "-t"]])
    func `tags of every kind, even a picture of 3 MB, and noise in front change nothing`(options: [String]) throws {
        let fixture = try Fixture(seconds: 2, options: options)
        let (bytes, whole) = (fixture.bytes, try Fixture.decode(fixture.path))
        var random = SeededGenerator(seed: 1)
        let noise = (0..<5000).map { _ in UInt8.random(in: 0...0xFE, using: &random) }
        for (name, tagged) in [
            ("ID3v1", bytes + MP3Tags.id3v1), ("APE", bytes + MP3Tags.ape),
            ("both", bytes + MP3Tags.ape + MP3Tags.id3v1),
            ("ID3v2", MP3Tags.id3v2(picture: 3 << 20) + bytes), ("noise", noise + bytes),
            ("all", MP3Tags.around(bytes, .all, picture: 3 << 20)),
        ] {
            let path = try fixture.directory.write(tagged, to: "\(name).mp3")
            #expect(try Fixture.decode(path) == whole, "\(name)")
            let check = try SoundCheck.verify(path)
            #expect(check.damages == 0, "\(name)")
            #expect(check.bitRate.isVariable == options.contains("-V"), "\(name)")
        }
    }

    @Test(arguments: [
        MP3Tags.id3v1 + MP3Tags.id3v2(picture: 9000), MP3Tags.id3v2(picture: 9000), MP3Tags.ape, MP3Tags.lyrics,
    ])
    func `a tag between two recordings in one file is no damage`(tag: [UInt8]) throws {
        let fixture = try Fixture(seconds: 2, options: ["-b", "128", "-t"])
        let bytes = fixture.bytes + tag + fixture.bytes
        let check = try SoundCheck.verify(try fixture.directory.write(bytes, to: "two.mp3"))
        #expect(check.damages == 0)
        #expect((4.0...4.2).contains(check.duration.inSeconds))
    }

    @Test(arguments: [
        (8_000, 1, ["-b", "8"]), (11_025, 2, ["-V", "5"]), (44_100, 2, ["-V", "2"]), (44_100, 2, ["-V", "2", "-t"]),
        (48_000, 1, ["--abr", "80"]), (44_100, 2, ["--freeformat", "-b", "112"]),
        (32_000, 1, ["--freeformat", "-b", "56", "-t"]),
    ])
    func `every kind of bit rate is whole, with a length of its own and without`(
        rate: Int,
        channels: Int,
        options: [String]
    )
        throws
    {
        let fixture = try Fixture(
            seconds: 3,
            rate: rate,
            channels: channels,
            options: options + ["--resample", "\(Double(rate) / 1000)"]
        )
        let check = try SoundCheck.verify(fixture.path)
        #expect(check.format == SoundFormat(rate: rate, channels: channels))
        #expect((3.0...3.25).contains(check.duration.inSeconds))
        #expect(check.damages == 0)
        #expect(check.bitRate.isVariable == (options.contains("-V") || options.contains("--abr")))
        // The encoder's delay and a tag are in the file, too, and count in a short one.
        let mean = Double(fixture.bytes.count) * 8 / 1000 / check.duration.inSeconds
        #expect((0.9...1.02).contains(Double(check.bitRate.kilobits) / mean), "\(check.bitRate), \(mean)")
    }

    @Test(arguments: [
        (44_100, 2, 48_000, 1), (48_000, 1, 44_100, 2), (8_000, 1, 48_000, 2), (48_000, 2, 8_000, 1),
        (22_050, 2, 44_100, 1),
    ])
    func `where rate and channels change in the middle, the speed stays`(
        rate: Int,
        channels: Int,
        otherRate: Int,
        otherChannels: Int
    ) throws {
        let first = try Fixture(seconds: 2, rate: rate, channels: channels, options: ["-t"])
        let second = try Fixture(seconds: 2, rate: otherRate, channels: otherChannels, options: ["-t"])
        let path = try first.directory.write(first.bytes + second.bytes, to: "mixed.mp3")
        let check = try SoundCheck(of: path)
        #expect(check.format == SoundFormat(rate: rate, channels: channels))
        #expect((3.9...4.5).contains(check.duration.inSeconds), "\(check.duration)")
        #expect(check.fault == nil && check.damages == 0)
    }

    @Test func `a file too short for sound is refused`() throws {
        let directory = try TestDirectory()
        for (name, bytes) in [
            ("byte", [0xFF]), ("head", [0xFF, 0xFB, 0x90, 0x64]), ("tag", MP3Tags.id3v2(picture: 3 << 20)),
            ("tags", MP3Tags.around([], .all)), ("id3v1", MP3Tags.id3v1),
            ("padding", try Self.paddingAlone()),
        ] as [(String, [UInt8])] {
            let path = try directory.write(bytes, to: name)
            #expect(sentence(path).hasPrefix("'\(path)' is not an MP3 file"), "\(sentence(path))")
        }
        let path = try directory.write([], to: "nothing")
        #expect(sentence(path) == "'\(path)' is empty; copy the recording again")
    }

    /// A recording whose tag declares all of it as the encoder's padding.
    private static func paddingAlone() throws -> [UInt8] {
        var bytes = try Fixture(seconds: 0.12).bytes
        let tag = try #require(bytes.firstRange(of: Array("LAME".utf8)))
        // Twelve bits each for the samples to skip in front and behind.
        bytes.replaceSubrange(tag.lowerBound + 21..<tag.lowerBound + 24, with: [0xFF, 0xFF, 0xFF])
        return bytes
    }

    @Test func `a damaged recording is played as far as it is good, and its end reports the damage`() throws {
        let fixture = try Fixture(seconds: 6, options: ["-b", "128", "-t"])
        var bytes = fixture.bytes
        bytes.replaceSubrange(40_000..<56_000, with: [UInt8](repeating: 0, count: 16_000))
        let path = try fixture.directory.write(bytes, to: "hole.mp3")
        let card = ScriptedCard()
        let report = try PlayerBench(["card": card], devices: ["card"]).play(path)
        #expect(card.heard.trimmed() == (try Fixture.decode(path)).trimmed())
        guard case .interrupted(let reason) = report.end else {
            Issue.record("\(report.end)")
            return
        }
        #expect(reason.hasPrefix("\(path) is damaged after 2.5 s: "), "\(reason)")
        #expect((4.8...5.3).contains(report.heard.inSeconds))
    }

    @Test func `damage that costs next to nothing is a note, and the sound counts as heard whole`() throws {
        let fixture = try Fixture(seconds: 3, options: ["-b", "128", "-t"])
        var bytes = fixture.bytes
        bytes.insert(contentsOf: [UInt8](repeating: 0, count: 300), at: 20_000)
        let path = try fixture.directory.write(bytes, to: "scratch.mp3")
        let check = try SoundCheck.verify(path)
        #expect(check.damages == 1 && check.missing == .zero)
        let bench = PlayerBench(["card": ScriptedCard()], devices: ["card"])
        #expect(try bench.play(path).end == .completed)
        #expect(bench.log.notes.contains { $0.hasPrefix("\(path) is damaged in ") }, "\(bench.log.notes)")
    }
}
