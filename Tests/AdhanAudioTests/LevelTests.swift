import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanAudio

/// The level: what reaches the card, compared with the decoded file.
struct LevelTests {
    private let fixture: Fixture
    private let decoded: [Int16]

    init() throws {
        fixture = try Fixture(seconds: 3)
        decoded = try Fixture.decode(fixture.path)
    }

    /// The samples that reached the card, without the lead-in, which is as long as without a volume.
    private func heard(_ choice: SoundChoice, _ faults: [ScriptedCard.Fault] = []) throws -> [Int16] {
        let card = ScriptedCard(faults)
        let report = try PlayerBench(["card": card], devices: ["card"]).play(choice)
        #expect(report.end == .completed)
        let plain = ScriptedCard()
        _ = try PlayerBench(["card": plain], devices: ["card"]).play(fixture.path)
        let lead = plain.heard.prefix { $0 == 0 }.count - decoded.prefix { $0 == 0 }.count
        return Array(card.heard.dropFirst(lead).prefix(decoded.count))
    }

    @Test(arguments: [-0.1, -6, -18.06, -40])
    func `the error of a turned down sample is the steady noise of triangular dither`(decibels: Double) throws {
        let volume = Volume(decibels: decibels)
        let heard = try heard(SoundChoice(file: fixture.path, volume: volume))
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
        let choice = SoundChoice(file: fixture.path, volume: Volume(percent: 70))
        let once = try heard(choice)
        #expect(try heard(choice).elementsEqual(once))
        // After unplugging and plugging in it goes on with the same frame, in other blocks than before.
        let gone = PlayerBench.due.advanced(by: .microseconds(1_512_345))
        let card = ScriptedCard([.absent(from: gone, until: gone.advanced(by: .seconds(2)))])
        let report = try PlayerBench(["card": card], devices: ["card"]).play(choice)
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

    @Test func `a volume of 0 is silence and no hiss`() throws {
        #expect(try heard(SoundChoice(file: fixture.path, volume: .silent)).allSatisfy { $0 == 0 })
    }

    @Test func `a fade-in follows the volume scale, and after it every sample is the file's`() throws {
        // It ends within a block.
        let heard = try heard(SoundChoice(file: fixture.path, fadeIn: .milliseconds(1990)))
        let fade = 87_759 * 2
        #expect(heard[fade...].elementsEqual(decoded[fade...]))
        for (index, pair) in zip(heard, decoded).prefix(fade).enumerated() {
            let share = Double(index / 2) / Double(fade / 2)
            let expected = Double(pair.1) * share * share * share
            guard abs(Double(pair.0) - expected) > 1.5 else { continue }
            Issue.record("sample \(index): \(pair.0) instead of \(expected)")
            return
        }
    }

    @Test func `a fade-in is part of the volume`() throws {
        let heard = try heard(SoundChoice(file: fixture.path, volume: Volume(decibels: -20), fadeIn: .seconds(1)))
        let fade = 44_100.0
        let errors = zip(heard, decoded).enumerated().map { index, pair in
            let share = min(1, Double(index / 2) / fade)
            return Double(pair.0) - Double(pair.1) * 0.1 * share * share * share
        }
        #expect(errors.allSatisfy { abs($0) <= 1.5 })
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

    @Test(arguments: [(0.0, true), (0.0, false), (1.5, true), (1.5, false)])
    func `what ALSA gets is the file's to the last sample, and ends with the tail's silence`(
        seconds: Double,
        isFull: Bool
    ) throws {
        let copy = fixture.directory.file("tail-\(seconds)-\(isFull).raw")
        let (log, clock) = (PlayerEventLog(), VirtualHostClock())
        let player = Player(
            PlayerConfiguration(
                devices: ["file:FILE=\(copy),FORMAT=raw"],
                tail: .milliseconds(Int(seconds * 1000))
            ),
            clock: clock,
            onEvent: log.append
        )
        let at = clock.wall().advanced(by: .seconds(5))
        let volume = isFull ? Volume.full : Volume(percent: 50)
        player.arm(
            PlaybackRequest(
                id: 1,
                at: at,
                latest: at.advanced(by: .seconds(60)),
                SoundChoice(file: fixture.path, volume: volume, fadeIn: .milliseconds(500))
            )
        )
        player.start(1)
        #expect(eventually { log.report != nil })
        #expect(log.report?.end == .completed, "\(log.events)")
        #expect(log.report?.heard == .seconds(3))
        let played = [Int16](raw: TestDirectory.bytes(of: copy))
        let tail = Int(seconds * 44_100) * 2
        let sound = Array(played.dropLast(tail).suffix(decoded.count))
        #expect(sound.count == decoded.count)
        // On a drain ALSA fills up the last period of the file plugin, at most 50 ms.
        let end = try #require(played.lastIndex { $0 != 0 }).distance(to: played.endIndex)
        let own = decoded.reversed().prefix { $0 == 0 }.count
        #expect((tail...(tail + own + 44_100 / 10)).contains(end))
        guard isFull else { return }
        let fade = 44_100
        let start = try #require(played.lastIndex { $0 != 0 }) - (try #require(decoded.lastIndex { $0 != 0 }))
        #expect(played[(start + fade)..<(start + decoded.count)].elementsEqual(decoded[fade...]))
    }

    @Test func `a card that goes away in the tail has played it all`() throws {
        let gone = PlayerBench.due.advanced(by: .seconds(8))
        let card = ScriptedCard([.absent(from: gone, until: gone.advanced(by: .seconds(1000)))])
        let report = try PlayerBench(["card": card], devices: ["card"], tail: .seconds(20)).play(fixture.path)
        #expect(report.end == .completed)
        #expect(report.heard == .seconds(3))
        #expect(report.gap == .zero)
        #expect(PlayerBench.due.duration(to: report.ended) < .seconds(9))
        #expect(card.heard.trimmed().elementsEqual(decoded.trimmed()))
    }
}
