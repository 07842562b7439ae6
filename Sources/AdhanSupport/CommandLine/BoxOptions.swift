import AdhanCore
import Glibc

/// The options that say which box a command is about.
package struct BoxOptions: Codable, Sendable {
    /// The config file; nil for the daemon's.
    package let config: String?
    /// The folder with the recordings shipped with adhand; nil for the installation's.
    package let resources: String?

    package init(config: String?, resources: String?) { (self.config, self.resources) = (config, resources) }

    /// The folders of the box: the installed service's, whoever asks.
    package var locations: Locations { Locations(resources: resources, daemon: false) }

    /// Where the config of a command comes from.
    package var loader: ConfigLoader { ConfigLoader(named: config, locations: locations) }

    /// The config that a command uses. If a part of it is left out, or it is not the file's, a note goes to stderr.
    ///
    /// - Parameter whole: whether the command ends where this user may not read a part of it: it promises what the
    ///   daemon would do.
    package func load(whole: Bool = false) throws -> (Configuration, Locations) {
        let loader = loader
        let known = CommandConfig(loader)
        if whole, case .success = known.configuration, let denial = known.denial { throw Ending(EX_NOPERM, denial) }
        if let note = known.note { writeError("adhand: \(note)") }
        do {
            let configuration = try known.configuration.get()
            note(configuration.place.tzdataFault)
            return (configuration, loader.locations)
        } catch {
            throw known.denial.map { Ending(EX_NOPERM, $0) as any Error } ?? error
        }
    }

    /// The advice on a box without a config, for a fault of the service's socket; nil for another box or fault.
    package func setUp(_ fault: ControlFault) -> String? {
        switch fault {
        case .notRunning(path: Self.serviceSocket), .notAllowed(path: Self.serviceSocket, user: _):
            // reason: what may not be read, or is damaged, is no config that could be put back
            guard config == nil, loader.file(try? loader.kept()) == nil else { return nil }
            return "this box is not set up yet: sudo adhand setup"
        default: return nil
        }
    }

    private static let serviceSocket = "/run/adhand/adhand.sock"

    /// The rules of a zone that the config does not name. If they are not tzdata's, a note goes to stderr.
    package func zone(_ name: String) throws -> KnownZone {
        let found = try ZoneStore(locations).find(name)
        note(found.problem)
        return found
    }

    private func note(_ fault: TzdataFault?) {
        if let fault { writeError("adhand: \(fault.wordsWithKeptRules): \(TzdataFault.remedy)") }
    }

    /// A client for the running daemon's control socket.
    package func control() -> ControlClient {
        let runtime = locations.runtime
        // Where no daemon of this user has run, it is the service's that is missed.
        let isMade =
            access(runtime + "/adhand.sock", F_OK) == 0 || !(Environment.variables["RUNTIME_DIRECTORY"] ?? "").isEmpty
        return ControlClient(path: isMade ? runtime + "/adhand.sock" : Self.serviceSocket)
    }
}
