import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller

/// A clock that is wrong, jumps and is corrected.
@Suite struct ClockTests {
    private func box(_ hour: Int) throws -> VirtualBox {
        let box = VirtualBox(at: try .utc("2026-11-21", hour))
        box.settings.asksClock = true
        return box
    }

    private static let vouched = LoopEvent.clock(.synchronised)
    private static let doubted = LoopEvent.clock(.untrusted(.noHardwareClock))

    @Test func `a box that boots in the past calls nothing until its clock is corrected`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 13))
        box.kill()
        // The power comes back at 17:58, and the clock shows the time of the cut.
        box.start()
        box.life?.post(Self.doubted)
        box.run(until: try .utc("2026-11-21", 13, 30))
        #expect(box.called.count == 1)
        box.stepClock(to: try .utc("2026-11-21", 17, 58))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 19))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr), .adhan(.maghrib)])
        #expect(try box.row("2026-11-21", .asr)?.state == .missed)
        #expect(box.calledUntrusted == 0)
    }

    @Test func `after a first boot in 1970 nothing is owed for the years before`() throws {
        let box = VirtualBox(at: Instant(seconds: 100))
        box.settings.asksClock = true
        box.start()
        box.life?.post(Self.doubted)
        box.run(until: Instant(seconds: 4000))
        box.stepClock(to: try .utc("2026-11-21", 11))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 13))
        #expect(try box.ledger.entries(.first..<(.last)).map(\.key.occasion.name) == ["adhan-dhuhr"])
    }

    @Test(arguments: [5, 9, 10, 13, 15])
    func `stepped back by seconds while its row is written, a prayer is called at its second`(by seconds: Int) throws {
        let (box, dhuhr) = (try box(11), try Instant.utc("2026-11-21", 12))
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: dhuhr - .milliseconds(1200))
        box.stepClock(to: box.now - .seconds(seconds))
        box.run(until: dhuhr + .minutes(1))
        let called = try #require(box.called.first)
        #expect(called.at >= dhuhr && called.at <= dhuhr + .seconds(1), "\(called.at - dhuhr)")
    }

    @Test(arguments: [90, 3600, 86_400])
    func `with a ledger that does not answer, a step forward delays no prayer`(step: Int) throws {
        let dhuhr = try Instant.utc("2026-11-21", 12)
        let box = VirtualBox(at: dhuhr - .seconds(step) - .minutes(10))
        box.settings.asksClock = true
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: dhuhr - .seconds(step) - .minutes(1))
        box.paces.ledger = .hung
        box.run(until: dhuhr - .seconds(step) - .seconds(4))
        box.stepClock(to: dhuhr - .seconds(4))
        box.life?.post(Self.vouched)
        box.run(until: dhuhr + .minutes(1))
        let called = try #require(box.called.last)
        #expect(called.at >= dhuhr && called.at <= dhuhr + .seconds(1), "\(called.at - dhuhr)")
    }

    @Test func `stepped back an hour after a prayer it is not called again`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 12, 10))
        box.stepClock(to: try .utc("2026-11-21", 11, 10))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.count == 1)
    }

    @Test func `stepped back before an adhan that a person has stopped, the next is the one after it`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 12, 0, 5))
        #expect(box.stopSound() != nil)
        box.run(until: try .utc("2026-11-21", 12, 0, 10))
        box.stepClock(to: try .utc("2026-11-21", 11, 59, 55))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 11, 59, 58))
        _ = box.life?.ask { loop, now in loop.refresh(askedAt: now, isUrgent: false) }
        let told = box.notices.compactMap {
            if case .refreshed(_, let next) = $0.notice { next?.key.occasion } else { nil }
        }
        #expect(told.first == .adhan(.dhuhr) && told.last == .adhan(.asr))
        let status = box.life?.ask { loop, now in loop.timetable?.next(after: now, besides: loop.memory)?.key.occasion }
        #expect(status == .adhan(.asr))
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.count == 1)
    }

    @Test func `stepped over a prayer by less than the grace it is called late, by more it is missed`() throws {
        for (minute, state) in [(4, LedgerState.completed), (6, .missed)] {
            let box = try box(11)
            box.start()
            box.life?.post(Self.vouched)
            box.run(until: try .utc("2026-11-21", 11, 30))
            box.stepClock(to: try .utc("2026-11-21", 12, minute))
            box.life?.post(Self.vouched)
            box.run(until: try .utc("2026-11-21", 13))
            #expect(try box.row("2026-11-21", .dhuhr)?.state == state)
        }
    }

    @Test func `a prayer missed by a clock that ran ahead is called when its second truly comes`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.stepClock(to: try .utc("2026-11-21", 13))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 13, 1))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .missed)
        box.stepClock(to: try .utc("2026-11-21", 11, 31))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 13))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12)])
    }

    @Test func `a clock that shows 2098 for a while leaves no harm`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.stepClock(to: try .utc("2098-01-01", 3))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2098-01-01", 3, 10))
        box.kill()
        box.start()
        box.life?.post(Self.vouched)
        box.stepClock(to: try .utc("2026-11-21", 11, 50))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-22", 0))
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr), .adhan(.asr), .adhan(.maghrib), .adhan(.isha)])
        #expect(box.called.allSatisfy { $0.at.seconds < 2_000_000_000 })
    }

    @Test func `an absence recorded by a clock that ran ahead covers nothing that falls due afterwards`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.stepClock(to: try .utc("2026-12-21", 3))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-12-21", 3, 10))
        #expect(try box.ledger.entries(.first..<(.last)).contains { $0.key.occasion == .absence })
        box.stepClock(to: try .utc("2026-11-21", 11, 40))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 11, 41))
        box.losePower(until: try .utc("2026-11-21", 14))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 14, 1))
        #expect(try box.row("2026-11-21", .dhuhr)?.reason == "not running")
    }

    @Test func `stepped back in the second before a prayer it is called once, when it comes`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 11, 59, 59))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .started)
        box.stepClock(to: try .utc("2026-11-21", 11, 59, 30))
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12)])
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
    }

    @Test func `what fell due before the process began is missed for that, though its clock was not trusted then`()
        throws
    {
        let box = try box(11)
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.kill()
        box.wait(until: try .utc("2026-11-21", 13))
        box.start()
        box.life?.post(Self.doubted)
        box.run(until: try .utc("2026-11-21", 13, 1))
        // The box has no clock of its own: the time comes from the network.
        box.stepClock(to: try .utc("2026-11-21", 15, 30))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try box.row("2026-11-21", .dhuhr)?.reason == "not running")
        #expect(try box.row("2026-11-21", .asr)?.reason == "not running")
    }

    @Test func `a reminder is not announced again by a process that began after it`() throws {
        let box = try box(11)
        box.settings.rules.reminders = [.adhan(.dhuhr): [60]]
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 11, 59, 1))
        box.kill()
        box.wait(until: try .utc("2026-11-21", 11, 59, 3))
        box.start()
        box.life?.post(Self.doubted)
        box.run(until: try .utc("2026-11-21", 11, 59, 5))
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 12, 1))
        #expect(box.announced.count == 1)
    }

    @Test func `the prayers of an untrusted day are missed for that reason, once the clock is trusted`() throws {
        let box = try box(11)
        box.start()
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.life?.post(Self.doubted)
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.called.isEmpty)
        #expect(try box.row("2026-11-21", .dhuhr) == nil)
        box.life?.post(Self.vouched)
        box.run(until: try .utc("2026-11-21", 17))
        #expect(try box.row("2026-11-21", .dhuhr)?.reason == "the clock was not trusted")
    }

    @Test func `corrected while a later prayer is armed, the earlier one is called at its second`() throws {
        // The clock is always trusted here, so that only the step matters.
        let box = VirtualBox(at: try .utc("2026-11-21", 17, 30))
        box.start()
        box.run(until: try .utc("2026-11-21", 17, 59, 55))
        box.stepClock(to: try .utc("2026-11-21", 14, 59, 40))
        box.run(until: try .utc("2026-11-21", 19))
        #expect(box.called.map(\.key.occasion) == [.adhan(.asr), .adhan(.maghrib)])
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 15), try .utc("2026-11-21", 18)])
    }

    @Test func `set back by an hour while a broken file is tried again, the prayer is still at its second`()
        throws
    {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.player.behaviour = .refusesFile("not an MP3 file")
        box.start()
        // The next attempt is in a second, at 12:04:31 by the present clock.
        box.run(until: try .utc("2026-11-21", 12, 4, 30))
        box.player.behaviour = .plays
        box.stepClock(to: try .utc("2026-11-21", 11, 4, 30))
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 12)])
    }

    @Test func `set back by hours between the commit and the first sample, what falls due meanwhile is called`() throws
    {
        let box = VirtualBox(at: try .utc("2026-11-21", 17, 30))
        box.start()
        box.run(until: try .utc("2026-11-21", 17, 59, 59))
        #expect(try box.row("2026-11-21", .maghrib)?.state == .started)
        box.stepClock(to: try .utc("2026-11-21", 14, 59, 40))
        box.run(until: try .utc("2026-11-21", 19))
        #expect(box.called.map(\.key.occasion) == [.adhan(.asr), .adhan(.maghrib)])
        #expect(box.called.map(\.at) == [try .utc("2026-11-21", 15), try .utc("2026-11-21", 18)])
    }

    @Test func `set back while its first sample is played, the row says why it broke off and names nobody`()
        throws
    {
        let box = VirtualBox(at: try .utc("2026-11-21", 17, 30))
        box.player.behaviour = .isHeardBeforeItStops
        box.start()
        box.run(until: try .utc("2026-11-21", 17, 59, 59))
        box.stepClock(to: try .utc("2026-11-21", 17, 30))
        box.run(until: try .utc("2026-11-21", 19))
        let row = try #require(try box.row("2026-11-21", .maghrib))
        #expect(row.state == .interrupted && row.who == nil && row.reason != nil, "\(row)")
        // It was heard, so it is not called again at its second.
        #expect(box.called.isEmpty)
    }
}
