import AdhanSupport
import AdhanCaller
import AdhanCore
import AdhanLedger
import ArgumentParser
import Glibc

struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the ledger: what became of each prayer.",
        discussion: """
            The default is the last seven days. The running daemon is asked; if none is running, or with --config, the \
            ledger's file is read.
            """
    )

    @Argument(
        help: ArgumentHelp("today, yesterday or YYYY-MM-DD, instead of --from and --to.", valueName: "day"),
        completion: .days
    )
    var day: String?
    @Option(help: "The first mosque date, YYYY-MM-DD.", transform: { try CivilDate($0) }) var from: CivilDate?
    @Option(help: "The end, YYYY-MM-DD; this mosque date is not included.", transform: { try CivilDate($0) })
    var to: CivilDate?
    @Option(help: "table, csv or json.") var format = OutputFormat.table
    @OptionGroup var options: CommonOptions

    func validate() throws {
        if let from, let to, to < from {
            throw ValidationError("--to \(to) is before --from \(from)")
        }
        guard let day else { return }
        if from != nil || to != nil { throw ValidationError("the day is given twice; give it once") }
        _ = try DayText.parse(day, today: .first)
    }

    mutating func run() throws {
        if let day {
            let date = try DayText.parse(day, today: options.parts().today)
            (from, to) = (date, date.adding(days: 1))
        }
        let table = try askDaemon() ?? readFile()
        print(try table.text(format), terminator: "")
        if let unknown = table.unknown(from: from) { writeError("adhand: \(unknown)") }
        guard !table.strange.isEmpty else { return }
        writeError(
            "adhand: these rows are not understood and stay as they are: \(table.strange.joined(separator: ", "))"
        )
    }

    /// Asks the running daemon, page by page: nobody else may read the ledger's file. Nil if none runs, or another
    /// ledger is meant.
    private func askDaemon() throws -> HistoryTable? {
        guard options.config == nil else { return nil }
        let client = options.box.control()
        let rows: HistoryRows
        do {
            rows = try HistoryRows(of: client, from: from, to: to)
        } catch {
            guard case .notRunning = error else { throw error }
            return nil
        }
        let zone = try options.box.zone(rows.timezone).rules
        return HistoryTable(zone: zone, since: rows.since, entries: rows.entries, strange: rows.strange)
    }

    private func readFile() throws -> HistoryTable {
        let parts = try options.parts()
        try checkFile(parts.configuration.ledger.file)
        let ledger = SQLiteLedger(file: parts.configuration.ledger.file, access: .readOnly)
        let dates = HistoryPage.dates(from: from, to: to, today: parts.today)
        let rows = try ledger.rows(dates, limit: .max)
        let began = try ledger.load(since: .last, now: LinuxClock().wall()).origin.firstStart
        let since = began.map { parts.zone.wall(at: $0).date }
        return HistoryTable(zone: parts.zone, since: since, entries: rows.entries, strange: rows.strange)
    }

    /// - Throws: why the ledger's file cannot be read.
    private func checkFile(_ file: String) throws {
        var status = stat()
        let code = stat(file, &status) == 0 && access(file, R_OK) == 0 ? 0 : errno
        switch code {
        case 0: return
        case ENOENT:
            throw FileFault(path: file, reason: "there is no ledger yet; the daemon makes it at its first start")
        case EACCES, EPERM:
            let root = "as root: sudo adhand history" + (options.config.map { " --config \(shellWord($0))" } ?? "")
            let daemon =
                options.config == nil
                ? "or start the daemon, which tells everybody in its group: sudo systemctl start adhand"
                : "the running daemon tells you of its own: adhand history"
            throw Ending(EX_NOPERM, "\(file): the ledger is not for you to read; \(root); \(daemon)")
        default: throw FileFault(path: file, errno: code)
        }
    }
}
