import AdhanSupport
import AdhanTimetables
import ArgumentParser
import Glibc

extension CacheCommand {
    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Delete the cached timetables, including those set aside.",
            discussion: """
                The next refresh fetches them again. Until then, if a source does not answer, the bundled timetable or \
                the calculation is used. Exit code: 0, or 69 if a file could not be removed.
                """
        )

        @OptionGroup var options: CommonOptions

        func run() throws {
            // Without the config, which may be broken.
            let locations = Locations(resources: options.resources, daemon: false)
            let cache = try CacheCommand.open(locations, for: R_OK | W_OK | X_OK, "adhand cache clear")
            let (count, faults) = try cache.clear()
            for fault in faults { writeError("adhand: \(fault)") }
            let left = faults.isEmpty ? "" : "; \(faults.count) could not be removed"
            say("\(count == 1 ? "1 file" : "\(count) files") removed from \(locations.timetables)\(left)")
            if !faults.isEmpty { throw ExitCode(EX_UNAVAILABLE) }
        }
    }
}
