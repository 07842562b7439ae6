import AdhanCore
import AdhanSupport
import ArgumentParser
import Glibc

struct Restart: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restart adhand's services that run.",
        discussion: """
            With --when-quiet it waits until nothing sounds and nothing is due within ten minutes, so that no adhan is \
            cut or late. An upgrade of the package does so. A daemon that runs is not restarted if it could not start \
            again; if the config is wrong, it starts with the one that it last accepted, and this command says so. \
            Exit code: that of systemctl; 75 if it was not quiet within the limit, so that the services still run as \
            before; 77 if you are not root; 78 if it could not start with its config, and runs as before.
            """
    )

    /// The services of one installation. adhand-kiosk is not among them: its browser loads the page again by itself.
    private static let units = [
        "adhand", "adhand-sync", "adhand-notify", "adhand-mirror", "adhand-display", "adhand-panel",
    ]
    private static let pause: Duration = .seconds(2)
    /// How often it must be missing. systemd starts a daemon that has ended after two seconds.
    private static let looks = 3

    @Flag(help: "Wait until nothing sounds and nothing is due within ten minutes.") var whenQuiet = false
    @Option(
        help: ArgumentHelp("How long --when-quiet waits at most, from 1s to 3h (default: 1h).", valueName: "duration"),
        transform: DurationText.parse
    )
    var within: Duration?
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard let within else { return }
        guard whenQuiet else { throw ValidationError("--within is for --when-quiet; without it nothing is waited for") }
        guard (.seconds(1)...(.hours(3))).contains(within) else {
            throw ValidationError("--within \(DurationText.format(within)) is not between 1s and 3h")
        }
    }

    func run() throws {
        guard geteuid() == 0 || !SystemBus.Property.hasSystemd else {
            let words = "only root restarts services; nothing was done: sudo adhand restart"
            throw Ending(EX_NOPERM, words + (whenQuiet ? " --when-quiet" : ""))
        }
        try refuseUnusableConfig()
        if let fault = known.problem {
            writeError("\(CommandConfig.words(fault)); adhand starts with the config that it last accepted")
        }
        if whenQuiet {
            try waitForQuiet(within ?? .hours(1))
            // It may have changed meanwhile.
            try refuseUnusableConfig()
        }
        switch UnitState.now("adhand") {
        case .unit(_, "inactive", _):
            writeError("adhand does not run, and is not started; to start it: sudo systemctl start adhand")
        case .unit(_, "failed", _):
            writeError("adhand has failed, and is not started; see why: sudo journalctl -u adhand")
        default: break
        }
        try restart()
    }

    private func waitForQuiet(_ within: Duration) throws {
        let clock = LinuxClock()
        let end = clock.monotonic() + within
        var (client, missing) = (options.box.control(), 0)
        var told: String?
        while true {
            client.patience = min(.seconds(10), max(.seconds(1), end - clock.monotonic()))
            let reason: String
            switch answer(of: client) {
            case .success(let found):
                guard let found else { return }
                (reason, missing) = (found, 0)
            // systemd starts it again within seconds, where it has ended by itself.
            case .failure(.notRunning):
                missing += 1
                guard missing < Self.looks else { return }
                reason = "it does not answer; perhaps it is just starting"
            case .failure(let fault):
                switch fault {
                case .noAnswer, .hungUp: reason = "\(fault)"
                default: throw fault
                }
            }
            guard clock.monotonic() < end else {
                writeError("adhand is not restarted, and runs as before: \(reason)")
                writeError("  Later: sudo adhand restart --when-quiet")
                throw Ending(EX_TEMPFAIL)
            }
            if reason != told {
                say("adhand is restarted when it is quiet, within \(DurationText.format(within)); now \(reason)")
                fflush(nil)
            }
            told = reason
            clock.sleep(Self.pause)
        }
    }

    /// A new version may refuse a value that the running one has accepted. Restarted, the daemon would end at once, and
    /// the mosque would be silent.
    private func refuseUnusableConfig() throws {
        let known = known
        let (words, faults): (String, [String])
        switch known.configuration {
        case .success(let kept):
            (words, faults) = ("this version refuses a part of its config", kept.defaulted.map(\.description))
        case .failure(let error):
            words = "it could not start with this config"
            faults = (error as? ConfigError)?.faults.map(\.description) ?? ["\(error)"]
        }
        guard !faults.isEmpty, known.denial == nil, isRunning else { return }
        writeError("adhand is not restarted, and runs as before: \(words)")
        for fault in faults { writeError("  \(fault)") }
        writeError("  Correct it, then: sudo adhand check-config && sudo adhand restart --when-quiet")
        throw Ending(EX_CONFIG)
    }

    private var known: CommandConfig { CommandConfig(options.box.loader) }

    private var isRunning: Bool { if case .success = answer(of: options.box.control()) { true } else { false } }

    /// Why a restart would do harm now; nil where it would not.
    private func answer(of client: ControlClient) -> Result<String?, ControlFault> {
        Result { () throws(ControlFault) in
            let report: StatusReport = try client.ask(ControlRequest(.status))
            do {
                return try report.unquiet
            } catch {
                let words = "the daemon is of another version: \(error). Between two adhans: sudo adhand restart"
                throw ControlFault.refused(ControlFailure(words, code: EX_PROTOCOL))
            }
        }
    }

    /// Becomes systemctl. A unit that is not installed, as that of the display, would be a fault.
    private func restart() throws {
        let states = Self.units.map { (unit: $0, state: UnitState.now($0)) }
        let units = states.filter { if case .unit("not-found", _, _) = $0.state { false } else { true } }.map(\.unit)
        let running = states.filter { if case .unit(_, "active", _) = $0.state { true } else { false } }.map(\.unit)
        let names = running.isEmpty ? "those of adhand's services that run" : running.joined(separator: ", ")
        say("restarting \(names). See whether all is well: adhand status")
        fflush(nil)
        let program = "systemctl"
        var arguments = ([program, "try-restart"] + units.map { $0 + ".service" }).map { strdup($0) } + [nil]
        execvp(program, &arguments)
        throw ControlFailure("systemctl cannot be run: \(String(cString: strerror(errno)))", code: EX_UNAVAILABLE)
    }
}

extension StatusReport {
    /// How long before an occasion nothing is restarted.
    private static let quietTime: Duration = .minutes(10)

    /// Why a restart would cut a sound or delay one, in words; nil where it would not.
    ///
    /// - Throws: `ReportedMoment.NoMoment` where the daemon is of another version.
    var unquiet: String? {
        get throws {
            if let sounding { return "\(sounding) sounds" }
            if let starting { return "\(starting) starts" }
            if let program { return "\(program) runs" }
            if let preparing { return "\(preparing) is due" }
            let now = try ReportedMoment(now).at
            let adhan = next.map { ("the adhan of \($0.prayer)", $0.at) }
            let due = [adhan].compactMap(\.self) + upcoming.map { ($0.occasion, $0.at) }
            let soon = try due.map { ($0.0, try ReportedMoment($0.1)) }.min { $0.1.at < $1.1.at }
            if soon == nil { return "it has no times yet" }
            guard let (name, moment) = soon, moment.at - now <= Self.quietTime else { return nil }
            return "\(name) is due at \(moment.description.dropFirst(11).prefix(5))"
        }
    }
}
