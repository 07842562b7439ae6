import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
/// A power cut and the return: never a burst, never twice, nothing missed in silence.
@Suite struct PowerTests {
    @Test func `back seven hours after a power cut nothing old sounds and each passed prayer is missed`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 8))
        box.start()
        box.run(until: try .utc("2026-11-21", 8, 30))
        box.losePower(until: try .utc("2026-11-21", 15, 30))
        box.run(until: try .utc("2026-11-21", 17))
        #expect(box.called.isEmpty)
        for prayer in [Prayer.dhuhr, .asr] {
            #expect(try box.row("2026-11-21", prayer)?.state == .missed)
            #expect(try box.row("2026-11-21", prayer)?.reason == "not running")
        }
        #expect(try box.row("2026-11-21", .fajr) == nil, "nothing is missed before the first start")
        #expect(try box.row("2026-11-21", .maghrib) == nil)
    }

    @Test func `what was missed in a power cut is recorded and reported once`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.kill()
        box.wait(until: try .utc("2026-11-21", 12, 30))
        box.start()
        // The first moment only: a loop that recorded it at each tick would hardly reach the next.
        box.run(until: box.now)
        let settled = box.notices.compactMap { if case .settled(let entry) = $0.notice { entry } else { nil } }
        #expect(settled.count == 1)
        #expect(settled.first?.state == .missed)
    }

    @Test func `started two minutes after maghrib it sounds late and the row says how late`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 16))
        box.start()
        box.losePower(until: try .utc("2026-11-21", 18, 2))
        box.run(until: try .utc("2026-11-21", 18, 10))
        #expect(box.called.map(\.key.occasion) == [.adhan(.maghrib)])
        let row = try #require(try box.row("2026-11-21", .maghrib))
        #expect(row.state == .completed)
        #expect(row.latenessMilliseconds == 120_000)
    }

    @Test func `a prayer later than the grace is missed, to the millisecond`() throws {
        for (late, state) in [(300_000, LedgerState.completed), (300_001, .missed)] {
            let box = VirtualBox(at: try .utc("2026-11-21", 16))
            box.start()
            box.run(until: try .utc("2026-11-21", 16, 1))
            box.losePower(until: try .utc("2026-11-21", 18) + .milliseconds(late))
            box.run(until: try .utc("2026-11-21", 19))
            #expect(try box.row("2026-11-21", .maghrib)?.state == state)
        }
    }

    @Test func `killed in mid-adhan the prayer is interrupted and not called again`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 0, 10))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .started)
        box.kill()
        box.start()
        box.run(until: try .utc("2026-11-21", 14))
        #expect(box.called.count == 1)
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .interrupted)
        #expect(try box.row("2026-11-21", .dhuhr)?.reason == "the power or the process was lost")
    }

    @Test func `an absence of more than seven days is one row`() throws {
        let box = VirtualBox(at: try .utc("2026-11-01", 11))
        box.start()
        box.run(until: try .utc("2026-11-01", 13))
        box.losePower(until: try .utc("2026-11-21", 18, 1))
        box.run(until: try .utc("2026-11-21", 21))
        let rows = try box.ledger.entries(.first..<(.last))
        #expect(rows.map(\.key.occasion.name) == ["adhan-dhuhr", "adhan-all", "adhan-maghrib", "adhan-isha"])
        #expect(rows[1].state == .missed)
        #expect(
            rows[1].reason == "not running, from 2026-11-01T12:00:01+00:00 to 2026-11-21T17:56:00+00:00"
        )
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr), .adhan(.maghrib), .adhan(.isha)])
    }

    @Test func `an absence of six days lists every prayer and plays none of them`() throws {
        let box = VirtualBox(at: try .utc("2026-11-01", 11))
        box.start()
        box.run(until: try .utc("2026-11-01", 13))
        box.losePower(until: try .utc("2026-11-07", 13))
        box.run(until: try .utc("2026-11-07", 13, 1))
        let rows = try box.ledger.entries(.first..<(.last))
        #expect(rows.filter { $0.state == .missed }.count == 30)
        #expect(rows.count == 31)
        #expect(box.called.count == 1)
    }

    @Test func `a power cut while the disk works on a late prayer's row does not have it heard twice`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.player.behaviour = .isSlow(.seconds(3))
        box.losePower(until: try .utc("2026-11-21", 12, 2))
        box.run(until: try .utc("2026-11-21", 12, 2, 1))
        box.paces.ledger = DiskPace(delay: .milliseconds(500))
        box.run(until: try .utc("2026-11-21", 12, 2, 3) + .milliseconds(200))
        #expect(!box.marks.load().isEmpty)
        // The marks are in memory, so that the power cut takes them.
        box.marks.removeAll()
        box.losePower(until: try .utc("2026-11-21", 12, 2, 10))
        box.run(until: try .utc("2026-11-21", 12, 10))
        #expect(box.called.count == 1)
    }

    @Test func `weeks without power after a first start that called nothing are one row`() throws {
        let box = VirtualBox(at: try .utc("2026-11-01", 13))
        box.start()
        box.run(until: try .utc("2026-11-01", 13, 10))
        box.losePower(until: try .utc("2026-11-21", 13))
        box.run(until: try .utc("2026-11-21", 13, 10))
        let absences = try box.ledger.entries(.first..<(.last)).filter { $0.key.occasion == .absence }
        #expect(absences.map(\.due) == [try .utc("2026-11-01", 13, 0, 1)])
    }
}
