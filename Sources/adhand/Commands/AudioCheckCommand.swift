import AdhanSupport
import ArgumentParser
import Glibc

extension AudioCommand {
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Decode recordings completely: report their length, loudness and faults.",
            discussion: """
                Peaks are in dB relative to full scale; the loudness is measured as in EBU R 128. The daemon plays a \
                damaged recording up to the damage. Exit code: 0 if all are complete, 65 if one is damaged, 66 if one \
                cannot be read.
                """
        )

        enum Format: String, CaseIterable, ExpressibleByArgument { case table, json }

        @Argument(help: "The recordings (MP3).") var files: [String]
        @Option(help: "table or json.") var format = Format.table
        // Every command accepts these; this one does not need the config.
        @OptionGroup var options: CommonOptions

        func run() throws {
            let checked = files.map { AudioCheckTable.CheckedFile(of: $0) }
            for file in checked {
                guard let problem = file.problem else { continue }
                writeError("adhand: \(problem)")
            }
            let table = AudioCheckTable(files: checked)
            print(try format == .table ? table.text : table.json, terminator: "")
            let code = checked.map(\.code).max() ?? EX_OK
            if code != EX_OK { throw ExitCode(code) }
        }
    }
}
