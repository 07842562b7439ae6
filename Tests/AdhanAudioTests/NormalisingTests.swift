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
        // Without ffmpeg: what was played is encoded as an MP3 again, and measured.
        let played = [Int16](raw: try FilePlugin(fixture, loudness: loudness).bytes)
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
        let plugin = try FilePlugin(fixture, loudness: Loudness(target: -30))
        #expect(plugin.log.notes.first?.hasSuffix("has not been measured; it sounds as it is") == true)
        #expect([Int16](raw: plugin.bytes).trimmed().elementsEqual(try Fixture.decode(fixture.path).trimmed()))
    }
}
