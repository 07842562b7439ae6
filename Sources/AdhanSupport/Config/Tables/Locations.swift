import AdhanCore
import Glibc

/// The folders of this process: systemd's if it sets them, otherwise XDG's, so an ordinary user can run the daemon.
package struct Locations: Sendable {
    /// Permanent data: the ledger.
    package let state: String
    /// Data that may be lost and is then fetched again.
    package let cache: String
    /// In memory, lost at a reboot: mark files for rows that the ledger's disk refused.
    package let runtime: String
    package let configurationCandidates: [String]
    /// The recordings shipped with adhand.
    package let resources: String
    /// Whether this process is the daemon.
    package let isDaemon: Bool
    /// The service's control socket, which need not exist; nil for a command, and if it is this daemon's own.
    package let serviceSocket: String?

    /// - Parameters:
    ///   - resources: the folder given on the command line; nil to search for it.
    ///   - daemon: whether this is the daemon itself. A command typed by hand uses the service's folders first.
    package init(resources: String?, daemon: Bool, environment: [String: String] = Environment.variables) {
        isDaemon = daemon
        let home = environment["HOME"] ?? "/"
        // Systemd creates the service's folders at its first start.
        let isInstalled = Account(named: Account.service) != nil
        func folder(_ systemd: String, _ system: String, isKept: Bool = true, _ xdg: String, _ other: String) -> String
        {
            // systemd separates several folders by colons; there is only one here.
            if let given = environment[systemd]?.split(separator: ":").first { return String(given) }
            if !daemon, Folder.exists(system) || isKept && isInstalled { return system }
            return (environment[xdg] ?? other) + "/adhand"
        }
        state = folder("STATE_DIRECTORY", "/var/lib/adhand", "XDG_STATE_HOME", home + "/.local/state")
        cache = folder("CACHE_DIRECTORY", "/var/cache/adhand", "XDG_CACHE_HOME", home + "/.cache")
        // A daemon that somebody started by hand has its socket elsewhere.
        runtime = folder("RUNTIME_DIRECTORY", "/run/adhand", isKept: false, "XDG_RUNTIME_DIR", state + "/run")
        let service = "/run/adhand"
        serviceSocket = daemon && runtime != service ? service + "/adhand.sock" : nil
        configurationCandidates = [
            environment["CONFIGURATION_DIRECTORY"].map { $0 + "/config.toml" },
            "/etc/adhand/config.toml",
            (environment["XDG_CONFIG_HOME"] ?? home + "/.config") + "/adhand/config.toml",
        ].compactMap(\.self)
        self.resources = resources ?? Self.findResources()
    }

    /// The folder for timetables fetched from the network.
    package var timetables: String { cache + "/timetables" }

    /// The folder that the panel may write to, and its config file there.
    package var panel: String { state + "/panel" }
    package var panelConfig: String { panel + "/config.toml" }

    package func resource(_ name: String) -> String { resources + "/" + name }
    /// The tone that stands in for the adhan until a recording is chosen.
    package var tone: String { resource("adhan.mp3") }
    /// The digest of a recording that was not read.
    package func presumedDigest(of recording: String) -> String? {
        recording == tone ? RecordingName.placeholderSHA256 : nil
    }

    /// The config file: the one given, otherwise the first that exists, or may exist in a folder that this user may not
    /// enter; nil if there is none.
    package func configuration(named path: String?) -> String? {
        path ?? configurationCandidates.first { access($0, F_OK) == 0 || errno == EACCES }
    }

    /// Whether the daemon searches for its config there. A person's own config, given on the command line, is not the
    /// daemon's.
    package func isDaemons(_ file: String) -> Bool {
        configurationCandidates.map(PathName.absolute).contains(PathName.absolute(file))
    }

    /// `share/adhand` of the installation, otherwise the checkout in which the program was built.
    private static func findResources() -> String {
        var folder = Executables.folder ?? "/usr/libexec/adhand"
        let installed = PathName.folder(of: PathName.folder(of: folder)) + "/share/adhand"
        if Folder.exists(installed) { return installed }
        while folder != "/" {
            let candidate = folder + "/Resources"
            if access(candidate + "/adhan.mp3", F_OK) == 0 { return candidate }
            folder = PathName.folder(of: folder)
        }
        return installed
    }
}
