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
        let queue = try LogQueue.daemon()
        defer { queue.flush(within: Daemon.farewell) }
        let log = queue.logger
        let config = DaemonConfig(
            named: options.config,
            locations: Locations(resources: options.resources, daemon: true)
        )
        let (assembly, problem) = try config.begin(log)
        if rehearse {
            let outcome = try RehearsalReport.run(assembly, prayer: nil, lead: .seconds(10)) { notice in
                log.log(level: notice.level, "\(notice.words(assembly.zone))")
            }
            if case .signalled = outcome.end { return }
        }
        try Daemon(log: log, subject: config.subject) {
            do {
                return .success(try config.read())
            } catch {
                return .failure(ReloadFault(words: "\(error)"))
            }
        }.run(assembly, configurationProblem: problem)
    }
}
