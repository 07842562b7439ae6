import AdhanDisplay
import AdhanSupport
import Glibc
import Logging

/// The display until SIGTERM.
struct DisplayCommand {
    let options: BoxOptions

    func run() throws { try ServiceProcess.run(serve) }

    private func serve(_ process: ServiceProcess) throws {
        let (notifier, log) = (process.notifier, process.log)
        let isService = Environment.variables["NOTIFY_SOCKET"] != nil
        let locations = Locations(resources: options.resources, daemon: false)
        let read: @Sendable () throws -> Configuration = { [named = options.config] in
            try Self.usable(CommandConfig(ConfigLoader(named: named, locations: locations)))
        }
        func wait<Value>(_ reason: String, _ attempt: () throws -> Value) throws -> Value? {
            try process.wait(reason, where: { _ in isService }, attempt)
        }
        let missingPage = "waiting for the page, which comes with adhand; install adhand again"
        guard
            let configuration = try wait(
                "waiting for a config",
                { try isService ? read() : options.load().0 }
            ),
            let service = try wait(
                missingPage,
                { try DisplayService(configuration, locations, clock: LinuxClock(), log: log, reload: read) }
            )
        else { return notifier.stopping() }
        let address: ListenAddress
        do {
            address = try service.listen()
        } catch {
            log.error("\(error)")
            throw Ending(EX_UNAVAILABLE)
        }
        let usual = "the display is at http://\(address)/"
        log.notice("\(usual)")
        try service.follow(locations.runtime + "/adhand.sock")
        try service.watchFiles()
        _ = notifier.ready(usual)
        service.run(tell: { notifier.status($0 ?? usual) }) {
            notifier.feedWatchdog()
            return process.signals.wait()
        }
        notifier.stopping()
        service.leave()
    }

    /// Where the daemon may be using another config than the defaults, they are not shown.
    private static func usable(_ known: CommandConfig) throws -> Configuration {
        if known.isInDoubt, case .success = known.configuration {
            throw DoubtfulConfig(description: known.note ?? "")
        }
        return try known.configuration.get()
    }

    private struct DoubtfulConfig: Error, CustomStringConvertible { let description: String }
}
