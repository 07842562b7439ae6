import AdhanSupport
import AdhanCaller
import ArgumentParser

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything the box needs, and say how to fix what is wrong.",
        discussion:
            "Changes nothing and plays nothing. Exit code: 0 if all is in order, 1 if something needs attention."
    )

    enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

    @Option(help: "text or json.") var format = Format.text
    @OptionGroup var options: CommonOptions

    func run() throws {
        let locations = Locations(resources: options.resources, daemon: false)
        let report = Examination(
            known: KnownConfig(DaemonConfig(named: options.config, locations: locations)),
            locations: locations,
            daemon: Result { () throws(ControlFault) in try options.box.control().ask(ControlRequest(.status)) },
            preferences: Assembly.preferences(locations).inUse(options.box.control())
        ).report()
        switch format {
        case .text: say(lines: report.text)
        case .json: print(try report.json, terminator: "")
        }
        if !report.ok { throw ExitCode(1) }
    }
}
