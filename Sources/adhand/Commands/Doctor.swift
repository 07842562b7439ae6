import AdhanSupport
import AdhanCaller
import AdhanCore
import ArgumentParser

struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check everything the box needs, and say how to fix what is wrong.",
        discussion:
            "Changes nothing and plays nothing. Exit code: 0 if all is in order, 1 if something needs attention."
    )

    @Option(help: "text or json.") var format = TextFormat.text
    @OptionGroup var options: CommonOptions

    func run() throws {
        let loader = options.box.loader
        let known = CommandConfig(loader)
        let preferences = try options.box.preferences()
        let report = DoctorRun(known, loader.locations, options.status(), preferences, options.box).report()
        switch format {
        case .text: say(lines: report.text)
        case .json: print(try JSONText.encode(report))
        }
        if !report.ok { throw Ending(1) }
    }
}
