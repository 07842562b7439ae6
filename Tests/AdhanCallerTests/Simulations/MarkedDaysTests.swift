import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller

/// Days that are only in marks, and marks that do not answer.
@Suite struct MarkedDaysTests {
    /// Three prayers of the 12th are in the ledger, and those up to the 22nd only in marks, since the SD card is full.
    private func boxWithAFullCard() throws -> VirtualBox {
        let box = VirtualBox(at: try .utc("2026-11-12", 0))
        box.start()
        box.run(until: try .utc("2026-11-12", 15, 30))
        box.ledger.fail(.unwritable)
        return box
    }

    private func rows(_ box: VirtualBox) throws -> [LedgerEntry] { try box.ledger.entries(.first..<(.last)) }

    private func words(_ box: VirtualBox) -> [String] {
        box.notices.compactMap { if case .marks = $0.notice { $0.notice.words(.utc) } else { nil } }
    }

    @Test func `ten days that are only in marks are no absence`() throws {
        let box = try boxWithAFullCard()
        box.run(until: try .utc("2026-11-22", 9))
        box.losePower(until: try .utc("2026-11-22", 9, 10))
        box.run(until: try .utc("2026-11-22", 9, 20))
        box.ledger.fail(nil)
        box.run(until: try .utc("2026-11-22", 9, 30))
        let rows = try rows(box)
        #expect(rows.allSatisfy { $0.state == .completed }, "\(rows.filter { $0.state != .completed })")
        #expect(rows.count == 51)
    }

    @Test func `days off between marked ones are recorded as missed, the marked ones are not`() throws {
        let box = try boxWithAFullCard()
        box.run(until: try .utc("2026-11-13", 9))
        box.losePower(until: try .utc("2026-11-23", 9))
        box.run(until: try .utc("2026-11-24", 9))
        box.losePower(until: try .utc("2026-11-26", 9))
        box.run(until: try .utc("2026-11-26", 9, 10))
        box.ledger.fail(nil)
        box.run(until: try .utc("2026-11-26", 9, 20))
        let missed = try rows(box).filter { $0.state == .missed }
        let absence = try #require(missed.first)
        #expect(absence.key.occasion == .absence)
        #expect(absence.due == (try #require(try box.row("2026-11-13", .fajr)?.due)) + .seconds(1))
        #expect(absence.ended.map { $0 <= box.now - .days(3) && $0 > box.now - .days(4) } == true, "\(absence)")
        // From Dhuhr of the 24th to Fajr of the 26th.
        #expect(missed.dropFirst().count == 10)
        #expect(try rows(box).count == 6 + 1 + 5 + 10)
    }

    @Test func `while the marks hang the ledger is read, and their folder is named`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.kill()
        box.wait(until: try .utc("2026-11-21", 12, 0, 4))
        box.paces.marks = .hung
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 0, 20))
        #expect(box.called.count == 1, "Dhuhr, within its grace")
        #expect(words(box).count == 1 && words(box).first?.contains("the marks in memory have not answered") == true)
        #expect(!box.notices.contains { if case .ledgerUnreadable = $0.notice { true } else { false } })
        box.run(until: try .utc("2026-11-21", 12, 10))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
        box.paces.marks = .prompt
        box.run(until: try .utc("2026-11-21", 12, 11))
        #expect(words(box).last == "the marks in memory are read")
    }

    @Test func `a prayer whose end is in a mark is not ended again when the ledger answers first`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 0, 10))
        box.ledger.fail(.unwritable)
        box.run(until: try .utc("2026-11-21", 12, 1))
        box.kill()
        box.ledger.fail(nil)
        box.paces.marks = DiskPace(delay: .seconds(4))
        box.start()
        box.run(until: try .utc("2026-11-21", 12, 10))
        #expect(box.called.count == 1)
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .completed)
    }

    @Test func `an adhan broken off days ago, of which only a mark knows that is read late, is interrupted`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 30))
        box.ledger.fail(.unwritable)
        box.run(until: try .utc("2026-11-21", 12, 0, 10))
        box.kill()
        box.wait(until: try .utc("2026-11-30", 12, 10))
        box.ledger.fail(nil)
        box.paces.marks = DiskPace(delay: .seconds(12))
        box.start()
        box.run(until: try .utc("2026-11-30", 12, 20))
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .interrupted)
    }
}
