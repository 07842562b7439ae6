import AdhanCore
import AdhanTestSupport
import Testing

/// Cards that fail in the middle of a sound, on a virtual clock.
struct PlayerRecoveryTests {
    private func instant(_ seconds: Double) -> Instant {
        PlayerBench.due.advanced(by: .milliseconds(Int(seconds * 1000)))
    }

    @Test func `an underrun loses no frame and its gap is measured`() throws {
        let fixture = try Fixture(seconds: 5)
        let card = ScriptedCard([.busy(at: instant(2), for: .milliseconds(900))])
        let bench = PlayerBench(["card": card], devices: ["card"])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed)
        #expect(report.heard == .seconds(5))
        // 900 ms, of which the buffer covered up to 400.
        #expect((450...650).contains(report.gap.wholeMilliseconds))
        #expect(report.xruns == 1)
        #expect(bench.log.notes.contains { $0.contains("gap of \(report.gap.wholeMilliseconds) ms") })
        #expect(card.heard.trimmed() == (try Fixture.decode(fixture.path)).trimmed())
    }

    @Test func `a card unplugged and plugged in again goes on from the frame where it stopped`() throws {
        let fixture = try Fixture(seconds: 8)
        let card = ScriptedCard([.absent(from: instant(3), until: instant(6.2))])
        let bench = PlayerBench(["card": card], devices: ["card"])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed)
        #expect(report.heard == .seconds(8))
        #expect((3100...4400).contains(report.gap.wholeMilliseconds))
        #expect(report.xruns == 0)
        #expect(bench.log.notes.contains { $0.contains("gap of \(report.gap.wholeMilliseconds) ms") })

        // At most what the device had not confirmed is played again: less than 100 ms.
        let decoded = try Fixture.decode(fixture.path)
        let heard = card.heard.drop { $0 == 0 }
        let sound = decoded.drop { $0 == 0 }
        let split = zip(heard, sound).prefix { $0 == $1 }.count
        #expect((2.8...3.1).contains(Double(split) / 88_200))
        let rest = heard.dropFirst(split)
        let repeated = rest.count - (sound.count - split)
        #expect((0..<8820).contains(repeated))
        #expect(Array(rest.suffix(sound.count - split)) == Array(sound.dropFirst(split)))
    }

    @Test func `the next card in the list takes over at once`() throws {
        let fixture = try Fixture(seconds: 6)
        let first = ScriptedCard([.absent(from: instant(2), until: instant(600))])
        let second = ScriptedCard()
        let bench = PlayerBench(["first": first, "second": second], devices: ["first", "second"])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed)
        #expect(report.device == "second")
        #expect(report.heard == .seconds(6))
        #expect(report.gap < .milliseconds(300))
        #expect(first.heard.count + second.heard.count > 0)
    }

    @Test func `a card that is lost for longer than the longest gap ends the sound`() throws {
        let fixture = try Fixture(seconds: 6)
        let card = ScriptedCard([.absent(from: instant(2), until: instant(600))])
        let bench = PlayerBench(["card": card], devices: ["card"])
        let report = try bench.play(fixture.path)
        guard case .interrupted(let reason) = report.end else {
            Issue.record("\(report.end)")
            return
        }
        #expect(reason.contains("the sound card is missing (card: "))
        #expect(reason.contains("No such device while "))
        #expect((1.8...2.1).contains(report.heard.inSeconds))
        #expect((30.0...31.5).contains(report.gap.inSeconds))
        // Once a second, and not more often.
        #expect(card.openings <= 34)
    }

    @Test func `a card that takes nothing any more is given up`() throws {
        let fixture = try Fixture(seconds: 6)
        let cards = ["stuck": ScriptedCard([.stuck(from: instant(2))]), "good": ScriptedCard()]
        let bench = PlayerBench(cards, devices: ["stuck", "good"])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed)
        #expect(report.device == "good")
        #expect(bench.log.notes.contains { $0.contains("has taken no sound") })
    }

    @Test func `a card that is lost over and over ends the sound instead of keeping the thread busy`() throws {
        let fixture = try Fixture(seconds: 30)
        let faults = (0..<60).map {
            ScriptedCard.Fault.absent(from: instant(1.3 + Double($0) * 2), until: instant(1.5 + Double($0) * 2))
        }
        let bench = PlayerBench(["card": ScriptedCard(faults)], devices: ["card"])
        guard case .interrupted(let reason) = try bench.play(fixture.path, latest: .seconds(600)).end else {
            Issue.record("\(bench.log.events)")
            return
        }
        #expect(reason.contains("that makes 21 times"))
    }

    @Test(arguments: [-0.5, -0.45, -0.4, -0.35, -0.3, -0.2, -0.1, 0, 0.1])
    func `a card lost at the beginning is waited for as in the middle`(moment: Double) throws {
        let fixture = try Fixture(seconds: 3)
        let card = ScriptedCard([.absent(from: instant(moment), until: instant(2))])
        let report = try PlayerBench(["card": card], devices: ["card"]).play(fixture.path)
        #expect(report.end == .completed)
        #expect(report.heard == .seconds(3))
        // Before the beginning it is late, after it there is a gap; in both cases a few seconds, and never both.
        let lateness = try #require(report.lateness)
        #expect([report.gap, lateness].contains(.zero), "\(report)")
        #expect((.seconds(1) ..< .seconds(6)).contains(report.gap + lateness), "\(report)")
    }

    @Test func `a card lost before the second is replaced and nothing is missed`() throws {
        let fixture = try Fixture(seconds: 2)
        let first = ScriptedCard([.absent(from: instant(-1), until: instant(600))])
        let second = ScriptedCard()
        let bench = PlayerBench(["first": first, "second": second], devices: ["first", "second"])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed)
        #expect(report.gap == .zero)
        #expect((report.lateness ?? .seconds(9)).wholeMilliseconds == 0)
        #expect(second.heard.trimmed() == (try Fixture.decode(fixture.path)).trimmed())
    }
}
