import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Testing

/// A damaged recording is played as far as it is good, and the damage is reported.
struct DamagedRecordingTests {
    @Test(arguments: [["-b", "64"], ["-V", "6", "-t"]])
    func `a recording cut off at any byte decodes to the beginning of the whole one`(options: [String]) throws {
        let fixture = try Fixture(seconds: 0.5, channels: 1, options: options)
        let (bytes, whole) = (fixture.bytes, try fixture.decoded())
        // Every byte of the head, and a sample of offsets further on.
        for count in Array(1..<500) + stride(from: 500, to: bytes.count, by: 61) {
            let path = try fixture.write(bytes.prefix(count))
            do throws(AudioError) {
                let decoder = try MP3Decoder(SoundFile(path: path))
                let samples = Fixture.decode(decoder, block: 5000)
                // At 64 kbit/s a frame takes some 209 bytes. The tag and an incomplete frame give no sound.
                let isTooShort = options.contains("-b") && samples.count < (count - 900) * 1152 / 209
                let lacksFrames = samples.count + 3 * 1152 < decoder.expectedFrames ?? 0
                let isBeginning = samples == Array(whole.prefix(samples.count))
                if !isBeginning || isTooShort || (decoder.fault == nil) == lacksFrames {
                    Issue.record(
                        "cut at \(count): \(samples.count) samples, \(isBeginning), \(String(describing: decoder.fault))"
                    )
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
        let whole = try fixture.decoded()
        let path = try fixture.write(fixture.zeroed([fixture.bytes.count / 3..<fixture.bytes.count / 2]))
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

    private static let tagless = ["-b", "128", "-t"]

    /// No holes: the second half. HEARD stands for the length of what is heard.
    @Test(
        arguments: [
            (["-b", "128"], 6, 0x55, [40_000..<60_000], "is damaged after 2.5 s: HEARD of 6.0 s can be heard"),
            (["-b", "128"], 6, 0, [32_000..<48_000, 64_000..<80_000], "is damaged after 2.0 s: "),
            (tagless, 6, 0, [32_000..<48_000, 64_000..<80_000], "is damaged after 2.0 s: "),
            // As a power cut leaves zeros behind: they are no sound, whether a length is given or not.
            (tagless, 6, 0, [], "is damaged after 3.0 s: 3.0 s or so cannot be heard"),
            (["-b", "128"], 20, 0, [], "is cut short: 10.0 s of 20.0 s"),
        ] as [([String], Double, UInt8, [Range<Int>], String)]
    )
    func `the first hole is named`(
        _ options: [String],
        seconds: Double,
        value: UInt8,
        holes: [Range<Int>],
        words: String
    )
        throws
    {
        let fixture = try Fixture(seconds: seconds, options: options)
        let half = fixture.bytes.count / 2
        let path = try fixture.write(fixture.zeroed(holes.isEmpty ? [half..<fixture.bytes.count] : holes, with: value))
        let check = try SoundCheck(of: path)
        let fault = try #require(check.fault).description
        let sentence = "\(path) \(words.replacing("HEARD", with: check.duration.tenths))"
        #expect(fault.hasPrefix(sentence) && check.duration > .seconds(2.5), "\(fault)")
    }

    @Test func `a few bytes behind the last frame are no damage, and more of them are`() throws {
        let fixture = try Fixture(seconds: 2, options: Self.tagless)
        for (zeros, isWhole) in [(4000, true), (5000, false)] {
            let check = try SoundCheck(of: fixture.write(fixture.bytes + .zeros(zeros)))
            #expect((check.fault == nil) == isWhole)
        }
    }

    @Test(arguments: [["-b", "128"], ["-V", "4", "-t"]])
    func `tags of every kind, even a picture of 3 MB, and noise in front change nothing`(options: [String]) throws {
        let fixture = try Fixture(seconds: 2, options: options)
        let (bytes, whole) = (fixture.bytes, try fixture.decoded())
        var random = SeededGenerator(seed: 1)
        let noise = (0..<5000).map { _ in UInt8.random(in: 0...0xFE, using: &random) }
        for (name, tagged) in [
            ("ID3v1", bytes + MP3Tags.id3v1), ("APE", bytes + MP3Tags.ape),
            ("both", bytes + MP3Tags.ape + MP3Tags.id3v1),
            ("ID3v2", MP3Tags.id3v2(picture: 3 << 20) + bytes), ("noise", noise + bytes),
            ("all", MP3Tags.around(bytes, .all, picture: 3 << 20)),
        ] {
            let path = try fixture.write(tagged)
            #expect(try Fixture.decode(path) == whole, "\(name)")
            let check = try SoundCheck.verify(path)
            #expect(check.damages == 0 && check.bitRate.isVariable == options.contains("-V"), "\(name)")
        }
    }

    @Test(arguments: [
        MP3Tags.id3v1 + MP3Tags.id3v2(picture: 9000), MP3Tags.id3v2(picture: 9000), MP3Tags.ape, MP3Tags.lyrics,
    ])
    func `a tag between two recordings in one file is no damage`(tag: [UInt8]) throws {
        let fixture = try Fixture(seconds: 2, options: Self.tagless)
        let check = try SoundCheck.verify(fixture.write(fixture.bytes + tag + fixture.bytes))
        #expect(check.damages == 0 && (4.0...4.2).contains(check.duration.inSeconds))
    }

    @Test(
        arguments: [
            (8_000, 1, ["-b", "8"]), (11_025, 2, ["-V", "5"]), (44_100, 2, ["-V", "2"]),
            (44_100, 2, ["-V", "2", "-t"]),
            (48_000, 1, ["--abr", "80"]), (44_100, 2, ["--freeformat", "-b", "112"]),
            (32_000, 1, ["--freeformat", "-b", "56", "-t"]),
        ] as [(Int, Int, [String])]
    )
    func `every kind of bit rate is whole, with a length of its own and without`(
        rate: Int,
        channels: Int,
        options: [String]
    ) throws {
        let all = options + Fixture.keeping(rate)
        let fixture = try Fixture(seconds: 3, rate: rate, channels: channels, options: all)
        let check = try SoundCheck.verify(fixture.path)
        #expect(check.format == SoundFormat(rate: rate, channels: channels) && check.damages == 0)
        #expect((3.0...3.25).contains(check.duration.inSeconds))
        #expect(check.bitRate.isVariable == (options.contains("-V") || options.contains("--abr")))
        // The encoder's delay and a tag are in the file, too, and count in a short one.
        let mean = Double(fixture.bytes.count) * 8 / 1000 / check.duration.inSeconds
        #expect((0.9...1.02).contains(Double(check.bitRate.kilobits) / mean), "\(check.bitRate), \(mean)")
    }

    @Test(arguments: [
        [44_100, 2, 48_000, 1], [48_000, 1, 44_100, 2], [8_000, 1, 48_000, 2], [48_000, 2, 8_000, 1],
        [22_050, 2, 44_100, 1], [44_100, 2, 22_050, 1],
    ])
    func `where rate and channels change in the middle, the speed stays`(_ kinds: [Int]) throws {
        let first = try Fixture(seconds: 2, rate: kinds[0], channels: kinds[1], options: ["-t"])
        let second = try Fixture(seconds: 2, rate: kinds[2], channels: kinds[3], options: ["-t"])
        let check = try SoundCheck(of: first.write(first.bytes + second.bytes))
        #expect(check.format == SoundFormat(rate: kinds[0], channels: kinds[1]))
        #expect((3.9...4.5).contains(check.duration.inSeconds), "\(check.duration)")
        #expect(check.fault == nil && check.damages == 0)
    }

    @Test func `a file too short for sound is refused`() throws {
        let directory = try TestDirectory()
        // A recording whose tag declares all of it as the encoder's padding.
        var padding = try Fixture(seconds: 0.12).bytes
        let tag = try #require(padding.firstRange(of: Array("LAME".utf8)))
        // Twelve bits each for the samples to skip in front and behind.
        padding.replaceSubrange(tag.lowerBound + 21..<tag.lowerBound + 24, with: [0xFF, 0xFF, 0xFF])
        for bytes in [
            [0xFF], [0xFF, 0xFB, 0x90, 0x64], MP3Tags.id3v2(picture: 3 << 20), MP3Tags.around([], .all), MP3Tags.id3v1,
            padding,
        ] as [[UInt8]] {
            let path = try directory.write(bytes, to: "short.mp3")
            let error = #expect(throws: AudioError.self) { try SoundCheck(of: path) }
            #expect(error?.description.hasPrefix("'\(path)' is not an MP3 file") == true, "\(bytes.count) bytes")
        }
    }

    @Test(arguments: [true, false])
    func `a damaged recording is played as far as it is good, and its end reports the damage`(isCut: Bool) throws {
        let fixture = try Fixture(seconds: 6, options: isCut ? ["-b", "128"] : Self.tagless)
        let bytes = fixture.bytes
        let path = try fixture.write(isCut ? Array(bytes.prefix(bytes.count / 2)) : fixture.zeroed([40_000..<56_000]))
        if isCut {
            let decoder = try MP3Decoder(SoundFile(path: path))
            #expect(decoder.expectedFrames == 6 * 44_100)
            #expect(decoder.fault == nil, "of a file that was not read nothing is known")
        }
        let card = ScriptedCard()
        let bench = PlayerBench(["card": card])
        let report = try bench.play(path)
        #expect(card.heard.trimmed() == (try Fixture.decode(path)).trimmed())
        let reason = try #require(bench.log.interruption(report))
        let words = isCut ? "is cut short: \(report.heard.tenths) of 6.0 s" : "is damaged after 2.5 s: "
        #expect(reason.hasPrefix("\(path) \(words)"), "\(reason)")
        #expect((isCut ? 2.7...3.1 : 4.8...5.3).contains(report.heard.inSeconds))
    }

    @Test func `damage that costs next to nothing is a note, and the sound counts as heard whole`() throws {
        let fixture = try Fixture(seconds: 3, options: Self.tagless)
        let path = try fixture.write(fixture.bytes(inserting: .zeros(300), at: 20_000))
        let check = try SoundCheck.verify(path)
        #expect(check.damages == 1 && check.missing == .zero)
        #expect(try SoundCheck.describe(path).get().contains(", 44100 Hz, stereo, damaged in 1 place, sha256 "))
        let bench = PlayerBench(["card": ScriptedCard()])
        #expect(try bench.play(path).end == .completed)
        #expect(bench.log.notes.contains { $0.hasPrefix("\(path) is damaged in ") }, "\(bench.log.notes)")
    }
}
