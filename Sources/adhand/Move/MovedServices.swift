import AdhanSupport
import Glibc

/// The services that move to another box. `adhand` and `adhand-notify` are none of them: two boxes would call.
enum MovedServices {
    static let names = ["adhand-display", "adhand-kiosk", "adhand-mirror", "adhand-panel"]

    /// The command that enables and starts a service.
    static func command(_ name: String) -> String {
        name == "adhand-panel" ? "sudo adhand panel enable" : "sudo systemctl enable --now \(name)"
    }

    /// Starts services that ran on the old box, and goes on where one fails.
    static func start(_ units: [String], by start: (String) throws -> Void, state: (String) -> UnitState) -> [String] {
        names.filter(units.contains).map { name in
            try? start(name)  // reason: its state says whether it runs
            guard let found = ServicesCheck.finding(name, state(name), expectedFor: "it ran on the old box") else {
                return "\(name) ran on the old box; systemd does not run here. To start it later: \(command(name))"
            }
            return found.words + (found.advice.map { ": \($0)" } ?? "")
        }
    }

    /// Enables and starts a service of this box, as root. Blocks until it runs.
    static func start(_ name: String, _ options: BoxOptions) throws {
        let isLive = SystemBus.Property.hasSystemd
        if name != "adhand-panel" {
            try Systemctl.run(isLive ? ["enable", "--now"] : ["enable"], [name])
        } else if isLive, try options.load().0.place.isSet {
            // It makes a certificate of this box. Without a place it would start adhand, too.
            let (path, words) = try ProcessCommand.panel(options, .enable(onScreen: false)).program()
            let panel = try AnsweringChild(path, words, input: [], errors: STDERR_FILENO)
            print(String(decoding: panel.finish(within: .seconds(60), limit: 1 << 16).output, as: UTF8.self))
        }
    }
}
