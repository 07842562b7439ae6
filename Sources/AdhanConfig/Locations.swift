import AdhanSystem
import Foundation
import Glibc

/// The folders of this process: systemd's where it gives them, else XDG's, so that an ordinary user can run the daemon.
package struct Locations: Sendable {
    /// Kept for good: the ledger.
    package let state: String
    /// May be lost, and is then fetched again.
    package let cache: String
    /// In memory, gone at a reboot: marks for what the ledger's disk refused.
    package let runtime: String
    /// Where the config is looked for.
    package let configurationCandidates: [String]
    /// The sounds that come with adhand.
    package let resources: String
    /// The control socket of the service, whether there is one or not; nil where this daemon's own is the same, and for a command.
    package let serviceSocket: String?

    /// - Parameters:
    ///   - resources: what the command line says; nil to look for them.
    ///   - daemon: whether this is the daemon itself; a command typed by hand looks where the daemon's files are first.
    ///   - environment: the process' own, or a test's.
    package init(
        resources: String?,
        daemon: Bool,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        let home = environment["HOME"] ?? "/"
        // Root looks after the service, whose folders systemd makes at its first start.
        let isForService = geteuid() == 0 && Account(named: Account.service) != nil
        func folder(_ systemd: String, system: String, isKept: Bool = true, xdg: String, fallback: String) -> String {
            // systemd may give several folders with colons between them; ours has one.
            if let given = environment[systemd]?.split(separator: ":").first { return String(given) }
            if !daemon, Self.isFolder(system) || isKept && isForService { return system }
            return (environment[xdg] ?? fallback) + "/adhand"
        }
        state = folder(
            "STATE_DIRECTORY",
            system: "/var/lib/adhand",
            xdg: "XDG_STATE_HOME",
            fallback: home + "/.local/state"
        )
        cache = folder(
            "CACHE_DIRECTORY",
            system: "/var/cache/adhand",
            xdg: "XDG_CACHE_HOME",
            fallback: home + "/.cache"
        )
        // A daemon that somebody has started by hand has its socket elsewhere.
        runtime = folder(
            "RUNTIME_DIRECTORY",
            system: "/run/adhand",
            isKept: false,
            xdg: "XDG_RUNTIME_DIR",
            fallback: state + "/run"
        )
        let service = "/run/adhand"
        serviceSocket = daemon && runtime != service ? service + "/adhand.sock" : nil
        configurationCandidates = [
            environment["CONFIGURATION_DIRECTORY"].map { $0 + "/config.toml" },
            "/etc/adhand/config.toml",
            (environment["XDG_CONFIG_HOME"] ?? home + "/.config") + "/adhand/config.toml",
        ].compactMap(\.self)
        self.resources = resources ?? Self.findResources()
    }

    /// The folder of what came over the network.
    package var timetables: String { cache + "/timetables" }

    package func resource(_ name: String) -> String { resources + "/" + name }

    /// The config file: the one named, else the first there is; nil where there is none.
    package func configuration(named path: String?) -> String? {
        path ?? configurationCandidates.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// Whether the daemon looks for its config there: a person's own, named on the command line, has nothing to do with it.
    package func isDaemons(_ file: String) -> Bool {
        configurationCandidates.map(ConfigStore.fromRoot).contains(ConfigStore.fromRoot(file))
    }

    /// `../share/adhand` beside the binary, else the checkout the binary was built in.
    private static func findResources() -> String {
        // Without /proc there is no telling; the installed place is then as good a guess as any.
        let binary = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")  // reason: see above
        var folder = URL(filePath: binary ?? "/usr/bin/adhand").deletingLastPathComponent()
        let installed = folder.deletingLastPathComponent().appending(path: "share/adhand").path
        if isFolder(installed) { return installed }
        while folder.path != "/" {
            let candidate = folder.appending(path: "Resources").path
            if FileManager.default.fileExists(atPath: candidate + "/adhan.mp3") { return candidate }
            folder = folder.deletingLastPathComponent()
        }
        return installed
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
