import AdhanCore
import AdhanSQLite
import AdhanTestSupport
import Foundation
import Synchronization
import Testing

@testable import AdhanLedger

/// `Ledgers/of-grdb.ledger` was written by the adhand that still used GRDB. It has each state and each kind of setting.
@Suite struct LedgerUpgradeTests {
    private let folder: TestDirectory

    init() throws { folder = try TestDirectory() }

    private func released() throws -> String {
        let url = try #require(Bundle.module.url(forResource: "Ledgers/of-grdb", withExtension: "ledger"))
        let path = folder.file("released.sqlite")
        try Data(contentsOf: url).write(to: URL(filePath: path))
        return path
    }

    private func texts(_ sql: String, _ path: String) throws -> [String] {
        let rows = try SQLiteConnection(path, isReadOnly: true).prepare(sql)
        var texts: [String] = []
        while try rows.next() { texts.append(rows.text("text") ?? "null") }
        return texts
    }

    @Test(arguments: [SQLiteLedger.Access.readOnly, .readWrite])
    func `the ledger of a released version is read as it was written`(access: SQLiteLedger.Access) throws {
        let ledger = SQLiteLedger(file: try released(), access: access)
        let entries = try ledger.entries(.first..<(.last))
        #expect(
            entries.map { "\($0.key) \($0.state)" } == [
                "2026-11-21 adhan-fajr completed", "2026-11-21 adhan-dhuhr stopped", "2026-11-21 adhan-asr skipped",
                "2026-11-21 adhan-maghrib missed", "2026-11-21 adhan-isha interrupted",
                "2026-11-22 adhan-fajr started", "2026-11-22 adhan-all missed",
            ]
        )
        let fajr = try #require(entries.first)
        #expect(fajr.due == Instant(seconds: 1_795_240_800) && fajr.source == .calculation)
        #expect(fajr.began == Instant(microseconds: 1_795_240_800_012_345))
        #expect(fajr.ended == Instant(microseconds: 1_795_241_010_500_000))
        #expect([fajr.latenessMilliseconds, fajr.heardMilliseconds, fajr.gapMilliseconds] == [12, 210_488, 0])
        #expect([fajr.file, fajr.device] == ["/srv/adhan/fajr.mp3", "hw:CARD=Amp,DEV=0"])
        #expect(fajr.sha256 == String(repeating: "0123456789abcdef", count: 4) && fajr.reason == nil && fajr.who == nil)
        let dhuhr = entries[1]
        #expect([dhuhr.file, dhuhr.reason, dhuhr.who] == ["ظهر.mp3", "adhand stop", "Yusuf's \"phone\""])
        #expect(dhuhr.latenessMilliseconds == -3)
        #expect(
            try ledger.changes(limit: 10).reversed().map { "\($0.key) is \($0.value ?? "default"), set by \($0.who)" }
                == [
                    "volume is 60, set by root", "volume.fajr is 63.1, set by root", "adhan.isha is off, set by root",
                    "hijri.adjust is 1448-06-01=2026-11-12, set by root", "volume.fajr is default, set by root",
                    "adhan.isha is on, set by root",
                ]
        )
        let memory = try ledger.load(since: CivilDate("2026-11-22"), now: Instant(seconds: 1_795_400_000))
        #expect(memory.origin.firstStart == Instant(seconds: 1_795_219_200) && memory.strange.isEmpty)
        #expect(memory.lastDue == Instant(seconds: 1_795_330_000))
    }

    @Test func `the ledger of a released version is continued`() throws {
        let path = try released()
        let ledger = SQLiteLedger(file: path)
        var fajr = try #require(try ledger.entries(.first..<(.last)).first { $0.state == .started })
        fajr.state = .completed
        fajr.heardMilliseconds = 200_000
        try ledger.record(fajr)
        try ledger.record(SettingChange("volume", nil, who: "root", at: Instant(seconds: 1_795_400_000)))
        let later = SQLiteLedger(file: path, access: .readOnly)
        #expect(try later.entries(.first..<(.last)).contains(fajr) && later.changes(limit: 1).map(\.value) == [nil])
    }

    @Test func `a new ledger has the tables and names of migrations of a released version`() throws {
        let (released, path) = (try released(), folder.file("new.sqlite"))
        try SQLiteLedger(file: path).record(LedgerOrigin(firstStart: Instant(seconds: 1)))
        for sql in [
            "SELECT sql AS text FROM sqlite_master ORDER BY name", "SELECT identifier AS text FROM grdb_migrations",
        ] {
            #expect(try texts(sql, path) == texts(sql, released))
        }
    }

    @Test func `a ledger without the table of settings gets it`() throws {
        let path = try released()
        try SQLiteConnection(path).execute(
            "DROP TABLE setting; DELETE FROM grdb_migrations WHERE identifier = '2: settings'"
        )
        #expect(throws: LedgerError.self) { try SQLiteLedger(file: path, access: .readOnly).changes(limit: 1) }
        let ledger = SQLiteLedger(file: path)
        #expect(try ledger.changes(limit: 1).isEmpty && ledger.entries(.first..<(.last)).count == 7)
    }

    @Test func `calls of several threads, one of which closes the file, follow one another`() throws {
        let ledger = SQLiteLedger(file: try released())
        let faults = Mutex<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            for round in 0..<20 {
                do {
                    switch thread {
                    case 0: ledger.close()
                    case 1:
                        let at = Instant(seconds: Int64(round))
                        try ledger.record(SettingChange("volume", "\(round)", who: "root", at: at))
                    default: _ = try ledger.entries(.first..<(.last))
                    }
                } catch {
                    faults.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(faults.withLock { $0 } == [])
        #expect(try ledger.changes(limit: 100).count == 26)
    }
}
