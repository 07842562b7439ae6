import AdhanCore
import ArgumentParser
import Logging

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "The daemon, in the foreground.",
        discussion: """
            Calls each prayer until it gets SIGTERM or SIGINT, which fade what sounds. SIGHUP has it read its config anew.
            """
    )

    @OptionGroup var options: CommonOptions

    @Flag(help: "Rehearse the next prayer in ten seconds first, then go on as the daemon.")
    var rehearse = false

    func run() throws {
        let assembly = try options.assembly(daemon: true)
        let queue = try LogQueue.daemon()
        defer { queue.flush(within: .seconds(1)) }
        let log = queue.logger
        if rehearse {
            let outcome = try RehearsalReport.run(assembly, prayer: nil, lead: .seconds(10)) { notice in
                log.log(level: notice.level, "\(notice.words(assembly.zone))")
            }
            if case .signalled = outcome.end { return }
        }
        let (config, resources) = (options.config, options.resources)
        try Daemon(log: log) {
            do {
                let locations = Locations(resources: resources, daemon: true)
                let configuration = try Configuration.load(locations.configuration(named: config), locations)
                return .success(try Assembly(configuration, locations))
            } catch {
                return .failure(ReloadFault(words: "\(error)"))
            }
        }.run(assembly)
    }
}
