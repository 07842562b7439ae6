import AdhanSupport
import Glibc

/// The config file that is being set up, which need not exist yet.
struct SetupFile {
    let path: String
    /// Its text, and that of `conf.d`; an empty one where there is none.
    let source: ConfigSource

    private static let beginning = """
        # The mosque's own settings, made by adhand setup. All settings: man adhand-config
        # After a change: sudo adhand check-config && sudo systemctl reload adhand

        """

    /// - Parameter named: the path on the command line; nil for the daemon's.
    /// - Throws: `FileFault` where it cannot be read; `Ending` where this user may not write it.
    init(_ named: String?, _ locations: Locations) throws {
        let first = locations.configurationCandidates.first ?? "/etc/adhand/config.toml"
        path = locations.configuration(named: named).map(PathName.absolute) ?? first
        source = try Self.read(path)
        let isThere = access(path, F_OK) == 0
        let folder = PathName.folder(of: path)
        guard access(isThere ? path : folder, W_OK) == 0 || !isThere && access(folder, F_OK) != 0 else {
            throw Ending(EX_NOPERM, "\(path) may be written by root only: sudo adhand setup")
        }
    }

    private static func read(_ path: String) throws(FileFault) -> ConfigSource {
        do {
            return try ConfigSource(reading: path)
        } catch {
            guard error.isMissing else { throw error }
            return ConfigSource(file: path, main: Array(beginning.utf8), additions: [])
        }
    }

    func write(_ new: ConfigSource) throws {
        do {
            try AtomicFile.replace(path, with: new.main)
        } catch {
            throw Ending(error.isDenied ? EX_NOPERM : EX_CANTCREAT, "\(error)")
        }
    }
}
