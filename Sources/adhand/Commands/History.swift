import AdhanCore
import AdhanLedger
import ArgumentParser
import Foundation

struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The ledger: what became of each prayer.",
        discussion: "Without --from and --to it shows the last seven days."
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
        let assembly = try options.assembly(daemon: false)
        guard FileManager.default.fileExists(atPath: assembly.configuration.ledger.file) else {
            throw FileFault(
                path: assembly.configuration.ledger.file,
                reason: "there is no ledger yet; the daemon makes it at its first start"
            )
        }
        let ledger = SQLiteLedger(file: assembly.configuration.ledger.file, access: .readOnly)
        let entries = try ledger.entries(dates(assembly))
        print(try HistoryTable(zone: assembly.zone, entries: entries).text(format), terminator: "")
    }

    private func dates(_ assembly: Assembly) -> Range<CivilDate> {
        let end = to ?? (from == nil ? assembly.today.adding(days: 2) : .last)
        let start = from ?? (to == nil ? assembly.today.adding(days: -7) : .first)
        return min(start, end)..<end
    }
}
