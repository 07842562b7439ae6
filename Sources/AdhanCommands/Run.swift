import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanDaemon
import AdhanEngine
import AdhanSystem
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

    /// A daemon that somebody types would call the prayers of the service a second time: its ledger and its locks are elsewhere.
    private func refuseBesideService(_ locations: Locations, _ log: Logger) throws {
        guard let service = ServicePresence(locations) else { return }
        switch service.look() {
        case true?: throw ControlFault.otherDaemon(path: service.socket)
        case false?: break
        case nil: log.warning("whether the service runs cannot be seen; if it does, each prayer is called twice")
        }
    }

    func run() throws {
        let queue = try LogQueue.daemon()
        defer { queue.flush(within: Daemon.flushPatience) }
        let log = queue.logger
        let config = DaemonConfig(
            named: options.config,
            locations: Locations(resources: options.resources, daemon: true)
        )
        try refuseBesideService(config.locations, log)
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
                let faults = (error as? ConfigError)?.faults.map(\.description)
                return .failure(ReloadFault(words: faults?.joined(separator: "; ") ?? "\(error)"))
            }
        }.run(assembly, configurationProblem: problem)
    }
}
