import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
/// Nothing could sound at the second, and something changes during the grace.
@Suite struct WithinTheGraceTests {
    private static let date = "2026-11-21"

    private func boxWithoutCard() throws -> VirtualBox {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        return box
    }

    @Test func `a card that is plugged in two minutes after the second is heard`() throws {
        let box = try boxWithoutCard()
        box.run(until: try .utc(Self.date, 12, 2))
        #expect(try box.row(Self.date, .dhuhr) == nil, "nothing is begun without a device")
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        #expect(box.called.count == 1)
    }

    @Test(arguments: [5, 120, 299])
    func `killed while it looks for a card, it is called after the restart`(seconds: Int) throws {
        let box = try boxWithoutCard()
        box.run(until: try .utc(Self.date, 12) + .seconds(seconds - 3))
        box.kill()
        box.wait(until: try .utc(Self.date, 12) + .seconds(seconds))
        box.player.behaviour = .plays
        box.start()
        box.run(until: try .utc(Self.date, 13))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12) + .seconds(seconds)])
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `stopped in the second before its second, it is called after the restart`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 11, 59, 59))
        box.stop(by: "SIGTERM")
        #expect(try box.row(Self.date, .dhuhr)?.state == .missed)
        box.losePower(until: try .utc(Self.date, 12, 0, 3))
        box.run(until: try .utc(Self.date, 13))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12, 0, 3)])
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `a corrected config is taken up at once, and calls it`() throws {
        let box = try boxWithoutCard()
        box.run(until: try .utc(Self.date, 12, 2))
        let inHand = box.player
        box.reload(finding: .plays)
        box.run(until: try .utc(Self.date, 12, 2, 1))
        #expect(box.player !== inHand)
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12, 2)])
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `a late prayer that has not begun is silent once somebody has muted the box`() throws {
        let box = try boxWithoutCard()
        box.run(until: try .utc(Self.date, 12, 1))
        box.mute(until: try .utc(Self.date, 13))
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(box.called.isEmpty)
        #expect(try box.rows(Self.date) == ["adhan-dhuhr missed: no sound card"])
    }

    @Test func `a mute during an adhan silences the next one, too, which waits for its end`() throws {
        struct Near: TimetableSource {
            func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
                dates.map { .plain($0, asr: 12 * 3600 + 5) }
            }
        }
        let box = VirtualBox(at: try .utc(Self.date, 11), source: Near())
        box.start()
        box.run(until: try .utc(Self.date, 12, 0, 10))
        box.mute(until: try .utc(Self.date, 13))
        box.run(until: try .utc(Self.date, 14))
        #expect(box.called.count == 1)
        let rows = try box.rows(Self.date)
        #expect(rows.count == 2 && rows.last == "adhan-asr skipped: muted, by amina", "\(rows)")
    }

    @Test func `when the grace is over it is missed, once, with the reason`() throws {
        let box = try boxWithoutCard()
        box.run(until: try .utc(Self.date, 12, 6))
        #expect(try box.row(Self.date, .dhuhr)?.state == .missed)
        #expect(try box.row(Self.date, .dhuhr)?.reason == "no sound card")
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.date, 13))
        #expect(box.called.isEmpty)
    }

    @Test func `with a device that is lost at each attempt, it is begun at most every quarter of a minute`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.player.behaviour = .diesUnheard("the card vanished")
        box.start()
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(box.called.isEmpty)
        #expect(try box.row(Self.date, .dhuhr)?.state == .missed)
        let rows = box.notices.filter { if case .settled = $0.notice { true } else { false } }
        #expect((10...25).contains(rows.count), "\(rows.count) rows in five minutes")
    }

    /// Isha is a minute before midnight.
    private struct LateIsha: TimetableSource {
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { .plain($0, isha: 23 * 3600 + 59 * 60) }
        }
    }

    @Test func `a config corrected after the days were loaded at midnight is taken up at once, too`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 23), source: LateIsha())
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc("2026-11-22", 0, 2))
        box.reload(finding: .plays)
        box.run(until: try .utc("2026-11-22", 0, 10))
        #expect(box.called.map(\.at) == [try .utc("2026-11-22", 0, 2)])
    }
}
