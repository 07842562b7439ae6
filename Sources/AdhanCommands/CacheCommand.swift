import AdhanSystem
import AdhanConfig
import AdhanCore
import AdhanRemote
import ArgumentParser
import Glibc

struct CacheCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cache",
        abstract: "What is kept of the timetables that came over the network; or throw it away.",
        subcommands: [List.self, Clear.self],
        defaultSubcommand: List.self
    )

    /// The daemon's cache.
    ///
    /// - Parameters:
    ///   - rights: what is to be done in it, as `access` takes them.
    ///   - command: what is typed to do it.
    /// - Throws: `ExitCode` where whoever asks may not, after having said so.
    static func open(_ locations: Locations, for rights: Int32, _ command: String) throws -> TimetableCache {
        let folder = locations.timetables
        // Any other reason is told where it is met.
        if access(folder, rights) != 0, errno == EACCES {
            writeError(
                "adhand: \(folder) is the daemon's own, and not for you to look into; as root: sudo \(command)"
            )
            throw ExitCode(EX_NOPERM)
        }
        return TimetableCache(folder: folder)
    }
}
