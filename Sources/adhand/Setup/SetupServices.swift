import AdhanSupport
import Glibc

/// The services of a box that was set up.
struct SetupServices {
    let withScreen: Bool

    private var units: [String] { ["adhand.service"] + (withScreen ? ["adhand-display.service"] : []) }

    /// Enables and starts them; those that run read the config again.
    ///
    /// - Throws: `Ending` where systemctl fails.
    func start() throws {
        guard SystemBus.Property.hasSystemd else {
            return say("No service is started, since systemd does not run here: sudo adhand run")
        }
        guard geteuid() == 0 else {
            return say("Start the service: sudo systemctl enable --now \(units.joined(separator: " "))")
        }
        let running = units.filter { UnitState.isActive(String($0.dropLast(".service".count))) }
        try systemctl(["enable", "--now"] + units)
        if !running.isEmpty { try systemctl(["reload-or-restart"] + running) }
        say("\(units.joined(separator: " and ")) \(units.count == 1 ? "runs" : "run"), also after each boot.")
        if let user = Environment.variables["SUDO_USER"], user != "root" {
            say("So that you may talk to it without sudo: sudo adduser \(user) \(Account.service); then log in again.")
        }
    }

    private func systemctl(_ words: [String]) throws {
        var status: Int32 = 0
        do throws(ProgramStart.Fault) {
            let process = try ProgramStart.run("/usr/bin/systemctl", ["systemctl"] + words)
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        } catch {
            throw Ending(EX_UNAVAILABLE, "systemctl cannot be run: \(String(cString: strerror(error.code)))")
        }
        guard status == 0 else {
            let command = (["systemctl"] + words).joined(separator: " ")
            throw Ending(EX_UNAVAILABLE, "\(command) failed; see why: systemctl status \(units.joined(separator: " "))")
        }
    }
}
