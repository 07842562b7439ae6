import AdhanSupport
import Glibc

/// The panel's own folder: its settings, which the daemon reads, and the files that they name.
package struct PanelFolder: Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The folder of the service or, for a command, that beside the daemon's ledger.
    package init(_ locations: Locations) { path = locations.state + "/panel" }

    /// The panel's settings: a config file that the daemon reads after the others.
    package var config: String { path + "/config.toml" }
    /// The folder that the panel alone may read: passwords and keys.
    package var secrets: String { path + "/private" }
    package var accounts: String { secrets + "/accounts.sqlite" }
    package var certificate: String { secrets + "/certificate.pem" }
    package var key: String { secrets + "/key.pem" }

    /// The users that own the folders.
    package struct Owners: Sendable {
        let panel, daemon: uid_t
        /// The daemon's.
        let group: gid_t

        package init(panel: uid_t, daemon: uid_t, group: gid_t) {
            (self.panel, self.daemon, self.group) = (panel, daemon, group)
        }
    }

    /// Makes the folders with the rights that they need.
    ///
    /// - Parameter owners: nil where one user runs everything.
    package func make(for owners: Owners?) throws(FileFault) {
        let above = PathName.folder(of: path)
        // The daemon may never have run. Its unit would give a folder of root to the daemon, with all that is in it.
        if access(above, F_OK) != 0 {
            Folder.make(PathName.folder(of: above))
            try make(above, mode: 0o750, owners.map { ($0.daemon, $0.group) })
        }
        try make(path, mode: 0o750, owners.map { ($0.panel, $0.group) })
        try make(secrets, mode: 0o700, owners.map { ($0.panel, $0.group) })
        if let owners { for folder in [path, secrets] { give(folder, owners) } }
    }

    /// The faults in owner and mode of the folders, a sentence each.
    ///
    /// - Parameter panel: the panel's user; nil where there is none.
    package func wrongRights(panel: Account?) -> [String] {
        let wanted: [(String, mode_t)] = [(path, 0o750), (secrets, 0o700)]
        return wanted.compactMap { path, mode in
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return "\(path) is no folder" }
            guard panel == nil || status.st_uid == panel?.user else { return "\(path) does not belong to adhand-panel" }
            let found = status.st_mode & 0o777
            guard found != mode else { return nil }
            return "\(path) has mode \(String(found, radix: 8)) instead of \(String(mode, radix: 8))"
        }
    }

    /// Gives the files in the folder to the panel's user: an import on a box without that user gave them to another.
    private func give(_ folder: String, _ owners: Owners) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        for name in Folder.names(in: folder, limit: 10_000) where ![".", ".."].contains(name) {
            _ = fchownat(descriptor, name, owners.panel, owners.group, AT_SYMLINK_NOFOLLOW)
        }
    }

    private func make(_ folder: String, mode: mode_t, _ owner: (user: uid_t, group: gid_t)?) throws(FileFault) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FileFault(path: folder, errno: errno) }
        // The owner of the folder above could have put a link there: it is not followed.
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault(path: folder, errno: errno) }
        defer { close(descriptor) }
        if let owner, fchown(descriptor, owner.user, owner.group) != 0 {
            throw FileFault(path: folder, errno: errno)
        }
        guard fchmod(descriptor, mode) == 0 else { throw FileFault(path: folder, errno: errno) }
    }
}
