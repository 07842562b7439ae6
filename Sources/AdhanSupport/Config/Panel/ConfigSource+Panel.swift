import Glibc

extension ConfigSource {
    /// Reads the files, and what the panel has set; may block. A person's own config, named on the command line, is not
    /// the panel's. A command of somebody who may not read the panel's file goes without it: `panelDoubt` says so.
    ///
    /// - Parameters:
    ///   - file: the main file.
    ///   - mayBeNew: whether a missing main file counts as an empty one.
    /// - Throws: `FileFault` if one cannot be read or is too large.
    package init(reading file: String, _ locations: Locations, mayBeNew: Bool = false) throws(FileFault) {
        let isLeftOut = !locations.isDaemons(file) || Self.panelDoubt(of: file, locations) != nil
        try self.init(reading: file, panel: isLeftOut ? nil : locations.panelConfig, mayBeNew: mayBeNew)
    }

    /// Why a command of this user goes without what the panel has set; nil where it does not.
    static func panelDoubt(of file: String, _ locations: Locations) -> String? {
        guard !locations.isDaemon, locations.isDaemons(file) else { return nil }
        guard access(locations.panelConfig, R_OK) != 0, errno == EACCES else { return nil }
        return "whether the committee's page has set anything cannot be seen by you: look as root, with sudo, or join "
            + "the group \(Account.service)"
    }
}
