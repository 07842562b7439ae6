import AdhanCore
import AdhanPanel
import AdhanSupport
import AdhanWeb
import Glibc

/// `adhand panel enable`, `disable`, `reset` and `status`.
struct PanelSetup {
    private static let unit = "adhand-panel.service"

    let options: BoxOptions

    private var locations: Locations { Locations(resources: options.resources, daemon: false) }
    private var folder: PanelFolder { PanelFolder(locations) }

    /// Makes the folder and the certificate, starts the unit, and prints the address and a setup code.
    ///
    /// - Parameter onScreen: whether the box's own screen shows the code, too.
    func enable(onScreen: Bool) throws {
        try requireRoot("enable")
        let whole = try options.load().0
        let configuration = whole.panel
        guard let panel = Account(named: Account.panel), let daemon = Account(named: Account.service),
            let group = daemon.groups.first
        else {
            throw Ending(
                EX_OSFILE,
                "the user \(Account.panel) is missing: sudo systemd-sysusers, or install adhand again"
            )
        }
        try folder.make(for: .init(panel: panel.user, daemon: daemon.user, group: group))
        let now = LinuxClock().wall().seconds
        let (isNew, code) = try Account.asOwner(of: folder.secrets) {
            let isNew = try PanelCertificate(folder).make(
                names: names(configuration),
                addresses: NetworkAddresses.own() + ["127.0.0.1"]
            )
            let store = try PanelStore(folder.accounts)
            return (isNew, try hasCaretaker(store) ? nil : try store.makeSetupCode(now: LinuxClock().boot()))
        }
        try systemctl(["enable"])
        try systemctl(["restart"])
        if isNew { say("A certificate was made. No authority vouches for it: a phone warns once, see below.", .good) }
        say("The panel runs, also after each boot.", .good)
        // The code must be seen whatever becomes of the rest.
        print(guide(configuration, code), terminator: "")
        if onScreen { try show(code, now: now, configuration, owner: (panel.user, group)) }
        if !whole.place.isSet { try startServices() }
    }

    /// Shows the code on the box's own screen. The panel, which has made its folder in memory, removes it.
    private func show(
        _ code: String?,
        now: Int64,
        _ configuration: PanelConfiguration,
        owner: (user: uid_t, group: gid_t)
    ) throws {
        guard let code, let address = addresses(configuration).first, let picture = QRCode(address) else {
            return say("The screen shows nothing: there is no setup code. For one: sudo adhand panel reset")
        }
        let invitation = PanelInvitation(locations)
        try invitation.show(address, code: code, picture: picture.digits, now: now, owner: owner)
        say("The box's own screen shows the code within half a minute, between the prayers.", .good)
    }

    func disable() throws {
        try requireRoot("disable")
        try systemctl(["disable", "--now"])
        say("The panel is off. Its accounts stay in \(folder.path); to start it again: sudo adhand panel enable")
    }

    /// Ends all sessions, and prints a new setup code.
    func reset() throws {
        try requireRoot("reset")
        guard access(folder.secrets, F_OK) == 0 else {
            throw Ending(EX_UNAVAILABLE, "the panel has never been enabled: sudo adhand panel enable")
        }
        let code = try Account.asOwner(of: folder.secrets) {
            let store = try PanelStore(folder.accounts)
            try store.endAllSessions()
            return try store.makeSetupCode(now: LinuxClock().boot())
        }
        // Its file of accounts may be another now.
        if SystemBus.Property.hasSystemd { try systemctl(["try-restart"]) }
        say("Everybody is logged out. The accounts stay: with the code, a name that exists gets a new password.")
        print(guide(try options.load().0.panel, code), terminator: "")
    }

    func status(isJSON: Bool) throws {
        let configuration = try options.load().0.panel
        guard SystemBus.Property.hasSystemd else { throw Ending(EX_UNAVAILABLE, "systemd does not run here") }
        let report = try report(configuration)
        if isJSON { print(try JSONText.encode(report)) } else { printText(report) }
        if !report.isRunning || report.problem != nil { throw Ending(EX_UNAVAILABLE) }
    }

    /// For what the service waits, in its own words to systemd; nil where it serves the page, or systemd does not say.
    private func waiting() -> String? {
        // reason: as the docstring says
        let words = try? SystemBus().text(.unit("adhand-panel", "Service", "StatusText"))
        return words.flatMap { $0.isEmpty || $0.hasPrefix(PanelCommand.serving) ? nil : $0 }
    }

    private func printText(_ report: PanelReport) {
        guard report.isRunning else { return say("The panel does not run. To start it: sudo adhand panel enable") }
        if let problem = report.problem { return say("The panel's service runs, and serves no page: \(problem)") }
        say("The panel runs: \(report.addresses.joined(separator: " or "))", .good)
        guard geteuid() == 0 else { return say("For its accounts: sudo adhand panel status") }
        if let problem = report.accountsProblem { say(problem) }
        for member in report.accounts ?? [] { say("\(member.name): \(member.role)") }
        if report.isSetupOpen == true { say("A setup code waits to be used.") }
    }

