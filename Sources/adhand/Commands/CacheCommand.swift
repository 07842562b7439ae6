import AdhanCaller
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
    /// - Throws: `Ending` if this user may not access it.
    private static func open(_ folder: String, for rights: Int32, _ command: String) throws -> TimetableCache {
        // Any other error is reported where it occurs.
        guard access(folder, rights) != 0, errno == EACCES else { return TimetableCache(folder: folder) }
        throw Ending(EX_NOPERM, "\(folder) is the daemon's own, and not for you to look into; as root: sudo \(command)")
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the cache: origin and age of each timetable, and why others were set aside.",
            discussion: """
                'broken' is a damaged file, 'rejected' the last answer that was not accepted. Neither is used; both \
                files are kept for you to look at. 'over' is a year or month that has passed.
                """
        )

        @Option(help: "table or json.") var format = TableFormat.table
        @OptionGroup var options: CommonOptions

        func run() throws {
            let parts = try options.parts()
            let folder = parts.locations.timetables
            let entries = try CacheCommand.open(folder, for: R_OK | X_OK, "adhand cache").entries()
            let now = LinuxClock().wall()
            let table = CacheTable(folder: folder, entries: entries, zone: parts.zone, now: now)
            print(try format == .table ? table.table : table.json, terminator: "")
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete the cached timetables, including those set aside.",
            discussion: """
                The next refresh fetches them again. Until then, if a source does not answer, the bundled timetable or \
                the calculation is used. Exit code: 0, or 69 if a file could not be removed.
                """
        )

        @OptionGroup var options: CommonOptions

        func run() throws {
            // Without the config, which may be broken.
            let folder = options.box.locations.timetables
            let cache = try CacheCommand.open(folder, for: R_OK | W_OK | X_OK, "adhand cache clear")
            let (count, faults) = try cache.clear()
            for fault in faults { writeError("adhand: \(fault)") }
            let left = faults.isEmpty ? "" : "; \(faults.count) could not be removed"
            say("\(count == 1 ? "1 file" : "\(count) files") removed from \(folder)\(left)")
            if !faults.isEmpty { throw Ending(EX_UNAVAILABLE) }
        }
    }
}
