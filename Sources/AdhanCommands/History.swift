import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanDaemon
import AdhanLedger
import AdhanSystem
import ArgumentParser
import Foundation
import Glibc

struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The ledger: what became of each prayer.",
        discussion: """
            Without --from and --to it shows the last seven days. The running daemon is asked; where none runs, or with --config, \
            the ledger's file is read.
            """
    )

    @Option(help: "The first mosque date, YYYY-MM-DD.", transform: { try CivilDate($0) }) var from: CivilDate?
    @Option(help: "The mosque date before which it ends, YYYY-MM-DD.", transform: { try CivilDate($0) })
    var to: CivilDate?
    @Option(help: "table, csv or json.") var format = OutputFormat.table
    @OptionGroup var options: CommonOptions

    func validate() throws {
        if let from, let to, to < from {
            throw ValidationError("--to \(to) is before --from \(from)")
        }
    }

    func run() throws {
        let table = try asked() ?? read()
        print(try table.text(format), terminator: "")
        guard !table.strange.isEmpty else { return }
        writeError(
            "adhand: these rows are not understood and stay as they are: \(table.strange.joined(separator: ", "))"
        )
    }

    /// From the running daemon, page by page: the ledger's file is for nobody else to read.
    ///
    /// - Returns: nil where no daemon runs, or another one's ledger is meant.
    private func asked() throws -> HistoryTable? {
        guard options.config == nil else { return nil }
        let client = options.control()
        var (timezone, entries, strange) = ("", [LedgerEntry](), [String]())
        var request: ControlRequest? = ControlRequest(.history, from: from?.description, to: to?.description)
        do {
            while let asked = request {
                let page = try client.ask(asked, for: HistoryPage.self)
                entries += page.entries
                // A page may tell of the rows behind its end, too.
                for row in page.strange ?? [] where !strange.contains(row) { strange.append(row) }
                (timezone, request) = (page.timezone, page.next)
            }
        } catch {
            guard case .notRunning = error else { throw error }
            return nil
        }
        return HistoryTable(zone: try SystemZones.find(timezone).rules, entries: entries, strange: strange)
    }

    private func read() throws -> HistoryTable {
        let assembly = try options.assembly(daemon: false)
        guard FileManager.default.fileExists(atPath: assembly.configuration.ledger.file) else {
            throw FileFault(
                path: assembly.configuration.ledger.file,
                reason: "there is no ledger yet; the daemon makes it at its first start"
            )
        }
        guard access(assembly.configuration.ledger.file, R_OK) == 0 else {
            let reason =
                "\(String(cString: strerror(errno))): the ledger is for the daemon to read, and it does not run; as root: sudo adhand history"
            throw FileFault(path: assembly.configuration.ledger.file, reason: reason)
        }
        let ledger = SQLiteLedger(file: assembly.configuration.ledger.file, access: .readOnly)
        let dates = HistoryPage.dates(from: from, to: to, today: assembly.today)
        let rows = try ledger.rows(dates, limit: .max)
        return HistoryTable(zone: assembly.zone, entries: rows.entries, strange: rows.strange)
    }
}
