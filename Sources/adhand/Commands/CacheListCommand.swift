import AdhanSupport
import AdhanCaller
import AdhanTimetables
import ArgumentParser
import Glibc

extension CacheCommand {
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the cache: origin and age of each timetable, and why others were set aside.",
            discussion: """
                'broken' is a damaged file, 'rejected' the last answer that was not accepted. Neither is used; both \
                files are kept for you to look at. 'over' is a year or month that has passed.
                """
        )

        enum Format: String, CaseIterable, ExpressibleByArgument { case table, json }

        @Option(help: "table or json.") var format = Format.table
        @OptionGroup var options: CommonOptions

        func run() throws {
            let assembly = try options.assembly(daemon: false)
            let cache = try CacheCommand.open(assembly.locations, for: R_OK | X_OK, "adhand cache")
            let table = CacheTable(
                folder: assembly.locations.timetables,
                entries: try cache.entries(),
                zone: assembly.zone,
                now: LinuxClock().wall()
            )
            print(try format == .table ? table.table : table.json, terminator: "")
        }
    }
}