    private func report(_ configuration: PanelConfiguration) throws -> PanelReport {
        // Their exit codes say it, and they print nothing.
        var report = PanelReport(
            isRunning: try systemctl(["is-active", "--quiet"], mayFail: true),
            isEnabled: try systemctl(["is-enabled", "--quiet"], mayFail: true),
            addresses: addresses(configuration)
        )
        if report.isRunning { report.problem = waiting() }
        guard geteuid() == 0, access(folder.secrets, F_OK) == 0 else { return report }
        let now = LinuxClock().wall()
        report.rights = folder.wrongRights(panel: Account(named: Account.panel))
        do {
            let wanted = hosts(configuration) + configuration.hosts
            report.certificate = try Account.asOwner(of: folder.secrets) {
                try PanelCertificate(folder).facts(wanted: wanted, now: now)
            }
        } catch {
            report.certificateProblem = "\(error)"
        }
        do {
            (report.accounts, report.isSetupOpen) = try Account.asOwner(of: folder.secrets) {
                let store = try PanelStore(folder.accounts)
                let accounts = try store.accounts().map { PanelReport.Member(name: $0.name, role: $0.role.rawValue) }
                return (accounts, try store.isSetupOpen(now: LinuxClock().boot()))
            }
        } catch {
            report.accountsProblem = "\(error)"
        }
        return report
    }

    private func hasCaretaker(_ store: PanelStore) throws -> Bool {
        try store.accounts().contains { $0.role == .caretaker }
    }

    private func requireRoot(_ word: String) throws {
        guard geteuid() == 0 else { throw Ending(EX_NOPERM, "only root may do that: sudo adhand panel \(word)") }
    }

    private func names(_ configuration: PanelConfiguration) -> [String] {
        let machine = AllowedHosts.machine
        return ["localhost", machine, machine + ".local"] + configuration.hosts
    }

    private func hosts(_ configuration: PanelConfiguration) -> [String] {
        let host = configuration.listen.host
        return ["0.0.0.0", "::"].contains(host) ? NetworkAddresses.own() : [host]
    }

    private func addresses(_ configuration: PanelConfiguration) -> [String] {
        let hosts = hosts(configuration).map { $0.contains(":") ? "[\($0)]" : $0 }
        return (hosts.isEmpty ? ["127.0.0.1"] : hosts).map { "https://\($0):\(configuration.listen.port)/" }
    }

    /// The address, its QR code, the setup code, and what the phone will say.
    private func guide(_ configuration: PanelConfiguration, _ code: String?) -> String {
        let addresses = addresses(configuration)
        let picture = addresses.first.flatMap { QRCode($0)?.text(isTerminal: isatty(STDOUT_FILENO) == 1) } ?? ""
        let login =
            code.map { "Setup code: \($0)\nIt holds for 15 minutes and for one use; the page asks for it.\n" }
            ?? "There is a caretaker's account: log in with it. Password lost: sudo adhand panel reset\n"
        return """

            On a phone in the mosque's network, open \(addresses.joined(separator: " or "))

            \(picture)
            \(login)
            The phone warns that the connection is not private, since the box made its certificate itself.
            Chrome: Advanced, Proceed. Safari: Show Details, visit this website. Firefox: Advanced, Accept.
            To be sure that it is this box, compare the SHA-256 fingerprint:
            \(fingerprint)

            """
    }

    /// The certificate's, read with the rights of its owner, who could put a link in its place.
    private var fingerprint: String {
        // reason: the certificate was made above
        (try? Account.asOwner(of: folder.secrets) { try PanelCertificate(folder).fingerprint() }) ?? "it cannot be read"
    }

    @discardableResult
    private func systemctl(_ words: [String], mayFail: Bool = false) throws -> Bool {
        guard SystemBus.Property.hasSystemd else {
            throw Ending(EX_UNAVAILABLE, "systemd does not run here, so the panel is not started: sudo adhand panel")
        }
        return try Systemctl.run(words, [Self.unit], mayFail: mayFail)
    }

    /// A box without a place is set up by phone: the daemon takes up what the page sets, and the screen shows it.
    private func startServices() throws {
        try makeConfig()
        let hasDisplay = Executables.find("adhand-display") != nil
        let units = ["adhand.service"] + (hasDisplay ? ["adhand-display.service"] : [])
        try Systemctl.run(["enable", "--now"], units)
        let names = units.joined(separator: " and ")
        say("No place is set. \(names) \(hasDisplay ? "run" : "runs"), too: set the place on the page Set up.", .notice)
    }

    /// Makes the config file where the box never had one: what the page sets counts beside one alone.
    private func makeConfig() throws {
        let kept = try? ConfigStore(locations).load()  // reason: without it, a missing file is a new one
        guard ConfigLoader(named: options.config, locations: locations).file(kept) == nil,
            let path = locations.configurationCandidates.first
        else { return }
        try AtomicFile.replace(path, with: Array(ConfigSource.beginning.utf8), folderMode: Folder.serviceMode)
    }
}
