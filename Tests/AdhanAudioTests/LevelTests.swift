import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanAudio

/// The level: what reaches the card, compared with the decoded file.
struct LevelTests {
    private static let made = Result {
        let fixture = try Fixture(seconds: 3)
        let (decoded, card) = (try fixture.decoded(), ScriptedCard())
        _ = try PlayerBench(["card": card]).play(fixture.path)
        return (fixture, decoded, card.heard.prefix { $0 == 0 }.count - decoded.prefix { $0 == 0 }.count)
    }

    private let fixture: Fixture
    private let decoded: [Int16]
    /// How many samples the lead-in has without a volume.
    private let lead: Int

    init() throws { (fixture, decoded, lead) = try Self.made.get() }

    /// The samples that reached the card, without the lead-in.
    private func heard(_ volume: Volume = .full, fadeIn: Duration = .zero) throws -> [Int16] {
        let card = ScriptedCard()
        let choice = SoundChoice(file: fixture.path, volume: volume, fadeIn: fadeIn)
        #expect(try PlayerBench(["card": card]).play(choice).end == .completed)
        return Array(card.heard.dropFirst(lead).prefix(decoded.count))
    }

    @Test(arguments: [-0.1, -6, -18.06, -40])
    func `the error of a turned down sample is the steady noise of triangular dither`(decibels: Double) throws {
        let volume = Volume(decibels: decibels)
        let heard = try heard(volume)
        #expect(heard.count == decoded.count)
        let errors = zip(heard, decoded).map { Double($0) - Double($1) * volume.gain }
        let mean = errors.reduce(0, +) / Double(errors.count)
        let variance = errors.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(errors.count)
        #expect(errors.allSatisfy { abs($0) <= 1.5 })
        #expect(abs(mean) < 0.01)
        // The variance is 1/12 of the step squared for the rounding, and 1/6 for the dither, whatever the sound.
        #expect((0.245...0.255).contains(variance))
        // The error is not correlated with the sound: that is the purpose of the dither.
        let product = zip(errors, decoded).map { $0 * Double($1) }.reduce(0, +)
        let power = decoded.map { Double($0) * Double($0) }.reduce(0, +) * variance * Double(errors.count)
        #expect(abs(product) / power.squareRoot() < 0.01)
    }

    @Test func `the samples are the same each time, also where the sound goes on after a gap`() throws {
        let volume = Volume(percent: 70)
        let once = try heard(volume)
        #expect(try heard(volume) == once)
        // After unplugging and plugging in it goes on with the same frame, in other blocks than before.
        let gone = PlayerBench.due.advanced(by: .microseconds(1_512_345))
        let card = ScriptedCard([.absent(from: gone, until: gone.advanced(by: .seconds(2)))])
        let report = try PlayerBench(["card": card]).play(SoundChoice(file: fixture.path, volume: volume))
        #expect(report.end == .completed && report.gap > .seconds(1))
        let second = 2 * 44_100
        #expect(card.heard.trimmed().prefix(second).elementsEqual(once.trimmed().prefix(second)))
        #expect(card.heard.trimmed().suffix(second).elementsEqual(once.trimmed().suffix(second)))
    }

    @Test func `the samples are the same in blocks of any size`() {
        let level = Level(gain: 0.3, fadeFrames: 1000)
        let whole = level.applied(to: decoded[...], from: 0, channels: 2)
        let pieces = stride(from: 0, to: decoded.count, by: 14).flatMap { start in
            level.applied(to: decoded[start..<min(start + 14, decoded.count)], from: start / 2, channels: 2)
        }
        #expect(pieces.elementsEqual(whole))
    }

    @Test func `a volume of 0 is silence and no hiss`() throws { #expect(try heard(.silent).allSatisfy { $0 == 0 }) }

    /// The first one ends within a block.
    @Test(
        arguments: [
            (.full, .milliseconds(1990), 87_759), (Volume(decibels: -20), .seconds(1), 44_100),
        ] as [(Volume, Duration, Int)]
    )
    func `a fade-in follows the volume scale up to the volume`(volume: Volume, fadeIn: Duration, frames: Int) throws {
        let heard = try heard(volume, fadeIn: fadeIn)
        let off = zip(heard, decoded).enumerated().first { index, pair in
            let share = min(1, Double(index / 2) / Double(frames))
            return abs(Double(pair.0) - Double(pair.1) * volume.gain * share * share * share) > 1.5
        }
        #expect(off == nil)
        if volume == .full {
            #expect(heard[(2 * frames)...] == decoded[(2 * frames)...], "after it every sample is the file's")
        }
    }

    @Test(arguments: [1.0, 0.3])
    func `a stop fades linearly from the volume to zero`(gain: Double) throws {
        let fallen = Level(gain: gain).applied(to: decoded[...], from: 0, channels: 2, falling: true)
        #expect(fallen.count == decoded.count && fallen.suffix(2) == [0, 0])
        let frames = decoded.count / 2
        let off = zip(fallen, decoded).enumerated().first { index, pair in
            let share = 1 - Double(index / 2 + 1) / Double(frames)
            return abs(Double(pair.0) - Double(pair.1) * gain * share) > 1.5
        }
        #expect(off == nil)
    }

    @Test func `samples above full scale are clipped, and a gain that is no number changes nothing`() {
        let loud: [Int16] = [32_767, -32_768, 20_000, -20_000]
        #expect(Level(gain: 2).applied(to: loud[...], from: 0, channels: 2) == [32_767, -32_768, 32_767, -32_768])
        #expect(Level(gain: .nan).applied(to: loud[...], from: 0, channels: 2) == loud[...])
    }

    @Test(arguments: [(0.0, true), (1.5, false)])
    func `what ALSA gets is the file's to the last sample, and ends with the tail's silence`(
        seconds: Double,
        isFull: Bool
    ) throws {
        let volume = isFull ? Volume.full : Volume(percent: 50)
        let choice = SoundChoice(file: fixture.path, volume: volume, fadeIn: .milliseconds(500))
        // A fixture of its own, for the plugin writes beside it.
        let plugin = try FilePlugin(Fixture(seconds: 3), choice, tail: .milliseconds(Int(seconds * 1000)))
        #expect(plugin.log.report?.heard == .seconds(3))
        let played = [Int16](raw: plugin.bytes)
        let tail = Int(seconds * 44_100) * 2
        #expect(played.dropLast(tail).count >= decoded.count)
        // On a drain ALSA fills up the last period of the file plugin, at most 50 ms.
        let last = try #require(played.lastIndex { $0 != 0 })
        let own = decoded.reversed().prefix { $0 == 0 }.count
        #expect((tail...(tail + own + 44_100 / 10)).contains(played.count - last))
        guard isFull else { return }
        let fade = 44_100
        let start = last - (try #require(decoded.lastIndex { $0 != 0 }))
        #expect(played[(start + fade)..<(start + decoded.count)].elementsEqual(decoded[fade...]))
    }

    @Test func `a card that goes away in the tail has played it all`() throws {
        let gone = PlayerBench.due.advanced(by: .seconds(8))
        let card = ScriptedCard([.absent(from: gone, until: gone.advanced(by: .seconds(1000)))])
        let report = try PlayerBench(["card": card], tail: .seconds(20)).play(fixture.path)
        #expect(report.end == .completed && report.heard == .seconds(3) && report.gap == .zero)
        #expect(PlayerBench.due.duration(to: report.ended) < .seconds(9))
        #expect(card.heard.trimmed().elementsEqual(decoded.trimmed()))
    }
}
