import AdhanSupport
import AdhanTimetables
import ArgumentParser
import Glibc

struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "List or delete the cached timetables of the network sources.",
        subcommands: [List.self, Clear.self],
        defaultSubcommand: List.self
    )

    /// The daemon's cache.
    ///
    /// - Parameters:
    ///   - rights: the access needed, as for `access(2)`.
    ///   - command: the command that the user typed.
    /// - Throws: `ExitCode`, after a message, if this user may not access it.
    static func open(_ locations: Locations, for rights: Int32, _ command: String) throws -> TimetableCache {
        let folder = locations.timetables
        // Any other error is reported where it occurs.
        if access(folder, rights) != 0, errno == EACCES {
            writeError(
                "adhand: \(folder) is the daemon's own, and not for you to look into; as root: sudo \(command)"
            )
            throw ExitCode(EX_NOPERM)
        }
        return TimetableCache(folder: folder)
    }
}
