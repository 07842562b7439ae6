import AdhanCore
import AdhanSupport
import ArgumentParser
import Glibc

struct Restart: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restart adhand's services that run.",
        discussion: """
            With --when-quiet it waits until nothing sounds and nothing is due within ten minutes, so that no adhan is \
            cut or late. An upgrade of the package does so. Exit code: that of systemctl; 75 if it was not quiet \
            within the limit, so that the services still run as before; 77 if you may not ask the daemon.
            """
    )

    /// Those of one installation but for adhand-kiosk, whose browser loads the page again by itself.
    private static let units = ["adhand", "adhand-sync", "adhand-mirror", "adhand-display"].map { $0 + ".service" }
    private static let pause: Duration = .seconds(2)

    @Flag(help: "Wait until nothing sounds and nothing is due within ten minutes.") var whenQuiet = false
    @Option(
        help: "How long to wait at most, from 1s to 3h (default: 1h).",
        transform: DurationText.parse
    )
    var within: Duration = .hours(1)
    @OptionGroup var options: CommonOptions

    func validate() throws {
        guard (.seconds(1)...(.hours(3))).contains(within) else {
            throw ValidationError("--within \(DurationText.format(within)) is not between 1s and 3h")
        }
    }

    func run() throws {
        if whenQuiet { try waitForQuiet() }
        try restart()
    }

    private func waitForQuiet() throws {
        let (clock, client) = (LinuxClock(), options.box.control())
        let end = clock.monotonic() + within
        var told: String?
        while let reason = try obstacle(client) {
            guard clock.monotonic() < end else {
                writeError(
                    "adhand is not restarted, and runs as before: \(reason). Later: sudo adhand restart --when-quiet"
                )
                throw Ending(EX_TEMPFAIL)
            }
            if reason != told {
                say("adhand is restarted when it is quiet; now \(reason)")
                fflush(nil)
            }
            told = reason
            clock.sleep(Self.pause)
        }
    }

    /// Why a restart would do harm now; nil where it would not.
    private func obstacle(_ client: ControlClient) throws -> String? {
        do {
            return try client.ask(ControlRequest(.status), for: StatusReport.self).unquiet
        } catch let fault as ControlFault {
            switch fault {
            // Nothing can be cut.
            case .notRunning: return nil
            case .noAnswer, .hungUp: return "\(fault)"
            default: throw fault
            }
        }
    }

    /// Becomes systemctl.
    private func restart() throws {
        let program = "systemctl"
        var arguments = ([program, "try-restart"] + Self.units).map { strdup($0) } + [nil]
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
            if let preparing { return "\(preparing) is about to sound" }
            let now = try ReportedMoment(now).at
            let adhan = next.map { ("the adhan of \($0.prayer)", $0.at) }
            let due = [adhan].compactMap(\.self) + upcoming.map { ($0.occasion, $0.at) }
            let soon = try due.map { ($0.0, try ReportedMoment($0.1)) }.min { $0.1.at < $1.1.at }
            guard let (name, moment) = soon, moment.at - now <= Self.quietTime else { return nil }
            return "\(name) is due at \(moment.description.dropFirst(11).prefix(5))"
        }
    }
}
