import AdhanCore
import AdhanSQLite
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanLedger

/// A ledger is copied and marked for another box.
@Suite struct MovedLedgerFileTests {
    private let folder: TestDirectory
    private let file: String
    private let copy: String

    init() throws {
        folder = try TestDirectory()
        (file, copy) = (folder.file("ledger.sqlite"), folder.file("copy.sqlite"))
    }

    private func record(_ days: Range<Int>, in path: String) throws {
        let ledger = SQLiteLedger(file: path)
        try ledger.record(LedgerOrigin(firstStart: Instant(seconds: 1000)))
        for day in days {
            let date = try CivilDate("2026-01-01").adding(days: day)
            let due = ScheduledOccasion(
                OccasionKey(date, .adhan(.fajr)),
                at: Instant(seconds: Int64(day)),
                source: .file
            )
            try ledger.record(LedgerEntry(due, .completed))
        }
    }

    @Test func `a copy has all rows, also of a ledger that is open, and is a ledger`() throws {
        try record(0..<40, in: file)
        let writer = SQLiteLedger(file: file)
        _ = try writer.load(since: .first, now: Instant(seconds: 50))
        try MovedLedger(file).copy(to: copy)
        #expect(try MovedLedger(copy).extent() == .init(rows: 40, first: "2026-01-01", last: "2026-02-09"))
        try record(40..<41, in: file)
        #expect(try MovedLedger(file).rows(missingIn: copy) == 1 && MovedLedger(copy).rows(missingIn: file) == 0)
        // Its rules came with it.
        try record(40..<41, in: copy)
        #expect(throws: LedgerError.self) { try record(40..<41, in: copy) }
    }

    @Test func `a moved ledger has no first start until the new box has one, and stays known as moved`() throws {
        try record(0..<3, in: file)
        func load() throws -> LedgerOrigin {
            try SQLiteLedger(file: file).load(since: .first, now: Instant(seconds: 9000)).origin
        }
        #expect(try load() == LedgerOrigin(firstStart: Instant(seconds: 1000)))
        try MovedLedger(file).markMove(at: Instant(seconds: 5000), from: "old")
        #expect(try load() == LedgerOrigin(movedAt: Instant(seconds: 5000)))
        try SQLiteLedger(file: file).record(LedgerOrigin(firstStart: Instant(seconds: 6000)))
        #expect(try load() == LedgerOrigin(firstStart: Instant(seconds: 6000), movedAt: Instant(seconds: 5000)))
        #expect(try SQLiteLedger(file: file).changes(limit: 10).isEmpty, "it is no setting")
    }

    @Test func `what is no ledger, is damaged or of a newer adhand is refused`() throws {
        #expect(throws: LedgerError.self) { try MovedLedger(folder.file("nowhere")).copy(to: copy) }
        try folder.write(Array("not a database, but long enough to have a header".utf8), to: "text")
        #expect(throws: LedgerError.self) { try MovedLedger(folder.file("text")).extent() }
        #expect(throws: LedgerError.self) { try MovedLedger(folder.path).extent() }
        try record(0..<3, in: file)
        try SQLiteConnection(file).execute("INSERT INTO grdb_migrations VALUES ('9: more')")
        #expect { try MovedLedger(file).extent() } throws: { "\($0)".contains("written by a newer adhand") }
    }
}
