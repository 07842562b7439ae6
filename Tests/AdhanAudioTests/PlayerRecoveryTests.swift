import AdhanCore
import AdhanTestSupport
import Testing

/// Cards that fail in the middle of a sound, on a virtual clock.
struct PlayerRecoveryTests {
    private static func instant(_ seconds: Double) -> Instant {
        PlayerBench.due.advanced(by: .milliseconds(Int(seconds * 1000)))
    }

    private static func absent(_ from: Double, _ until: Double = 600) -> ScriptedCard {
        ScriptedCard([.absent(from: instant(from), until: instant(until))])
    }

    @Test func `an underrun loses no frame and its gap is measured`() throws {
        let fixture = try Fixture(seconds: 5)
        let card = ScriptedCard([.busy(at: Self.instant(2), for: .milliseconds(900))])
        let bench = PlayerBench(["card": card])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed && report.heard == .seconds(5) && report.xruns == 1)
        // 900 ms, of which the buffer covered up to 400.
        #expect((450...650).contains(report.gap.wholeMilliseconds))
        #expect(bench.log.notes.contains { $0.contains("gap of \(report.gap.wholeMilliseconds) ms") })
        #expect(card.heard.trimmed() == (try fixture.decoded()).trimmed())
    }

    @Test func `a card unplugged and plugged in again goes on from the frame where it stopped`() throws {
        let fixture = try Fixture(seconds: 8)
        let card = Self.absent(3, 6.2)
        let bench = PlayerBench(["card": card])
        let report = try bench.play(fixture.path)
        #expect(report.end == .completed && report.heard == .seconds(8) && report.xruns == 0)
        #expect((3100...4400).contains(report.gap.wholeMilliseconds))
        #expect(bench.log.notes.contains { $0.contains("gap of \(report.gap.wholeMilliseconds) ms") })

        // At most what the device had not confirmed is played again: less than 100 ms.
        let heard = card.heard.drop { $0 == 0 }
        let sound = try fixture.decoded().drop { $0 == 0 }
        let split = zip(heard, sound).prefix { $0 == $1 }.count
        #expect((2.8...3.1).contains(Double(split) / 88_200))
        let rest = heard.dropFirst(split)
        #expect((0..<8820).contains(rest.count - (sound.count - split)), "frames that are heard twice")
        #expect(Array(rest.suffix(sound.count - split)) == Array(sound.dropFirst(split)))
    }

    @Test func `the next card in the list takes over at once`() throws {
        let (first, second) = (Self.absent(2), ScriptedCard())
        let report = try PlayerBench(["first": first, "second": second]).play(Fixture(seconds: 6).path)
        #expect(report.end == .completed && report.device == "second" && report.heard == .seconds(6))
        #expect(report.gap < .milliseconds(300) && first.heard.count + second.heard.count > 0)
    }

    @Test func `a card lost before the second is replaced and nothing is missed`() throws {
        let fixture = try Fixture(seconds: 2)
        let second = ScriptedCard()
        let report = try PlayerBench(["first": Self.absent(-1), "second": second]).play(fixture.path)
        #expect(report.end == .completed && report.gap == .zero && report.lateness?.wholeMilliseconds == 0)
        #expect(second.heard.trimmed() == (try fixture.decoded()).trimmed())
    }

    @Test func `a card that is lost for longer than the longest gap ends the sound`() throws {
        let card = Self.absent(2)
        let bench = PlayerBench(["card": card])
        let report = try bench.play(Fixture(seconds: 6).path)
        let reason = try #require(bench.log.interruption(report))
        #expect(reason.contains("the sound card is missing (card: ") && reason.contains("No such device while "))
        #expect((1.8...2.1).contains(report.heard.inSeconds) && (30.0...31.5).contains(report.gap.inSeconds))
        #expect(card.openings <= 34, "once a second, and not more often")
    }

    @Test func `a card that takes nothing any more is given up`() throws {
        let bench = PlayerBench(["stuck": ScriptedCard([.stuck(from: Self.instant(2))]), "good": ScriptedCard()])
        let report = try bench.play(Fixture(seconds: 6).path)
        #expect(report.end == .completed && report.device == "good")
        #expect(bench.log.notes.contains { $0.contains("has taken no sound") })
    }

    @Test func `a card that is lost over and over ends the sound instead of keeping the thread busy`() throws {
        let faults = (0..<60).map { Double($0) * 2 }.map {
            ScriptedCard.Fault.absent(from: Self.instant(1.3 + $0), until: Self.instant(1.5 + $0))
        }
        let bench = PlayerBench(["card": ScriptedCard(faults)])
        let report = try bench.play(Fixture(seconds: 30).path, latest: .seconds(600))
        #expect(bench.log.interruption(report)?.contains("that makes 21 times") == true)
    }

    @Test(arguments: [-0.5, -0.45, -0.4, -0.35, -0.3, -0.2, -0.1, 0, 0.1])
    func `a card lost at the beginning is waited for as in the middle`(moment: Double) throws {
        let report = try PlayerBench(["card": Self.absent(moment, 2)]).play(Fixture(seconds: 3).path)
        #expect(report.end == .completed && report.heard == .seconds(3))
        // Before the beginning it is late, after it there is a gap; in both cases a few seconds, and never both.
        let lateness = try #require(report.lateness)
        #expect([report.gap, lateness].contains(.zero), "\(report)")
        #expect((.seconds(1) ..< .seconds(6)).contains(report.gap + lateness), "\(report)")
    }
}
