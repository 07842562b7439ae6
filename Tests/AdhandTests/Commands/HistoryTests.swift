import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// `adhand history` for a user who may not read the ledger's file.
@Suite struct HistoryTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func folder(_ name: String) throws -> String {
        let folder = directory.file(name)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

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
    private func history(_ arguments: [String] = []) throws -> [String] {
        let outcome = try Binary.run(
            ["history", "--format", "csv"] + arguments,
            in: directory,
            environment: ["STATE_DIRECTORY": directory.file("nowhere")],
            output: "command"
        )
        #expect(outcome.code == 0, "\(outcome.text)")
        return outcome.output.split(separator: "\n").dropFirst().map { row in
            row.split(separator: ",").prefix(2).joined(separator: " ")
        }
    }

    @Test func `the running daemon gives the rows of its ledger`() throws {
        let date = try CivilDate("2026-02-01")
        let ledger = SQLiteLedger(file: try folder("state") + "/ledger.sqlite")
        for prayer in Prayer.called { try ledger.record(entry(date, prayer)) }
        let daemon = try RunningDaemon("[audio]\ndevices = [\"silent\"]\n", in: directory)
        defer { daemon.stop() }

        let rows = Prayer.called.map { "2026-02-01 adhan-\($0.rawValue)" }
        #expect(Set(try history(["--to", "2026-02-02"])) == Set(rows))
        #expect(try history(["--to", "2026-02-01"]).isEmpty)
        let wrong = #expect(throws: ControlFault.self) {
            try ControlClient(path: directory.file("run/adhand.sock")).ask(ControlRequest(.history, from: "2026-02-30"))
        }
        #expect(wrong?.exitCode == EX_USAGE)
        #expect(wrong?.description.contains("2026 has no 30 February") == true)
    }

    @Test func `a long history is complete and in order, page by page`() throws {
        let ledger = InMemoryLedger()
        let first = try CivilDate("2026-01-01")
        for day in 0..<450 {
            for prayer in Prayer.called { try ledger.record(entry(first.adding(days: day), prayer)) }
        }
        let server = try ControlServer(path: try folder("run") + "/adhand.sock") { request, _, replier in
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
        #expect(try history(["--from", "2026-01-01"]) == rows)
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
        let ledger = try folder("closed") + "/ledger.sqlite"
        try SQLiteLedger(file: ledger).record(entry(CivilDate("2026-02-01"), .fajr))
        chmod(directory.path, 0o755)
        chmod(directory.file("closed"), 0o700)
        let rights = "-dac_override,-dac_read_search"
        func ask(_ arguments: [String]) throws -> Binary.Outcome {
            try Binary.run(
                ["history"] + arguments,
                in: directory,
                environment: ["STATE_DIRECTORY": directory.file("closed")],
                prefix: [
                    "setpriv", "--reuid=65534", "--clear-groups", "--inh-caps=\(rights)", "--bounding-set=\(rights)",
                ]
            )
        }
        let plain = try ask([])
        #expect(plain.code == EX_NOPERM, "\(plain.text)")
        #expect(
            plain.errors.contains(
                "\(ledger): the ledger is not for you to read; as root: sudo adhand history; or start the daemon"
            )
        )
        let config = try directory.write(Array("# defaults\n".utf8), to: "config.toml")
        let named = try ask(["--config", config])
        #expect(named.code == EX_NOPERM && !named.errors.contains("does not run"), "\(named.text)")
        #expect(named.errors.contains("sudo adhand history --config \(shellWord(config))"), "\(named.text)")
    }
}
