import AdhanCore
import AdhanSupport

/// Checks the services beside the daemon that are enabled, or that the config or an imported archive expects.
enum ServicesCheck {
    /// May block.
    static func findings(_ configuration: Configuration?, _ locations: Locations) -> [Finding] {
        let reasons = reasons(configuration, locations)
        return MovedServices.names.compactMap { finding($0, .helper($0, locations), expectedFor: reasons[$0]) }
    }

    /// The services that are expected, and why.
    static func reasons(_ configuration: Configuration?, _ locations: Locations) -> [String: String] {
        let file = "\(locations.state)/\(MosqueArchive.imported)"
        let limit = MosqueArchive.longestManifest
        // reason: without an import there is none
        let archive = try? JSONText.decode(MosqueArchive.Manifest.self, from: BoundedFile.read(file, limit: limit))
        return MovedServices.names.reduce(into: [:]) { reasons, name in
            let table = name.dropFirst("adhand-".count)
            // The panel also writes into [display] where there is no screen.
            let keys = configuration?.entries.filter { $0.key.hasPrefix("\(table).") && $0.value != nil } ?? []
            let files = keys.compactMap(\.spot?.file).filter { $0 != locations.panelConfig }
            let config = files.first.map { "[\(table)] is set in \($0)" }
            let moved = archive?.services?.contains(name) == true ? "it ran on the old box (\(file))" : nil
            reasons[name] = config ?? moved
        }
    }

    /// - Parameter reason: why the service is expected; nil where it may be off.
    static func finding(_ name: String, _ unit: UnitState, expectedFor reason: String?) -> Finding? {
        guard case .unit(let load, let active, let file) = unit else { return nil }
        switch (file, active) {
        case ("enabled", "active"): return .good("\(name) runs, and starts with the box")
        case ("enabled", _):
            return .bad("\(name) does not run: it is \(active)", do: "see why: sudo journalctl -u \(name) -n 30")
        case (_, "active"):
            return .bad("\(name) runs, but does not start with the box", do: "sudo systemctl enable \(name)")
        case (_, _):
            let package = name == "adhand-mirror" ? "adhand" : "adhand-display"
            let first = ["not-found": "sudo apt install \(package)", "masked": "sudo systemctl unmask \(name)"][load]
            let steps = [first, MovedServices.command(name)].compactMap(\.self).joined(separator: "; then: ")
            return reason.map { .bad("\(name) is off, but \($0)", do: steps) }
        }
    }
}
