import AdhanConfig
import AdhanControl
import AdhanSystem
import ArgumentParser
import Glibc

extension AudioCommand {
    struct Devices: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The sound cards, the names to write into [audio] devices, and which of those is used and why.",
            discussion: """
                Opens each device of the config for a moment, without a sound; none while an adhan sounds or is near. Ends with 0 if one \
                of them opens, with 69 if none does.
                """
        )

        enum Format: String, CaseIterable, ExpressibleByArgument { case table, json }

        @Option(help: "table or json.") var format = Format.table
        @OptionGroup var options: CommonOptions

        func run() throws {
            let (configuration, _) = try options.load(daemon: false)
            let daemon = Result { () throws(ControlFault) in
                try options.control().ask(ControlRequest(.status), for: StatusReport.self)
            }
            let (audio, config) = (configuration.audio, configuration.file ?? "the config")
            let found = TimeLimit.run(.seconds(30), on: "the sound devices") {
                AudioDevicesReport(audio, daemon, config: config)
            }
            guard let report = found else {
                writeError("adhand: the sound devices have not answered within 30 seconds: a sound server hangs")
                throw ExitCode(EX_UNAVAILABLE)
            }
            print(try format == .table ? report.table : report.json, terminator: "")
            if report.isSilenced { throw ExitCode(EX_UNAVAILABLE) }
        }
    }
}
