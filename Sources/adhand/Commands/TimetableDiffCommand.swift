import AdhanCore
import ArgumentParser

extension TimetableCommand {
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say which days and prayers of two timetables differ, and by how much.",
            discussion:
                "Minutes are those from the first to the second. Ends with 0 where they agree, 1 where they do not."
        )

        @Argument(help: "The timetable before.") var before: String
        @Argument(help: "The timetable after.") var after: String
        @OptionGroup var options: CommonOptions

        func run() throws {
            let reader = try TimetableReader(options)
            let diff = TimetableDiff(
                try reader.days(before).days,
                try reader.days(after).days,
                names: (before, after)
            )
            for line in diff.lines { say(line) }
            guard diff.lines.isEmpty else { throw ExitCode(1) }
        }
    }
}
