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
        Array(repeatElement([0xFF, 0xFB] + [UInt8](repeating: 0, count: 12), count: count / 14).joined())
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

    @Test func `the sound behind false headers in the middle of a recording is heard`() throws {
        let fixture = try Fixture(seconds: 4, options: ["-b", "128", "-t"])
        let bytes = fixture.bytes
        let path = try fixture.directory.write(
            bytes.prefix(32_000) + Self.falseHeaders(1_800_000) + bytes.dropFirst(32_000),
            to: "middle.mp3"
        )
        var heard = Duration.zero
        let took = try cpu { heard = try SoundCheck(of: path).duration }
        #expect((3.8...4.2).contains(heard.inSeconds))
        #expect(took < .seconds(3))
    }

    @Test func `a file whose sound begins too late is refused, and its tags do not count`() throws {
        let fixture = try Fixture(seconds: 1)
        let limit = DecodingLimits().search
        let late = [UInt8](repeating: 0, count: 2 * limit) + fixture.bytes
        let path = try fixture.directory.write(late, to: "late.mp3")
        #expect(throws: AudioError.noSoundFound(path: path, within: limit)) { try SoundCheck(of: path) }
        let tags = MP3Tags.id3v2(picture: 4 * limit) + MP3Tags.id3v2(picture: limit)
        let tagged = try fixture.directory.write(tags + fixture.bytes, to: "tagged.mp3")
        #expect(try Fixture.decode(tagged) == Fixture.decode(fixture.path))
    }

    @Test func `a file ends where its decoding takes longer than a second and a quarter of its sound`() throws {
        let fixture = try Fixture(seconds: 20)
        let calls = Mutex(Duration.zero)
        var limits = DecodingLimits()
        // Each frame of 26 ms takes 50 ms.
        limits.clock = {
            calls.withLock { now in
                defer { now += .milliseconds(50) }; return now
            }
        }
        let decoder = try MP3Decoder(SoundFile(path: fixture.path), limits: limits)
        while !decoder.read(maxFrames: 8192).isEmpty {}
        let heard = decoder.format.duration(frames: decoder.position)
        #expect((0.3...1.0).contains(heard.inSeconds))
        #expect(decoder.fault == .decodingTooLong(path: fixture.path, after: heard))
    }

    @Test func `a search that takes too long ends`() throws {
        let path = try TestDirectory().write(Self.falseHeaders(900_000), to: "slow.mp3")
        let now = Mutex(Duration.zero)
        var limits = DecodingLimits()
        limits.clock = {
            now.withLock { now in
                defer { now += .seconds(2) }; return now
            }
        }
        #expect(throws: AudioError.decodingTooLong(path: path, after: .zero)) {
            try MP3Decoder(SoundFile(path: path), limits: limits)
        }
    }

    @Test func `frames of a few bytes each end the file within seconds of sound`() throws {
        // Free-format frames of MPEG-2.5, Layer III, at 8 kHz, 24 bytes apart: 72 ms each.
        let frame: [UInt8] = [0xFF, 0xE3, 0x08, 0xC4] + [UInt8](repeating: 0, count: 20)
        let path = try TestDirectory().write(Array(repeatElement(frame, count: 80_000).joined()), to: "tiny.mp3")
        let decoder = try MP3Decoder(SoundFile(path: path))
        while !decoder.read(maxFrames: 8192).isEmpty {}
        #expect(decoder.fault == .bitRateTooLow(path: path))
        #expect(decoder.format.duration(frames: decoder.position) < .seconds(20))
    }

    @Test func `a recording that is too long ends at the limit, and says so`() throws {
        let fixture = try Fixture(seconds: 3)
        var limits = DecodingLimits()
        limits.sound = .seconds(2)
        let decoder = try MP3Decoder(SoundFile(path: fixture.path), limits: limits)
        while !decoder.read(maxFrames: 8192).isEmpty {}
        #expect((2.0...2.1).contains(decoder.format.duration(frames: decoder.position).inSeconds))
        #expect(decoder.fault == .fileTooLong(path: fixture.path, limit: .seconds(2)))
        #expect(decoder.fault?.remedy == "use a shorter recording")
    }
}
