import AdhanRemote
import AdhanSystem
import AdhanConfig
import ArgumentParser
import Glibc

extension CacheCommand {
    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete the cached timetables, including those set aside.",
            discussion: """
                The next refresh fetches them again. Until then, if a source does not answer, the bundled timetable or \
                the calculation is used.
                """
        )

        @OptionGroup var options: CommonOptions

        func run() throws {
            // Without the config, which may be broken.
            let locations = Locations(resources: options.resources, daemon: false)
            let cache = try CacheCommand.open(locations, for: R_OK | W_OK | X_OK, "adhand cache clear")
            let count = try cache.clear()
            say("\(count == 1 ? "1 file" : "\(count) files") removed from \(locations.timetables)")
        }
    }
}
