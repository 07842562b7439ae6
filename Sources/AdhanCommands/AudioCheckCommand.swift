import AdhanSystem
import AdhanAudio
import AdhanDoctor
import ArgumentParser
import Glibc

extension AudioCommand {
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Decode recordings whole: how long and how loud they are, and what is wrong with them.",
            discussion: """
                Peaks are in dB of full scale, the loudness is that of EBU R 128. A damaged recording is played as far as it goes. Ends \
                with 0 where all are whole, 65 where one is not, 66 where one cannot be read.
                """
        )

        enum Format: String, CaseIterable, ExpressibleByArgument { case table, json }

        @Argument(help: "The recordings.") var files: [String]
        @Option(help: "table or json.") var format = Format.table
        // Every command accepts these; this one does not need the config.
        @OptionGroup var options: CommonOptions

        func run() throws {
            let looks = files.map { AudioCheckTable.Look(of: $0) }
            for look in looks {
                guard let problem = look.problem else { continue }
                writeError("adhand: \(problem)")
            }
            let table = AudioCheckTable(looks: looks)
            print(try format == .table ? table.text : table.json, terminator: "")
            let code = looks.map(\.code).max() ?? EX_OK
            if code != EX_OK { throw ExitCode(code) }
        }
    }
}
