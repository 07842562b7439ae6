import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller

/// A ledger that cannot be read, or does not answer, when the process begins or its clock is set.
@Suite struct UnreadLedgerTests {
    private static let date = "2026-11-21"

    private func unreadable(_ box: VirtualBox) -> [String] {
        box.notices.compactMap { if case .ledgerUnreadable(let words) = $0.notice { words } else { nil } }
    }

    private func loads(_ box: VirtualBox) -> Int {
        box.notices.count { if case .ledgerLoaded = $0.notice { true } else { false } }
    }

    @Test(arguments: [3, 6, 9, 14, 20], [true, false])
    func `started seconds before a prayer while its disk hangs, it calls it on time`(
        seconds: Int,
        marksAnswer: Bool
    ) throws {
        let second = try Instant.utc(Self.date, 12)
        let box = VirtualBox(at: second - .seconds(seconds))
        box.paces = (.hung, marksAnswer ? .prompt : .hung)
        box.start()
        box.run(until: second + .minutes(1))
        #expect(box.called.map(\.at) == [second])
        box.paces = (.prompt, .prompt)
        box.run(until: second + .minutes(10))
        #expect(box.called.count == 1)
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `a disk that answers within the time that there is has its rows judged before the prayer`() throws {
        let second = try Instant.utc(Self.date, 12)
        let box = VirtualBox(at: second - .seconds(14))
        box.paces.ledger = DiskPace(delay: .seconds(8))
        box.start()
        box.run(until: second + .minutes(1))
        #expect(unreadable(box).isEmpty && box.called.map(\.at) == [second])
    }

    @Test func `the rows of an absence are written when it answers, though a prayer was called before that`() throws {
        let box = VirtualBox(at: try .utc("2026-11-19", 11))
        box.start()
        box.run(until: try .utc("2026-11-19", 13))
        box.kill()
        box.wait(until: try .utc(Self.date, 11))
        box.diskAnswers = false
        box.start()
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(box.called.count == 2)
        box.diskAnswers = true
        box.run(until: try .utc(Self.date, 12, 20))
        #expect(try box.row("2026-11-19", .asr)?.state == .missed)
        #expect(try box.row("2026-11-20", .isha)?.state == .missed)
        #expect(try box.row(Self.date, .fajr)?.state == .missed)
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `what was called before a restart is known by its mark while the ledger hangs`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 11, 59, 50))
        box.diskAnswers = false
        box.run(until: try .utc(Self.date, 12, 1))
        box.kill()
        box.start()
        box.run(until: try .utc(Self.date, 12, 10))
        box.diskAnswers = true
        box.run(until: try .utc(Self.date, 12, 20))
        #expect(box.called.count == 1)
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
    }

    @Test func `a clock that shows 2098 for a while with a full disk calls nothing again`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 11, 30))
        box.ledger.fail(.unwritable)
        box.run(until: try .utc(Self.date, 12, 1))
        box.stepClock(to: box.now + .days(26_000))
        box.run(until: box.now + .seconds(20))
        box.stepClock(to: try .utc(Self.date, 12, 1, 20))
        box.run(until: try .utc(Self.date, 12, 30))
        #expect(box.called.count { $0.key.date.description == Self.date } == 1)
    }

    @Test func `it is tried each minute until it can be read, and reported once`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 9))
        box.ledger.fail(.unreadable)
        box.start()
        box.run(until: try .utc(Self.date, 9, 5))
        #expect(unreadable(box).count == 1)
        #expect(unreadable(box).first?.contains("a test wants it so") == true)
        #expect(loads(box) == 0)
        box.ledger.fail(nil)
        box.run(until: try .utc(Self.date, 9, 20))
        #expect(loads(box) == 1)
        // The next failure is reported again.
        box.ledger.fail(.unreadable)
        box.stepClock(to: try .utc(Self.date, 10))
        box.run(until: try .utc(Self.date, 10, 1))
        #expect(unreadable(box).count == 2)
    }

    @Test func `what was called while it could not be read is known afterwards, though it lacks the row`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11, 59))
        box.ledger.fail(.unreadable)
        box.start()
        box.run(until: try .utc(Self.date, 12, 1))
        #expect(box.called.count == 1)
        box.ledger.fail(.unwritable)
        box.run(until: try .utc(Self.date, 12, 20))
        #expect(loads(box) == 1)
        #expect(box.called.count == 1)
    }

    @Test func `an adhan interrupted by a crash is reported at once, by its mark`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.start()
        box.run(until: try .utc(Self.date, 11, 30))
        box.ledger.fail(.unwritable)
        box.run(until: try .utc(Self.date, 12, 0, 10))
        box.kill()
        box.ledger.fail(.unreadable)
        box.start()
        box.run(until: try .utc(Self.date, 12, 0, 12))
        let settled = box.notices.compactMap { if case .settled(let entry) = $0.notice { entry.state } else { nil } }
        #expect(settled == [.interrupted])
    }

    @Test func `a step of the clock reads it for another day, and waits for the answer`() throws {
        let day = try CivilDate("2026-10-12")
        let box = VirtualBox(at: try .utc(Self.date, 11))
        let dhuhr = ScheduledOccasion(
            OccasionKey(day, .adhan(.dhuhr)),
            at: try .utc("2026-10-12", 12),
            source: .calculation
        )
        try box.ledger.record(LedgerEntry(dhuhr, .completed))
        box.start()
        box.run(until: try .utc(Self.date, 11, 1))
        let starts = box.starts
        box.paces.ledger = DiskPace(delay: .seconds(3))
        box.stepClock(to: try .utc("2026-10-12", 11, 59, 57))
        box.run(until: try .utc("2026-10-12", 12, 10))
        #expect(box.called.isEmpty)
        #expect(box.refusedToCall == nil)
        #expect(loads(box) == 2)
        #expect(box.starts == starts, "the days are those it had")
        #expect(!box.notices.contains { if case .marks = $0.notice { true } else { false } }, "the marks are known")
    }

    @Test func `a clock set back while it is waited for does not prolong the wait`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11, 59, 30))
        box.diskAnswers = false
        box.start()
        box.run(until: try .utc(Self.date, 11, 59, 35))
        #expect(unreadable(box).isEmpty)
        box.stepClock(to: try .utc(Self.date, 11, 59, 25))
        #expect(unreadable(box).count == 1)
    }

    @Test func `it is waited for ten seconds, and no longer`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.diskAnswers = false
        box.start()
        box.run(until: try .utc(Self.date, 11, 1))
        let said = box.notices.filter { if case .ledgerUnreadable = $0.notice { true } else { false } }
        #expect(said.map(\.at) == [try .utc(Self.date, 11, 0, 10)])
        #expect(!box.notices.contains { if case .marks = $0.notice { true } else { false } }, "the marks have answered")
    }

    @Test func `an absence of forty days begins where the ledger ends, though a prayer was called before it was read`()
        throws
    {
        let box = VirtualBox(at: try .utc("2026-10-10", 11))
        box.start()
        box.run(until: try .utc("2026-10-12", 13))
        box.kill()
        box.wait(until: try .utc(Self.date, 11))
        box.ledger.fail(.unreadable)
        box.start()
        box.run(until: try .utc(Self.date, 12, 10))
        #expect(box.called.last?.at == (try .utc(Self.date, 12)))
        box.ledger.fail(nil)
        box.run(until: try .utc(Self.date, 12, 20))
        let absences = try box.ledger.entries(.first..<(.last)).filter { $0.key.occasion == .absence }
        #expect(absences.map(\.due) == [try .utc("2026-10-12", 12, 0, 1)])
        #expect(absences.map(\.ended) == [try .utc(Self.date, 11, 59, 59)])
    }

    @Test func `with a ledger that is known to hang, a clock set back by weeks delays no prayer`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 11))
        box.diskAnswers = false
        box.start()
        box.run(until: try .utc(Self.date, 11, 1))
        box.stepClock(to: try .utc("2026-10-12", 11, 59, 55))
        box.run(until: try .utc("2026-10-12", 12, 5))
        #expect(box.called.map(\.at) == [try .utc("2026-10-12", 12)])
    }

    @Test func `a clock set back into an absence has the ledger read before anything is said of those days`() throws {
        let box = VirtualBox(at: try .utc("2026-10-01", 11))
        box.start()
        box.run(until: try .utc("2026-10-19", 21))
        box.losePower(until: try .utc("2026-11-10", 11))
        box.run(until: try .utc(Self.date, 11))
        box.losePower(until: try .utc(Self.date, 11, 10))
        box.run(until: try .utc(Self.date, 11, 11))
        box.paces.ledger = DiskPace(delay: .seconds(3))
        box.stepClock(to: try .utc("2026-10-27", 11, 30))
        box.run(until: try .utc("2026-10-27", 11, 40))
        let absences = try box.ledger.entries(.first..<(.last)).filter { $0.key.occasion == .absence }
        #expect(absences.map(\.key.date.description) == ["2026-10-19"])
        #expect(absences.map(\.ended) == [try .utc("2026-11-10", 10, 55)], "it is not made shorter")
        #expect(try box.row("2026-10-24", .asr)?.state == .missed, "by this clock it has not ended")
    }

    @Test func `a clock set back by seconds over the start does not cost the prayer between`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 12, 0, 20))
        box.ledger.fail(.unreadable)
        box.start()
        box.run(until: try .utc(Self.date, 12, 0, 22))
        box.stepClock(to: try .utc(Self.date, 11, 59, 55))
        box.run(until: try .utc(Self.date, 12, 5))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12)])
    }

    @Test func `a clock set back by hours over the start does not cost the prayer between, without any disk`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 13))
        box.ledger.fail(.unreadable)
        box.marks.refuses = true
        box.start()
        box.run(until: try .utc(Self.date, 13, 1))
        box.stepClock(to: try .utc(Self.date, 11))
        box.run(until: try .utc(Self.date, 12, 5))
        #expect(box.called.map(\.at) == [try .utc(Self.date, 12)])
    }

    @Test func `the first start is the one by the clock with which the ledger was first read`() throws {
        let box = VirtualBox(at: try .utc(Self.date, 14))
        box.settings.asksClock = true
        box.ledger.fail(.unreadable)
        box.start()
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 14, 1))
        box.stepClock(to: try .utc(Self.date, 11))
        box.life?.post(.clock(.synchronised))
        box.ledger.fail(nil)
        box.run(until: try .utc(Self.date, 11, 10))
        box.losePower(until: try .utc(Self.date, 13))
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc(Self.date, 13, 10))
        #expect(try box.row(Self.date, .dhuhr)?.state == .missed)
    }
}
