import AdhanPanel
import AdhanSupport
import AdhanWeb
import Glibc
import Logging

/// The panel until SIGTERM.
struct PanelCommand {
    /// A certificate with its chain has less.
    private static let largestCertificate = 1 << 18

    /// The beginning of the unit's status once it serves the page.
    static let serving = "the panel is at "

    let options: BoxOptions

    func run() throws { try ServiceProcess.run(serve) }

    private func serve(_ process: ServiceProcess) throws {
        let (notifier, log) = (process.notifier, process.log)
        let isService = Environment.variables["NOTIFY_SOCKET"] != nil
        // systemd names the panel's own folders, which are not the daemon's.
        let own = ["STATE_DIRECTORY"] + (isService ? ["RUNTIME_DIRECTORY"] : [])
        let variables = Environment.variables.filter { !own.contains($0.key) }
        let locations = Locations(resources: options.resources, daemon: false, environment: variables)
        let folder = Environment.variables["STATE_DIRECTORY"].map { PanelFolder($0) } ?? PanelFolder(locations)
        func wait<Value>(_ reason: String, _ attempt: () throws -> Value) throws -> Value? {
            try process.wait(reason, where: { _ in isService }, attempt)
        }
        guard
            let configuration = try wait(
                "waiting for a config",
                { try CommandConfig(ConfigLoader(named: options.config, locations: locations)).configuration.get() }
            ),
            let (service, lock) = try wait(
                "the panel cannot start",
                { try make(folder, configuration.file, locations, log) }
            ),
            let certificate = try wait("the panel has no certificate", { try certificate(folder) })
        else { return notifier.stopping() }
        let address: ListenAddress
        do {
            address = try service.listen(configuration.panel, certificate)
        } catch {
            log.error("\(error)")
            throw Ending(EX_UNAVAILABLE)
        }
        let usual = "\(Self.serving)https://\(address)/"
        log.notice("\(usual)")
        _ = notifier.ready(usual)
        while !process.signals.wait() {
            notifier.feedWatchdog()
            service.endOldInvitation()
            service.warnings.logCounted()
        }
        notifier.stopping()
        withExtendedLifetime(lock) {}
    }

    private func make(
        _ folder: PanelFolder,
        _ config: String?,
        _ locations: Locations,
        _ log: Logger
    ) throws -> (PanelService, LockFile) {
        guard access(folder.secrets, F_OK) == 0 else {
            throw FileFault(path: folder.secrets, reason: "it is not there; make it: sudo adhand panel enable")
        }
        // One of two panels would write over the other's change.
        let lock = try LockFile(folder.secrets + "/lock")
        let service = try PanelService(
            try PanelStore(folder.accounts),
            try .usual(),
            socket: locations.runtime + "/adhand.sock",
            folder,
            config: config ?? locations.configurationCandidates.first ?? "/etc/adhand/config.toml",
            locations,
            clock: LinuxClock(),
            log: log
        )
        try service.keepTelling()
        return (service, lock)
    }

    private func certificate(_ folder: PanelFolder) throws -> WebServer.Certificate {
        let pem = try BoundedFile.read(folder.certificate, limit: Self.largestCertificate)
        return WebServer.Certificate(pem, key: try BoundedFile.read(folder.key, limit: Self.largestCertificate))
    }
}
