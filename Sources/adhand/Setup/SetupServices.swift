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
        try Systemctl.run(["enable", "--now"], units)
        if !running.isEmpty { try Systemctl.run(["reload-or-restart"], running) }
        say("\(units.joined(separator: " and ")) \(units.count == 1 ? "runs" : "run"), also after each boot.")
        if let user = Environment.variables["SUDO_USER"], user != "root" {
            say("So that you may talk to it without sudo: sudo adduser \(user) \(Account.service); then log in again.")
        }
    }
}
