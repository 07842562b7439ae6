import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// What the loop counts of the calls, over a day.
@Suite struct TallyTests {
    private static let date = "2026-11-21"

    private func tally(_ box: VirtualBox) throws -> Tally { try #require(box.life?.ask { $0.snapshot($1).tally }) }

    @Test func `calls that were played, missed and skipped are counted, also after a reload`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 12, 10))
        box.player.behaviour = .diesUnheard("the card is busy")
        box.run(until: try .utc(Self.date, 15, 10))
        #expect(
            box.notices.filter { if case .settled(let row) = $0.notice { row.state == .missed } else { false } }.count
                > 1
        )
        box.mute(until: try .utc(Self.date, 19))
        box.reload(finding: .losesDevice(after: .seconds(9)))
        box.run(until: try .utc(Self.date, 23))
        let tally = try tally(box)
        #expect(box.reloads == 1)
        #expect(tally.played == ["fajr": 0, "dhuhr": 1, "asr": 0, "maghrib": 0, "isha": 1])
        #expect(tally.missed.filter { $0.value > 0 } == [.sound: 1])
        #expect(tally.skipped == 1 && tally.interrupted == 1)
        #expect(tally.lastPlayed["dhuhr"] == (try .utc(Self.date, 12)))
        #expect(tally.lateness.count == 2 && tally.lateness.within.first == 2)
    }

    @Test func `what was missed while nothing ran has that reason, and what was heard before is known`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 13))
        box.losePower(until: try .utc(Self.date, 17))
        box.run(until: try .utc(Self.date, 17, 1))
        let tally = try tally(box)
        #expect(tally.missed.filter { $0.value > 0 } == [.notRunning: 1])
        #expect(tally.lastPlayed == ["dhuhr": try .utc(Self.date, 12)])
        #expect(tally.played["dhuhr"] == 0, "that was an earlier process")
    }

    @Test func `a call that a clock took back before its first sample is given up`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.settings.asksClock = true
        box.start()
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 11, 59, 59))
        box.life?.post(.clock(.untrusted(.noHardwareClock)))
        box.run(until: try .utc(Self.date, 12, 30))
        #expect(try tally(box).missed.filter { $0.value > 0 } == [.givenUp: 1])
    }
}
