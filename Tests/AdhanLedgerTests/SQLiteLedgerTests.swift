import AdhanCore
import AdhanTestSupport
import Foundation
import GRDB
import Testing

@testable import AdhanLedger

@Suite struct SQLiteLedgerTests {
    private let folder: TestDirectory

    init() throws { folder = try TestDirectory() }

    private func file(_ name: String = UUID().uuidString) -> String { folder.file(name) }

    private func entry(_ state: LedgerState, reason: String? = nil) throws -> LedgerEntry {
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(.fajr))
        return LedgerEntry(Due(key, at: Instant(seconds: 1000), source: .calculation), state, reason: reason)
    }

    @Test func `the real ledger and the one in memory keep the same contract`() throws {
        try LedgerContract { SQLiteLedger(file: file()) }.check()
        try LedgerContract { InMemoryLedger() }.check()
    }

    @Test func `what was written is there for the next process`() throws {
        let path = file()
        try SQLiteLedger(file: path).record(entry(.started))
        #expect(try SQLiteLedger(file: path, access: .readOnly).entries(.first..<(.last)) == [entry(.started)])
    }

    @Test func `a settled row resists a hand at the SQL prompt`() throws {
        let path = file()
        try SQLiteLedger(file: path).record(entry(.completed))
        let queue = try DatabaseQueue(path: path)
        for attempt in [
            "UPDATE entry SET state = 'started'", "DELETE FROM entry",
            "INSERT OR REPLACE INTO entry SELECT * FROM entry",
            "INSERT INTO entry (date, occasion, state, due_at, source) VALUES ('2026-11-22', 'adhan-fajr', 'played', 1, 'calculation')",
            "INSERT INTO entry (date, occasion, state, due_at, source) VALUES ('2026-11-22', 'adhan-fajr', 'missed', 1, 'calculation')",
        ] {
            #expect(throws: DatabaseError.self, "\(attempt)") { try queue.write { try $0.execute(sql: attempt) } }
        }
        #expect(try SQLiteLedger(file: path).entries(.first..<(.last)) == [entry(.completed)])
    }

    @Test func `a file that is no database is named and left as it is`() throws {
        let path = file()
        let bytes = Data(
            "this is not a ledger, it is a letter to the caretaker, and longer than a header of SQLite is: one hundred bytes"
                .utf8
        )
        try bytes.write(to: URL(filePath: path))
        let error = #expect(throws: LedgerError.self) { try SQLiteLedger(file: path).record(entry(.started)) }
        #expect("\(String(describing: error))".contains("file is not a database"))
        #expect("\(String(describing: error))".contains(path))
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test func `a folder that is not there is named, and taken up once it is`() throws {
        let path = file() + "/deeper/ledger.sqlite"
        let ledger = SQLiteLedger(file: path)
        let error = #expect(throws: LedgerError.self) { try ledger.record(entry(.started)) }
        #expect("\(String(describing: error))".contains("unable to open database file"))
        try FileManager.default.createDirectory(
            atPath: path.replacing("/ledger.sqlite", with: ""),
            withIntermediateDirectories: true
        )
        try ledger.record(entry(.started))
        #expect(try ledger.entries(.first..<(.last)).count == 1)
    }

    @Test func `a ledger of a newer version is refused by name`() throws {
        let path = file()
        try SQLiteLedger(file: path).record(entry(.started))
        try DatabaseQueue(path: path).write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9: from the future')")
        }
        let error = #expect(throws: LedgerError.self) { try SQLiteLedger(file: path).record(entry(.completed)) }
        #expect("\(String(describing: error))".contains("written by a newer adhand"))
    }

    @Test func `a whole file passes the check, and one with a page overwritten does not`() throws {
        let path = file()
        let ledger = SQLiteLedger(file: path)
        try ledger.record(entry(.completed))
        try ledger.check()
        // The last page holds an index or a table: its head is gone.
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(bytes.count - 4096..<bytes.count - 4000, with: Data(repeating: 0x55, count: 96))
        let damaged = file()
        try bytes.write(to: URL(filePath: damaged))
        let error = #expect(throws: LedgerError.self) { try SQLiteLedger(file: damaged, access: .readOnly).check() }
        #expect("\(String(describing: error))".contains("cannot be read"))
    }

    @Test func `every commit reaches the disk, and the folder with it`() throws {
        let ledger = SQLiteLedger(file: file())
        let queue = try DatabaseQueue(path: file(), configuration: ledger.configuration)
        // EXTRA is 3. It is what keeps a committed `started` from being rolled back by a power cut.
        #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA synchronous") } == 3)
    }

    @Test(arguments: ["DROP TABLE entry", "ALTER TABLE entry RENAME TO old; CREATE TABLE entry AS SELECT * FROM old"])
    func `a table that a hand has dropped or made anew is an error or a row, and no crash`(repair: String) throws {
        let directory = try TestDirectory()
        let file = directory.file("ledger.sqlite")
        let ledger = SQLiteLedger(file: file)
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(.dhuhr))
        let due = Due(key, at: try .utc("2026-11-21", 12), source: .calculation)
        try ledger.record(LedgerEntry(due, .started))
        try DatabaseQueue(path: file).write { try $0.execute(sql: repair) }
        do {
            try ledger.record(LedgerEntry(due, .completed))
            #expect(try ledger.entries(.first..<(.last)).map(\.state) == [.completed])
        } catch {
            #expect("\(error)".contains("no such table: entry"), "\(error)")
        }
    }

    @Test func `a file that was cut to nothing is begun anew at the second attempt`() throws {
        let directory = try TestDirectory()
        let file = directory.file("ledger.sqlite")
        let ledger = SQLiteLedger(file: file)
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(.dhuhr))
        let row = LedgerEntry(Due(key, at: try .utc("2026-11-21", 12), source: .calculation), .completed)
        try ledger.record(row)
        #expect(truncate(file, 0) == 0)
        #expect(throws: LedgerError.self) { try ledger.record(row) }
        try ledger.record(row)
        #expect(try ledger.entries(.first..<(.last)) == [row])
    }
}
