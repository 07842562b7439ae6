import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand

@Suite struct LedgerCheckTests {
    private let directory: TestDirectory
    private let today: CivilDate

    init() throws {
        directory = try TestDirectory()
        today = try CivilDate("2026-11-21")
    }

    private func row(_ daysAgo: Int, _ prayer: Prayer, _ state: LedgerState, _ reason: String? = nil) -> LedgerEntry {
        let date = today.adding(days: -daysAgo)
        let at = ZoneRules.utc.instant(date, secondOfDay: 12 * 3600)
        return LedgerEntry(
            ScheduledOccasion(OccasionKey(date, .adhan(prayer)), at: at, source: .calculation),
            state,
            reason: reason
        )
    }

    @Test func `a ledger that is not there is a fault once the daemon runs`() {
        let file = directory.file("ledger.sqlite")
        #expect(LedgerCheck.finding(file, config: "C", today: today).words.hasSuffix("makes it at its first start"))
        #expect(LedgerCheck.finding(file, config: "C", today: today, daemon: "unread").isGood, "it has just begun")
        let gone = LedgerCheck.finding(file, config: "C", today: today, daemon: "ok")
        #expect(gone.words.hasPrefix("\(file) is not there, although the daemon runs"))
        #expect(gone.advice?.contains("ls -la \(directory.path)") == true)
    }

    @Test func `the last row and missed prayers are shown, and are no fault`() throws {
        let file = directory.file("ledger.sqlite")
        let ledger = SQLiteLedger(file: file)
        for entry in [
            row(9, .fajr, .missed, "not running"), row(3, .fajr, .missed, "no sound card"),
            row(2, .fajr, .missed, "not running"), row(1, .fajr, .missed, "not running"), row(0, .fajr, .completed),
        ] { try ledger.record(entry) }
        let finding = LedgerCheck.finding(file, config: "C", today: today)
        #expect(
            finding
                == .good(
                    "\(file): the last row is 2026-11-21 adhan-fajr completed; 3 missed in the last 7 days (not running: 2, no sound card: 1), see: adhand history"
                )
        )
        let whole = LedgerCheck.finding(.success(LedgerRows([row(0, .fajr, .completed)])), file: file, config: "C")
        #expect(whole.words.hasSuffix("; none missed in the last 7 days"))
        let later = LedgerCheck.finding(file, config: "C", today: today.adding(days: 30))
        #expect(later == .good("\(file): no row in the last 7 days"))
    }

    @Test func `a ledger that does not exist yet is in order`() {
        #expect(LedgerCheck.finding(directory.file("none"), config: "C", today: today).isGood)
    }

    @Test func `a ledger with two names has the command that finds the other`() throws {
        let file = try directory.write([], to: "ledger.sqlite")
        #expect(link(file, directory.file("twin")) == 0)
        let finding = LedgerCheck.finding(file, config: "C", today: today)
        #expect(finding.advice?.contains("sudo find / -xdev -samefile \(file)") == true)
    }

    @Test func `a letter, a folder and a path below a file are no ledgers`() throws {
        let letter = try directory.write(Array(String(repeating: "a letter. ", count: 100).utf8), to: "the letter")
        let damaged = LedgerCheck.finding(letter, config: "C", today: today)
        #expect(damaged.words.contains("file is not a database"))
        #expect(damaged.advice == "leave it as it is, and name another file in [ledger] of C")
        #expect(!LedgerCheck.finding(directory.path, config: "C", today: today).isGood)
        #expect(LedgerCheck.finding(letter + "/ledger", config: "C", today: today).words.hasSuffix("Not a directory"))
    }

    @Test func `the advice is to move aside a damaged ledger only`() throws {
        let file = directory.file("the ledger")
        try SQLiteLedger(file: file).record(row(0, .fajr, .completed))
        var bytes = try [UInt8](Data(contentsOf: URL(filePath: file)))
        bytes.replaceSubrange(bytes.count - 4096..<bytes.count - 4000, with: [UInt8](repeating: 0x55, count: 96))
        let damaged = LedgerCheck.finding(try directory.write(bytes, to: "the damaged"), config: "C", today: today)
        #expect(damaged.advice?.contains("sudo mv '\(directory.file("the damaged"))' ") == true, "\(damaged)")
        let other = LedgerError.unreadable(file: "f", reason: "no such table")
        let strange = LedgerCheck.finding(.failure(other), file: "f", config: "C")
        #expect(strange.advice?.contains("mv ") == false && strange.advice?.contains("[ledger] of C") == true)
    }
}
