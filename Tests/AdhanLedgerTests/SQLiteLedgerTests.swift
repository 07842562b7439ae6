import AdhanCore
import AdhanSQLite
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanLedger

@Suite struct SQLiteLedgerTests {
    private let folder: TestDirectory

    init() throws { folder = try TestDirectory() }

    private func file(_ name: String = UUID().uuidString) -> String { folder.file(name) }

    private func entry(_ state: LedgerState, _ prayer: Prayer = .fajr) throws -> LedgerEntry {
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(prayer))
        return LedgerEntry(ScheduledOccasion(key, at: Instant(seconds: 1000), source: .calculation), state)
    }

    private func entries(_ ledger: SQLiteLedger) throws -> [LedgerEntry] { try ledger.entries(.first..<(.last)) }

    /// The words of the error that it ends with; an issue where there is none.
    private func words(_ body: () throws -> Void) -> String {
        let error = #expect(throws: LedgerError.self) { try body() }
        return error.map { "\($0)" } ?? ""
    }

    @Test func `the real ledger and the one in memory pass the same contract tests`() throws {
        var latest = ""
        try LedgerContract {
            latest = file()
            return SQLiteLedger(file: latest)
        } move: { _ in
            let copy = file()
            try MovedLedger(latest).copy(to: copy)
            try MovedLedger(copy).markMove(at: Instant(seconds: 20), from: "old")
            return SQLiteLedger(file: copy)
        }.check()
        try LedgerContract {
            InMemoryLedger()
        } move: { old in
            try #require(old as? InMemoryLedger).moved(at: Instant(seconds: 20))
        }.check()
    }

    @Test func `a row is there for the next process, and a final one cannot be changed at the SQL prompt`() throws {
        let path = file()
        try SQLiteLedger(file: path).record(entry(.started))
        #expect(try entries(SQLiteLedger(file: path, access: .readOnly)) == [entry(.started)])
        try SQLiteLedger(file: path).record(entry(.completed))
        let prompt = try SQLiteConnection(path)
        for attempt in [
            "UPDATE entry SET state = 'started'", "DELETE FROM entry",
            "INSERT OR REPLACE INTO entry SELECT * FROM entry",
            "INSERT INTO entry (date, occasion, state, due_at, source) VALUES ('2026-11-22', 'adhan-fajr', 'played', 1, 'calculation')",
            "INSERT INTO entry (date, occasion, state, due_at, source) VALUES ('2026-11-22', 'adhan-fajr', 'missed', 1, 'calculation')",
        ] {
            #expect(throws: SQLiteFault.self, "\(attempt)") { try prompt.execute(attempt) }
        }
        #expect(try entries(SQLiteLedger(file: path)) == [entry(.completed)])
    }

    @Test func `a file that is not a database is named and not changed`() throws {
        let path = file()
        let bytes = Data(
            "this is not a ledger, it is a letter to the caretaker, and longer than a header of SQLite is: one hundred bytes"
                .utf8
        )
        try bytes.write(to: URL(filePath: path))
        let words = words { try SQLiteLedger(file: path).record(entry(.started)) }
        #expect(words.contains("file is not a database") && words.contains(path))
        #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }

    @Test func `a missing folder is named, and used once it exists`() throws {
        let path = file() + "/deeper/ledger.sqlite"
        let ledger = SQLiteLedger(file: path)
        #expect(words { try ledger.record(entry(.started)) }.contains("unable to open database file"))
        let folder = path.replacing("/ledger.sqlite", with: "")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try ledger.record(entry(.started))
        #expect(try entries(ledger).count == 1)
    }

    @Test func `a ledger of a newer version is refused and named`() throws {
        let path = file()
        try SQLiteLedger(file: path).record(entry(.started))
        try SQLiteConnection(path).execute("INSERT INTO grdb_migrations VALUES ('9: from the future')")
        let words = words { try SQLiteLedger(file: path).record(entry(.completed)) }
        #expect(words.contains("written by a newer adhand"))
    }

    @Test func `an intact file passes the check, one with an overwritten page does not`() throws {
        let path = file()
        let ledger = SQLiteLedger(file: path)
        try ledger.record(entry(.completed))
        try ledger.check()
        // The last page contains an index or a table; its beginning is destroyed.
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(bytes.count - 4096..<bytes.count - 4000, with: Data(repeating: 0x55, count: 96))
        let damaged = file()
        try bytes.write(to: URL(filePath: damaged))
        #expect(words { try SQLiteLedger(file: damaged, access: .readOnly).check() }.contains("cannot be read"))
    }

    @Test func `every commit reaches the disk, and the folder with it`() throws {
        let setting = try SQLiteConnection(file()).prepare("PRAGMA synchronous")
        #expect(try setting.next())
        // EXTRA is 3. It prevents a power cut from rolling back a committed `started`.
        #expect(try setting.integer("synchronous") == 3)
    }

    @Test(arguments: ["DROP TABLE entry", "ALTER TABLE entry RENAME TO old; CREATE TABLE entry AS SELECT * FROM old"])
    func `a table that a person dropped or recreated is an error or a row, and no crash`(repair: String) throws {
        let path = file()
        let ledger = SQLiteLedger(file: path)
        try ledger.record(entry(.started))
        try SQLiteConnection(path).execute(repair)
        do {
            try ledger.record(entry(.completed))
            #expect(try entries(ledger).map(\.state) == [.completed])
        } catch {
            #expect("\(error)".contains("no such table: entry"), "\(error)")
        }
    }

    @Test func `a truncated file is recreated at the second attempt, or once that is noticed`() throws {
        let path = file()
        let ledger = SQLiteLedger(file: path)
        try ledger.record(entry(.completed))
        #expect(truncate(path, 0) == 0)
        #expect(throws: LedgerError.self) { try ledger.record(entry(.completed)) }
        try ledger.record(entry(.completed))
        #expect(try entries(ledger) == [entry(.completed)])
        let other = file()
        let noticed = SQLiteLedger(file: other)
        try noticed.record(entry(.completed))
        #expect(truncate(other, 0) == 0)
        #expect(try noticed.reopenIfReplaced() == "the ledger \(other) was truncated; a new one is created")
        #expect(try noticed.reopenIfReplaced() == nil)
        try noticed.record(entry(.completed))
    }

    @Test func `a row that cannot be understood is named and skipped, and its occasion stays final`() throws {
        let path = file()
        let ledger = SQLiteLedger(file: path)
        try ledger.record(entry(.completed))
        for (date, occasion, source) in [
            ("2026-11-21", "adhan-tahajjud", "calculation"), ("2026-13-45", "adhan-fajr", "calculation"),
            ("2026-11-21", "adhan-dhuhr", "moon"),
        ] {
            try SQLiteConnection(path).run(
                "INSERT INTO entry (date, occasion, state, due_at, source) VALUES (?, ?, 'completed', 1, ?)",
                [.text(date), .text(occasion), .text(source)]
            )
        }
        let memory = try SQLiteLedger(file: path).load(since: .first, now: Instant(seconds: 5000))
        #expect(memory.rows == [try entry(.completed)] && memory.strange.count == 3)
        let rows = try ledger.rows(.first..<(.last), limit: 1)
        #expect(rows.entries.count == 1)
        #expect(try ledger.rows(.first..<(.last), limit: .max).strange == memory.strange)
        #expect(
            memory.strange.contains { $0.hasPrefix("2026-11-21 adhan-tahajjud ('adhan-tahajjud' is not an occasion") }
        )
        #expect(memory.strange.contains { $0.hasPrefix("2026-13-45 adhan-fajr (") && $0.contains("2026-13-45") })
        #expect(memory.strange.contains("2026-11-21 adhan-dhuhr (its source 'moon' is unknown)"))
        let dhuhr = try entry(.started, .dhuhr)
        #expect(throws: LedgerError.refused(dhuhr.key, from: .completed, to: .started)) { try ledger.record(dhuhr) }
    }

    @Test func `a row of a person's own table with no number or no state is named and skipped`() throws {
        let path = file()
        let ledger = SQLiteLedger(file: path)
        try ledger.record(entry(.completed))
        try SQLiteConnection(path).execute(
            """
            ALTER TABLE entry RENAME TO old;
            CREATE TABLE entry AS SELECT * FROM old;
            INSERT INTO entry SELECT * FROM old;
            INSERT INTO entry SELECT * FROM old;
            UPDATE entry SET due_at = 'noon', date = '2026-11-22' WHERE rowid = 2;
            UPDATE entry SET state = NULL, date = '2026-11-23' WHERE rowid = 3;
            """
        )
        let rows = try ledger.rows(.first..<(.last), limit: .max)
        #expect(rows.entries == [try entry(.completed)])
        #expect(
            rows.strange == [
                "2026-11-22 adhan-fajr (due_at 'noon' is not a whole number)",
                "2026-11-23 adhan-fajr (it has no state)",
            ]
        )
    }

    @Test func `ten of a thousand rows that cannot be understood are named`() throws {
        let path = file()
        let ledger = SQLiteLedger(file: path)
        try ledger.record(entry(.completed))
        try SQLiteConnection(path).transaction(.writing) { prompt in
            for number in 0..<1000 {
                try prompt.run(
                    "INSERT INTO entry (date, occasion, state, due_at, source) VALUES ('2026-11-21', ?, 'completed', 1, 'x')",
                    [.text("\(number)" + String(repeating: "x", count: 1000))]
                )
            }
        }
        let rows = try ledger.rows(.first..<(.last), limit: 1)
        #expect(rows.entries == [try entry(.completed)], "they take no other row's place")
        #expect(rows.strange.count == 11 && rows.strange.last == "990 more")
        #expect(rows.strange.allSatisfy { $0.utf8.count < 400 })
    }

    @Test(arguments: [SQLiteLedger.Access.readOnly, .readWrite])
    func `a path that is not an ordinary file is refused at once`(access: SQLiteLedger.Access) throws {
        let (pipe, device) = (file(), file())
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(symlink("/dev/zero", device) == 0)
        for path in [pipe, device, folder.path] {
            let words = words { _ = try entries(SQLiteLedger(file: path, access: access)) }
            #expect(words.contains("not an ordinary file"), "\(path)")
        }
    }

    @Test func `a removed ledger is reported if it cannot be recreated, and again once it is, or is back`() throws {
        let home = file()
        func make() throws { try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false) }
        try make()
        let path = home + "/ledger.sqlite"
        let ledger = SQLiteLedger(file: path)
        try ledger.record(entry(.completed))
        #expect(rename(home, home + ".aside") == 0)
        #expect(throws: LedgerError.self) { try ledger.reopenIfReplaced() }
        #expect(rename(home + ".aside", home) == 0)
        #expect(try ledger.reopenIfReplaced() == "the ledger \(path) is back")
        #expect(try entries(ledger) == [entry(.completed)])

        try FileManager.default.removeItem(atPath: home)
        for _ in 0..<2 {
            let words = words { _ = try ledger.reopenIfReplaced() }
            #expect(words.contains("it was removed, and no ledger can be created"), "\(words)")
        }
        try make()
        #expect(try ledger.reopenIfReplaced() == "the ledger \(path) was removed; a new one is created")
        #expect(try ledger.reopenIfReplaced() == nil)
    }

    @Test func `a ledger that a power cut has emptied is known as lost until the next start`() throws {
        let path = file()
        let day = try CivilDate("2026-11-21")
        let now = Instant(seconds: 1000)
        let new = SQLiteLedger(file: path)
        #expect(try !new.load(since: day, now: now).isLost)
        new.close()
        #expect(truncate(path, 0) == 0)
        let lost = SQLiteLedger(file: path)
        #expect(try lost.load(since: day, now: now).isLost)
        #expect(try lost.reopenIfReplaced() == "the ledger \(path) was truncated; a new one is created")
        #expect(try lost.load(since: day, now: now).isLost)
        try lost.record(entry(.completed))
        lost.close()
        #expect(try !SQLiteLedger(file: path).load(since: day, now: now).isLost)
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a file away"))
    func `a file that root creates belongs to the folder's owner`() throws {
        #expect(chown(folder.path, 12_345, 12_346) == 0)
        let path = file()
        try SQLiteLedger(file: path).record(entry(.completed))
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_uid == 12_345 && status.st_gid == 12_346)
    }
}
