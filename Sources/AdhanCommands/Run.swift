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
        guard let socket = locations.serviceSocket else { return }
        do {
            _ = try ControlClient(path: socket).ask(ControlRequest(.status), for: StatusReport.self)
        } catch .notRunning {
            return
        } catch {
            // Whoever may not open it, or gets no answer, may still see in the kernel's table whether somebody listens.
            guard let listens = UnixAddress.isListening(socket) else {
                log.warning("\(error); where the service runs, each prayer is called twice now")
                return
            }
            guard listens else { return }
        }
        throw ControlFault.otherDaemon(path: socket)
    }

    func run() throws {
        let queue = try LogQueue.daemon()
        defer { queue.flush(within: Daemon.farewell) }
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
