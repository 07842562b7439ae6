import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanAudio

/// Signals of known loudness, from ITU-R BS.1770-4, annex 1, and EBU Tech 3341.
struct LoudnessTests {
    /// A sine with a whole number of periods per second.
    private func sine(_ hertz: Int, decibels: Double, seconds: Double, rate: Int = 48_000, phase: Double = 0) -> [Int16]
    {
        let amplitude = 32_767 * pow(10, decibels / 20)
        let second = (0..<rate).map { frame in
            Int16((amplitude * sin(2 * .pi * Double(hertz * frame) / Double(rate) + phase)).rounded())
        }
        return (0..<Int(seconds * Double(rate))).map { second[$0 % rate] }
    }

    private func onBoth(_ samples: [Int16]) -> [Int16] {
        [Int16](unsafeUninitializedCapacity: 2 * samples.count) { both, count in
            for (frame, sample) in samples.enumerated() { (both[2 * frame], both[2 * frame + 1]) = (sample, sample) }
            count = 2 * samples.count
        }
    }

    private func meter(_ samples: [Int16], channels: Int, rate: Int = 48_000) throws -> LoudnessMeter {
        let meter = try LoudnessMeter(SoundFormat(rate: rate, channels: channels))
        try meter.add(samples)
        return meter
    }

    @Test(arguments: [8_000, 11_025, 22_050, 44_100, 48_000])
    func `a sine of 997 Hz at full scale in one channel is -3.01 LUFS, in both 0, and mono too`(rate: Int) throws {
        let tone = sine(997, decibels: 0, seconds: 3, rate: rate)
        let mono = try #require(try meter(tone, channels: 1, rate: rate).loudness)
        let left = try #require(try meter(tone.flatMap { [$0, 0] }, channels: 2, rate: rate).loudness)
        let both = try #require(try meter(onBoth(tone), channels: 2, rate: rate).loudness)
        // The filter is the standard's at 48 kHz; at other rates it differs a little near half the rate.
        let tolerance = rate < 44_100 ? 0.1 : 0.01
        #expect(abs(mono) < tolerance)
        #expect(abs(left + 3.01) < tolerance)
        #expect(abs(both) < tolerance)
    }

    @Test(arguments: [-23.0, -33.0])
    func `the steady tones of EBU Tech 3341 read what they are`(level: Double) throws {
        let loudness = try meter(onBoth(sine(1000, decibels: level, seconds: 20)), channels: 2).loudness
        #expect(abs(try #require(loudness) - level) < 0.1)
    }

    @Test func `quiet parts around the sound do not count, as in EBU Tech 3341`() throws {
        let (quiet, loud) = (sine(1000, decibels: -36, seconds: 10), sine(1000, decibels: -23, seconds: 60))
        let loudness = try meter(onBoth(quiet + loud + quiet), channels: 2).loudness
        #expect(abs(try #require(loudness) + 23) < 0.1)
    }

    @Test func `the true peak is found between the samples, and the louder channel has it`() throws {
        let meter = try meter(onBoth(sine(12_000, decibels: -6, seconds: 1, phase: .pi / 4)), channels: 2)
        #expect(abs(try #require(meter.peak) + 9.01) < 0.01)
        #expect((-6.4...(-5.8)).contains(try #require(meter.truePeak)))
        let tone = sine(997, decibels: -12, seconds: 1)
        #expect(abs(try #require(try self.meter(tone.flatMap { [0, $0] }, channels: 2).peak) + 12) < 0.01)
    }

    @Test func `silence has neither peak nor loudness, and a short sound no loudness`() throws {
        let silence = try meter([Int16](repeating: 0, count: 96_000), channels: 2)
        #expect(silence.peak == nil && silence.truePeak == nil && silence.loudness == nil)
        let short = try meter(sine(997, decibels: -6, seconds: 0.3), channels: 1)
        #expect(short.loudness == nil)
        #expect(abs(try #require(short.peak) + 6) < 0.01)
    }

    @Test func `a recording's loudness is that of its source`() throws {
        let samples = onBoth(sine(997, decibels: -20, seconds: 5, rate: 44_100))
        let path = try MP3Fixture.encode(samples, options: ["-b", "320"], in: TestDirectory())
        let check = try SoundCheck(of: path)
        #expect(check.frames == 5 * 44_100 && check.bitRate == BitRate(kilobits: 320, isVariable: false))
        #expect(abs(try #require(check.loudness) + 20) < 0.1)
        #expect(abs(try #require(check.peak) + 20) < 0.2)
    }

    /// At the target; quieter, with headroom; quieter, with too little; louder; peaks above full scale; silence.
    @Test(
        arguments: [
            (-23, -1, 0), (-30, -12, 7), (-30, -3, 3), (-14, -0.5, -9), (-23, 0.8, -0.8), (nil, nil, 0),
        ] as [(Double?, Double?, Double)]
    )
    func `a recording is brought to the target, but no peak above full scale`(
        loudness: Double?,
        truePeak: Double?,
        gain: Double
    ) {
        #expect(abs(Loudness.gain(target: -23, loudness: loudness, truePeak: truePeak) - gain) < 1e-9)
    }

    @Test(arguments: [-16.0, -30])
    func `the played sound has the target's loudness`(target: Double) throws {
        let fixture = try Fixture(seconds: 5)
        let loudness = Loudness(target: target)
        // A rehearsal measures it.
        _ = try SoundCheck.describe(fixture.path, loudness).get()
        // What was played is encoded as an MP3 again, and measured.
        let played = [Int16](raw: try FilePlugin(fixture, loudness: loudness).bytes).trimmed()
        let again = try MP3Fixture.encode(played, options: ["-b", "320"], in: fixture.directory, name: "again.mp3")
        #expect(abs(try #require(try SoundCheck(of: again).loudness) - target) < 0.3)
    }

    @Test func `a file that was not measured sounds as it is, and that is reported`() throws {
        let fixture = try Fixture(seconds: 1)
        let plugin = try FilePlugin(fixture, loudness: Loudness(target: -30))
        #expect(plugin.log.notes.first?.hasSuffix("has not been measured; it sounds as it is") == true)
        #expect([Int16](raw: plugin.bytes).trimmed().elementsEqual(try fixture.decoded().trimmed()))
    }
}
