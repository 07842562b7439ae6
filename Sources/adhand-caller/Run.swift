import AdhanSupport
import AdhanCaller
import Glibc
import Logging

/// The daemon.
struct Run {
    let options: BoxOptions
    let rehearse: Bool
    /// Whether `adhand sync` and `adhand notify` are services, too.
    let isService: Bool

    /// A second daemon, started by hand, would call the service's prayers again, because its ledger and locks are
    /// elsewhere.
    private func refuseBesideService(_ locations: Locations, _ log: Logger) throws {
        guard let service = ServicePresence(locations) else { return }
        switch service.isServiceRunning() {
        case true?: throw ControlFault.otherDaemon(path: service.socket)
        case false?: break
        case nil: log.warning("whether the service runs cannot be seen; if it does, each prayer is called twice")
        }
    }

    /// A rehearsal beside a running daemon would be heard in the prayer hall,
    /// only for this one to be refused afterwards.
    private func refuseBesideAnother(_ parts: DaemonParts) throws {
        do throws(ControlFault) {
            let _: StatusReport = try ControlClient(path: parts.socket()).ask(ControlRequest(.status))
        } catch {
            // The daemon itself reports these errors.
            return
        }
        throw ControlFault.otherDaemon(path: parts.socket())
    }

    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as ConfigError: error.faults.map(\.description).joined(separator: "; ")
        case let error as FileFault where error.isMissing: "there is no file \(error.path) any more"
        default: "\(error)"
        }
    }

    /// Reads the config, and waits while tzdata is damaged and no rules are kept.
    private func begin(
        _ config: ConfigLoader,
        _ log: Logger,
        _ network: @escaping Network
    ) throws -> (parts: DaemonParts, problem: ConfigLoader.Refusal?)? {
        let (signals, notifier) = (StopSignals(), try Notifier())
        defer { signals.unblock() }
        // Only the first try is logged, since each fails for the same reason.
        var logger = log
        let found = try ServiceProcess(log: log, signals: signals, notifier: notifier)
            .wait("waiting, and no prayer is called", where: { $0 is TzdataFault }) {
                defer { logger = Logger(label: "adhand") { _ in SwiftLogNoOpLogHandler() } }
                return try config.begin(logger, network)
            }
        if found == nil {
            notifier.stopping()
            notifier.flush(within: Daemon.flushPatience)
        }
        return found
    }

    /// Has the other processes of adhand started where they are needed: there is no service of them.
    ///
    /// - Returns: the process that tells the receivers of `[[notify]]`.
    private func startHelpers(_ desks: Desks, _ log: Logger) -> HelperProcess {
        let sync = HelperProcess(.sync(options, parent: getpid()), log, lost: "timetables are not fetched") {
            desks.fetch.isWaiting
        }
        desks.fetch.announce { sync.ensure() }
        let notify = HelperProcess(
            .notify(options, parent: getpid()),
            log,
            lost: "nobody is told, and no program of [hooks] runs"
        ) {
            desks.hooks.isWaiting
        }
        desks.hooks.announce { notify.ensure() }
        return notify
    }

    func run() throws {
        let began = BootClock.now()
        ProcessMemory.shareHeap()
        // A reload that is asked for during a slow start waits for its end.
        var reload = sigset_t()
        sigemptyset(&reload)
        sigaddset(&reload, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &reload, nil)
        let neverWaits = StderrLog.neverWait()
        let queue = try LogQueue.daemon()
        defer { queue.flush(within: Daemon.flushPatience) }
        let log = queue.logger
        if !neverWaits {
            log.warning(
                """
                this terminal is another user's: stopping its output, as Ctrl-S does, can delay an adhan. \
                Send the log to a file or a pipe
                """
            )
        }
        let config = ConfigLoader(
            named: options.config,
            locations: Locations(resources: options.resources, daemon: true)
        )
        let desks = Desks(fetch: FetchDesk(runtime: config.locations.runtime))
        let notify = isService ? nil : startHelpers(desks, log)
        try refuseBesideService(config.locations, log)
        guard let (parts, problem) = try begin(config, log, desks.fetch.network) else { return }
        StderrLog.use(parts.zone)
        if let problem { log.error("\(problem.words): \(problem.fault)") }
        notify?.keep(!parts.configuration.notify.receivers.isEmpty)
        if rehearse {
            try refuseBesideAnother(parts)
            let preferences = try parts.preferences().inUse(ControlClient(path: parts.socket()))
            let outcome = try RehearsalReport.run(parts, prayer: nil, lead: .seconds(10), preferences) { notice in
                log.log(level: notice.level, "\(notice.words(parts.zone))")
            }
            if case .signalled = outcome.end { return }
        }
        try Daemon(log: log, subject: config.subject, desks: desks) {
            do {
                let parts = try config.read(desks.fetch.network)
                StderrLog.use(parts.zone)
                notify?.keep(!parts.configuration.notify.receivers.isEmpty)
                return .success(parts)
            } catch {
                return .failure(ReloadFault(words: Self.words(error)))
            }
        }.run(parts, since: began, configurationProblem: problem?.fault)
    }
}
