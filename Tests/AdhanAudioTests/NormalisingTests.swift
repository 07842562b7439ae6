import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Testing

struct NormalisingTests {
    @Test(arguments: [
        // At the target; quieter, with headroom; quieter, with too little headroom; louder; peaks above full scale.
        (-23.0, -1.0, 0.0), (-30, -12, 7), (-30, -3, 3), (-14, -0.5, -9), (-23, 0.8, -0.8),
    ])
    func `a recording is brought to the target, but no peak above full scale`(
        loudness: Double,
        truePeak: Double,
        gain: Double
    ) {
        #expect(abs(Loudness.gain(target: -23, loudness: loudness, truePeak: truePeak) - gain) < 1e-9)
    }

    @Test func `silence stays as it is`() {
        #expect(Loudness.gain(target: -23, loudness: nil, truePeak: nil) == 0)
    }

    @Test(arguments: [-16.0, -30])
    func `the played sound has the target's loudness`(target: Double) throws {
        let fixture = try Fixture(seconds: 5)
        let loudness = Loudness(target: target)
        try loudness.measure(SoundFile(path: fixture.path))
        let copy = fixture.directory.file("played.raw")
        let (log, clock) = (PlayerEventLog(), VirtualHostClock())
        let player = Player(
            PlayerConfiguration(devices: ["file:FILE=\(copy),FORMAT=raw"], loudness: loudness),
            clock: clock,
            onEvent: log.append
        )
        let at = clock.wall().advanced(by: .seconds(5))
        player.arm(PlaybackRequest(id: 1, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path))
        player.release(1)
        #expect(eventually { log.report != nil })
        #expect(log.report?.end == .completed, "\(log.events)")
        // Without ffmpeg: what was played is encoded as an MP3 again, and measured.
        let bytes = TestDirectory.bytes(of: copy)
        let played = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
        let again = try MP3Fixture.encode(
            played.trimmed(),
            options: ["-b", "320"],
            in: fixture.directory,
            name: "again.mp3"
        )
        let measured = try #require(try SoundCheck(of: again).loudness)
        #expect(abs(measured - target) < 0.3)
    }

    @Test func `a file that was not measured sounds as it is, and that is reported`() throws {
        let fixture = try Fixture(seconds: 1)
        let copy = fixture.directory.file("played.raw")
        let (log, clock) = (PlayerEventLog(), VirtualHostClock())
        let player = Player(
            PlayerConfiguration(devices: ["file:FILE=\(copy),FORMAT=raw"], loudness: Loudness(target: -30)),
            clock: clock,
            onEvent: log.append
        )
        let at = clock.wall().advanced(by: .seconds(5))
        player.arm(PlaybackRequest(id: 1, at: at, latest: at.advanced(by: .seconds(60)), file: fixture.path))
        player.release(1)
        #expect(eventually { log.report != nil })
        #expect(log.notes.first?.hasSuffix("has not been measured; it sounds as it is") == true)
        let bytes = TestDirectory.bytes(of: copy)
        let played = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
        #expect(played.trimmed().elementsEqual(try Fixture.decode(fixture.path).trimmed()))
    }
}
