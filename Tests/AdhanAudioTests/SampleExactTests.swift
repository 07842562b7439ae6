import AdhanAudio
import AdhanTestSupport
import Testing

/// The decoder, and the output through ALSA, compared with mpg123's decode of the same file.
struct SampleExactTests {
    private static let rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

    /// Each rate with two of the three kinds of bit rate, and each kind with both numbers of channels.
    @Test(arguments: rates, [1, 2])
    func `what ALSA is given is mpg123's own decode, byte for byte, between two silences`(rate: Int, channels: Int)
        throws
    {
        let kinds = [["-b", rate < 32_000 ? "32" : "128"], ["-V", "4"], ["-V", "6", "-t"]]
        let options = kinds[((Self.rates.firstIndex(of: rate) ?? 0) + channels) % 3] + Fixture.keeping(rate)
        let fixture = try Fixture(seconds: 1.3, rate: rate, channels: channels, options: options)
        let raw = fixture.directory.file("mpg123.raw")
        try ChildProcess.run(["mpg123", "-q", "-s", fixture.path], output: raw)
        let expected = TestDirectory.bytes(of: raw)
        let played = try FilePlugin(fixture).bytes
        #expect(try [Int16](raw: expected) == fixture.decoded())
        #expect(expected.count >= Int(1.3 * Double(rate)) * channels * 2, "\(options)")
        let first = try #require(played.firstIndex { $0 != 0 })
        let lead = first - (expected.firstIndex { $0 != 0 } ?? 0)
        #expect(lead > 0 && lead % (2 * channels) == 0)
        #expect(played.dropFirst(lead).prefix(expected.count) == expected[...], "\(options)")
        #expect(played.dropFirst(lead + expected.count).allSatisfy { $0 == 0 })
    }

    @Test func `the samples are the same in blocks of any size`() throws {
        let fixture = try Fixture(seconds: 1)
        let whole = try fixture.decoded()
        for frames in [1, 7, 1000, 1153] {
            #expect(try Fixture.decode(fixture.path, block: frames) == whole, "\(frames)")
        }
    }
}
