import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanCaller

/// A ledger that came from another box by `adhand import`. That box may have called what was due before this one's
/// first start.
@Suite struct MovedLedgerTests {
    private static let date = "2026-11-21"
    private let folder: TestDirectory
    private let file: String

    init() throws {
        folder = try TestDirectory()
        file = folder.file("moved.sqlite")
        let other = folder.file("ledger.sqlite")
        let box = VirtualBox(at: try .utc(Self.date, 5), ledger: .file(other))
        box.start()
        box.run(until: try .utc(Self.date, 14, 59))
        try #require(try box.row(Self.date, .dhuhr)?.state == .completed)
        try MovedLedger(other).copy(to: file)
        try MovedLedger(file).markMove(at: box.now, from: "old")
    }

    private func box(at now: Instant) -> VirtualBox { VirtualBox(at: now, ledger: .file(file)) }

    @Test func `an adhan that the other box may have called just now is not called, nor after a restart`() throws {
        let box = box(at: try .utc(Self.date, 15, 1))
        box.start()
        box.run(until: try .utc(Self.date, 15, 2))
        box.kill()
        box.start()
        box.run(until: try .utc(Self.date, 15, 30))
        #expect(box.called.isEmpty)
        #expect(try box.row(Self.date, .asr) == nil)
        #expect(try box.row(Self.date, .dhuhr)?.state == .completed)
        box.run(until: try .utc(Self.date, 19))
        #expect(box.called.map(\.key.occasion) == [.adhan(.maghrib)])
    }

    @Test func `nor is it called if another ledger is put in its place just then`() throws {
        let box = box(at: try .utc(Self.date, 15, 1))
        box.start()
        box.run(until: try .utc(Self.date, 15, 2))
        let other = folder.file("other.sqlite")
        let fajr = ScheduledOccasion(
            OccasionKey(try CivilDate("2026-11-20"), .adhan(.fajr)),
            at: try .utc("2026-11-20", 5),
            source: .calculation
        )
        try SQLiteLedger(file: other).record(LedgerEntry(fajr, .completed))
        #expect(rename(other, file) == 0)
        // Noticed within a minute, when the adhan is still within its grace.
        box.run(until: try .utc(Self.date, 15, 3, 2))
        box.run(until: try .utc(Self.date, 15, 30))
        #expect(box.notices.contains { if case .ledgerReplaced = $0.notice { true } else { false } })
        #expect(box.called.isEmpty)
        #expect(try box.row(Self.date, .asr) == nil)
    }

    @Test(arguments: ["2026-11-22", "2026-11-24", "2026-12-21"])
    func `the days until its first start have no rows, whatever comes then`(first: String) throws {
        let box = box(at: try .utc(first, 11))
        let before = try box.ledger.rowsOnDisk().count
        box.start()
        box.run(until: try .utc(first, 11, 30))
        #expect(try box.ledger.rowsOnDisk().count == before)
        box.kill()
        box.start()
        box.run(until: try .utc(first, 13))
        #expect(try box.ledger.rowsOnDisk().count == before + 1)
        #expect(box.called.map(\.key.occasion) == [.adhan(.dhuhr)])
        #expect(try box.row(first, .dhuhr)?.state == .completed)
    }

    @Test func `from its first start on, this box owes every prayer`() throws {
        let box = box(at: try .utc("2026-11-24", 11))
        box.start()
        box.run(until: try .utc("2026-11-24", 11, 30))
        box.losePower(until: try .utc("2026-11-24", 16))
        box.run(until: try .utc("2026-11-24", 16, 30))
        #expect(try box.row("2026-11-24", .dhuhr)?.state == .missed)
        #expect(try box.row("2026-11-24", .asr)?.state == .missed)
        #expect(try box.row("2026-11-24", .fajr) == nil)
    }
}
