import AdhanAudio
import AdhanTestSupport
import Testing

struct SoundDescriptionTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `a recording is described by its length, its format and its damage`() throws {
        let path = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 3), options: ["-t"], in: directory)
        let whole = try SoundCheck.describe(path).get()
        #expect(whole.hasPrefix("\(path): 3s") && whole.contains(", 44100 Hz, stereo, sha256 "), "\(whole)")
        var bytes = TestDirectory.bytes(of: path)
        bytes.insert(contentsOf: [UInt8](repeating: 0, count: 300), at: 20_000)
        try directory.write(bytes, to: "adhan.mp3")
        #expect(try SoundCheck.describe(path).get().contains(", 44100 Hz, stereo, damaged in 1 place, sha256 "))
    }

    @Test func `the tone that comes with adhand is described as a placeholder, with what to do`() throws {
        let path = directory.file("muezzin.mp3")
        try directory.write(TestDirectory.bytes(of: Binary.root + "/Resources/adhan.mp3"), to: "muezzin.mp3")
        let words = try SoundCheck.describe(path).get()
        #expect(words.hasPrefix("placeholder tone (no recording chosen): 28s, "), "\(words)")
        #expect(words.hasSuffix("; to choose a recording: sudo adhand config set audio.adhan FILE"), "\(words)")
    }

    @Test func `a rehearsal measures a recording for its target loudness`() throws {
        let path = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1), in: directory)
        let loudness = Loudness(target: -23)
        _ = try SoundCheck.describe(path, loudness).get()
        #expect(try loudness.gain(ofFile: SoundFile(path: path).sha256) != nil)
    }
}
