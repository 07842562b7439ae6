import AdhanSupport
import ArgumentParser
import Glibc

extension AudioCommand {
    struct Devices: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "devices",
            abstract: "List the sound cards, their names for [audio] devices, and which device is used and why.",
            discussion: """
                Opens each of the config's devices for a moment, without a sound, but none while an adhan plays or is \
                near. Exit code: 0 if one of them opens, 69 if none does.
                """
        )

        enum Format: String, CaseIterable, ExpressibleByArgument { case table, json }

        @Option(help: "table or json.") var format = Format.table
        @OptionGroup var options: CommonOptions

        func run() throws {
            let (configuration, locations) = try options.box.load(daemon: false)
            let daemon = Result { () throws(ControlFault) in
                try options.box.control().ask(ControlRequest(.status), for: StatusReport.self)
            }
            let (audio, config) = (configuration.audio, configuration.file(of: "audio.devices"))
            let lookup = configuration.lookup(locations).answering
            let found = TimeLimit.run(.seconds(30), on: "the sound devices") {
                AudioDevicesReport(audio, daemon, lookup, config: config)
            }
            guard let report = found else {
                writeError("adhand: the sound devices have not answered within 30 seconds: a sound server hangs")
                throw ExitCode(EX_UNAVAILABLE)
            }
            switch format {
            case .table: say(lines: report.table)
            case .json: print(try report.json, terminator: "")
            }
            if report.isSilenced { throw ExitCode(EX_UNAVAILABLE) }
        }
    }
}
