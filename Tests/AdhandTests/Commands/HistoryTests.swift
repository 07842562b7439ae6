import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// `adhand history` for a user who may not read the ledger's file.
struct HistoryTests {
    private let box: Box

    init() throws { box = try Box() }

    private func entry(_ date: CivilDate, _ prayer: Prayer, file: String? = nil) -> LedgerEntry {
        let at = Instant(seconds: Int64(date.dayNumber) * 86_400 + Int64(prayer.rawValue.count))
        return LedgerEntry(
            ScheduledOccasion(OccasionKey(date, .adhan(prayer)), at: at, source: .calculation),
            .missed,
            reason: "a test",
            file: file
        )
    }

    /// The rows that the command prints, without a ledger file of its own.
    private func history(_ line: String) throws -> [String] {
        let nowhere = ["STATE_DIRECTORY": box.file("nowhere")]
        let outcome = try box.run("history --format csv \(line)", environment: nowhere).expect(0)
        return outcome.lines.dropFirst().map { $0.split(separator: ",").prefix(2).joined(separator: " ") }
    }

    @Test func `the running daemon gives the rows of its ledger`() throws {
        let date = try CivilDate("2026-02-01")
        box.makeFolders("state")
        let ledger = SQLiteLedger(file: box.file("state/ledger.sqlite"))
        for prayer in Prayer.called { try ledger.record(entry(date, prayer)) }
        let daemon = try RunningDaemon("[audio]\ndevices = [\"silent\"]\n", in: box.directory)
        defer { daemon.stop() }

        let rows = Prayer.called.map { "2026-02-01 adhan-\($0.rawValue)" }
        #expect(Set(try history("--to 2026-02-02")) == Set(rows))
        #expect(try history("--to 2026-02-01").isEmpty)
        let wrong = #expect(throws: ControlFault.self) {
            try ControlClient(path: box.file("run/adhand.sock")).ask(ControlRequest(.history, from: "2026-02-30"))
        }
        #expect(wrong?.exitCode == EX_USAGE && wrong?.description.contains("2026 has no 30 February") == true)
    }

    @Test func `a long history is complete and in order, page by page`() throws {
        let ledger = InMemoryLedger()
        let first = try CivilDate("2026-01-01")
        for day in 0..<450 {
            for prayer in Prayer.called { try ledger.record(entry(first.adding(days: day), prayer)) }
        }
        box.makeFolders("run")
        let server = try ControlServer(path: box.file("run/adhand.sock")) { request, _, replier in
            do {
                let from = try CivilDate(request.from ?? "")
                let page = try HistoryPage(from..<(.last), of: ledger, timezone: "Africa/Abidjan")
                #expect(page.entries.count <= HistoryPage.rowLimit)
                replier.answer(page)
            } catch {
                replier.refuse(ControlFailure("\(error)"))
            }
        }
        defer { server.stop() }
        let rows = try ledger.entries(first..<(.last)).map { "\($0.key.date) \($0.key.occasion.name)" }
        #expect(try history("--from 2026-01-01") == rows)
        #expect(rows.count == 2250)
    }

    @Test func `a page has a size limit, too, and whole dates, at least one`() throws {
        let ledger = InMemoryLedger()
        let first = try CivilDate("2026-01-01")
        let file = String(repeating: "x", count: HistoryPage.byteLimit / 12)
        for day in 0..<4 {
            for prayer in Prayer.called { try ledger.record(entry(first.adding(days: day), prayer, file: file)) }
        }
        let page = try HistoryPage(first..<(.last), of: ledger, timezone: "Africa/Abidjan")
        #expect(page.entries.count == 10)
        #expect(page.next == ControlRequest(.history, from: "2026-01-03", to: "9999-12-31"))

        var long = entry(first.adding(days: 9), .fajr)
        long.reason = String(repeating: "x", count: 2 * HistoryPage.byteLimit)
        try ledger.record(long)
        let last = try HistoryPage(long.key.date..<(.last), of: ledger, timezone: "Africa/Abidjan")
        #expect(last.entries == [long])
    }

    @Test(.enabled(if: geteuid() == 0, "only root can ask as somebody else"))
    func `a ledger in an inaccessible folder is not reported as missing`() throws {
        box.makeFolders("closed")
        let ledger = box.file("closed/ledger.sqlite")
        try SQLiteLedger(file: ledger).record(entry(CivilDate("2026-02-01"), .fajr))
        chmod(box.directory.path, 0o755)
        chmod(box.file("closed"), 0o700)
        let rights = "-dac_override,-dac_read_search"
        let nobody = ["setpriv", "--reuid=65534", "--clear-groups", "--inh-caps=\(rights)", "--bounding-set=\(rights)"]
        func ask(_ line: String) throws -> Binary.Outcome {
            try box.run(line, environment: ["STATE_DIRECTORY": box.file("closed")], prefix: nobody)
        }
        let advice = "the ledger is not for you to read; as root: sudo adhand history; or start the daemon"
        try ask("history").expect(EX_NOPERM, errors: "\(ledger): \(advice)")
        let config = try box.write("# defaults\n")
        try ask("history --config \(config)").expect(
            EX_NOPERM,
            errors: "sudo adhand history --config \(shellWord(config))",
            not: "does not run"
        )
    }
}
