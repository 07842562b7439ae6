import AdhanAudio
import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Synchronization
import Testing

/// The work of decoding a file is bounded, whatever its bytes are. Times are of CPU, so a busy machine changes nothing.
struct DecodingWorkTests {
    /// Headers of free-format frames without a frame. libmpg123 follows each of them.
    private static func falseHeaders(_ count: Int) -> [UInt8] {
        Array(repeatElement([0xFF, 0xFB] + .zeros(12), count: count / 14).joined())
    }

    private func cpu(_ work: () throws -> Void) rethrows -> Duration {
        let start = ThreadClock.now()
        try work()
        return ThreadClock.now() - start
    }

    @Test(arguments: [900_000, 1_800_000])
    func `false headers of free-format frames are refused at once`(size: Int) throws {
        let path = try TestDirectory().write(Self.falseHeaders(size), to: "false.mp3")
        let took = cpu { #expect(throws: AudioError.self) { try SoundCheck(of: path) } }
        #expect(took < .milliseconds(700))
    }

    @Test(
        arguments: [
            (["-b", "128"], 20_000, .zeros(700_000)), (["-b", "128", "-t"], 20_000, .zeros(700_000)),
            (["-b", "128", "-t"], 32_000, falseHeaders(1_800_000)),
        ] as [([String], Int, [UInt8])]
    )
    func `the sound behind a long hole, or behind false headers, is heard`(
        options: [String],
        offset: Int,
        bytes: [UInt8]
    ) throws {
        let fixture = try Fixture(seconds: 4, options: options)
        let path = try fixture.write(fixture.bytes(inserting: bytes, at: offset))
        let took = try cpu {
            let check = try SoundCheck(of: path)
            #expect((3.8...4.2).contains(check.duration.inSeconds) && (bytes[0] != 0 || check.damages > 0))
        }
        #expect(took < .seconds(3))
    }

    @Test func `a file whose sound begins too late is refused, and its tags do not count`() throws {
        let fixture = try Fixture(seconds: 1)
        let limit = DecodingLimits().search
        let path = try fixture.write(.zeros(2 * limit) + fixture.bytes)
        #expect(throws: AudioError.noSoundFound(path: path, within: limit)) { try SoundCheck(of: path) }
        let tags = MP3Tags.id3v2(picture: 4 * limit) + MP3Tags.id3v2(picture: limit)
        #expect(try Fixture.decode(fixture.write(tags + fixture.bytes)) == fixture.decoded())
    }

    /// Limits whose clock advances by that much at each read.
    private static func limits(_ step: Duration) -> DecodingLimits {
        let now = Mutex(Duration.zero)
        var limits = DecodingLimits()
        limits.clock = {
            now.withLock { now in
                defer { now += step }; return now
            }
        }
        return limits
    }

    @Test func `a file ends where its decoding takes longer than a second and a quarter of its sound`() throws {
        let fixture = try Fixture(seconds: 20)
        // Each frame of 26 ms takes 50 ms.
        let decoder = try MP3Decoder(SoundFile(path: fixture.path), limits: Self.limits(.milliseconds(50)))
        _ = Fixture.decode(decoder)
        let heard = decoder.format.duration(frames: decoder.position)
        #expect((0.3...1.0).contains(heard.inSeconds))
        #expect(decoder.fault == .decodingTooLong(path: fixture.path, after: heard))
        // A search that takes too long ends, too.
        let path = try fixture.write(Self.falseHeaders(900_000))
        #expect(throws: AudioError.decodingTooLong(path: path, after: .zero)) {
            try MP3Decoder(SoundFile(path: path), limits: Self.limits(.seconds(2)))
        }
    }

    @Test func `frames of a few bytes each end the file within seconds of sound`() throws {
        // Free-format frames of MPEG-2.5, Layer III, at 8 kHz, 24 bytes apart: 72 ms each.
        let frame: [UInt8] = [0xFF, 0xE3, 0x08, 0xC4] + .zeros(20)
        let path = try TestDirectory().write(Array(repeatElement(frame, count: 80_000).joined()), to: "tiny.mp3")
        let decoder = try MP3Decoder(SoundFile(path: path))
        _ = Fixture.decode(decoder)
        #expect(decoder.fault == .bitRateTooLow(path: path))
        #expect(decoder.format.duration(frames: decoder.position) < .seconds(20))
    }

    @Test func `a recording that is too long ends at the limit, and says so`() throws {
        let path = try Fixture(seconds: 3).path
        var limits = DecodingLimits()
        limits.sound = .seconds(2)
        let decoder = try MP3Decoder(SoundFile(path: path), limits: limits)
        _ = Fixture.decode(decoder)
        #expect((2.0...2.1).contains(decoder.format.duration(frames: decoder.position).inSeconds))
        #expect(decoder.fault == .fileTooLong(path: path, limit: .seconds(2)))
        #expect(decoder.fault?.remedy == "use a shorter recording")
    }
}
