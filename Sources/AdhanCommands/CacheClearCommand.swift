import AdhanSystem
import AdhanConfig
import AdhanRemote
import ArgumentParser
import Glibc

extension CacheCommand {
    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Throw away what is kept, and what was set aside.",
            discussion: """
                The next refresh fetches it anew. Until then the bundled timetable or the calculation stands behind a source that \
                does not answer.
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
