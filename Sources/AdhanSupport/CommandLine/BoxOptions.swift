import AdhanCore
import Glibc

/// The options that say which box a command is about.
package struct BoxOptions: Codable, Sendable {
    /// The config file; nil for the daemon's.
    package let config: String?
    /// The folder with the recordings shipped with adhand; nil for the installation's.
    package let resources: String?

    package init(config: String?, resources: String?) { (self.config, self.resources) = (config, resources) }

    /// The config that a command uses. If it is not the file's, a note goes to stderr.
    ///
    /// - Parameter daemon: whether the command does the daemon's work, in its folders.
    package func load(daemon: Bool) throws -> (Configuration, Locations) {
        var locations = Locations(resources: resources, daemon: daemon)
        // A rehearsal has its own ledger, and hears the service's mirrors.
        if daemon { locations = locations.withCache(of: Locations(resources: resources, daemon: false)) }
        let known = CommandConfig(ConfigLoader(named: config, locations: locations))
        if let note = known.note { writeError("adhand: \(note)") }
        do {
            let configuration = try known.configuration.get()
            note(configuration.place.tzdataFault)
            return (configuration, locations)
        } catch  where known.isDenied {
            let advice = "\(error)".contains("sudo") ? "" : "; look as root, with sudo, or join the group adhand"
            throw Ending(EX_NOPERM, "\(error)\(advice)")
        }
    }

    /// The rules of a zone that the config does not name. If they are not tzdata's, a note goes to stderr.
    package func zone(_ name: String) throws -> KnownZone {
        let found = try ZoneStore(Locations(resources: resources, daemon: false)).find(name)
        note(found.problem)
        return found
    }

    private func note(_ fault: TzdataFault?) {
        if let fault { writeError("adhand: \(fault.wordsWithKeptRules): \(TzdataFault.remedy)") }
    }

    /// A client for the running daemon's control socket.
    package func control() -> ControlClient {
        let runtime = Locations(resources: resources, daemon: false).runtime
        // Where no daemon has run since the boot, it is the service's that is missed.
        let isMade =
            access(runtime, F_OK) == 0 || !(Environment.variables["RUNTIME_DIRECTORY"] ?? "").isEmpty
        return ControlClient(path: (isMade ? runtime : "/run/adhand") + "/adhand.sock")
    }
}
