import AdhanSystem
import AdhanCore
import ArgumentParser
import Glibc

extension TimetableCommand {
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say which days and prayers of two timetables differ, and by how much.",
            discussion:
                """
                Minutes are those from the first to the second. Ends with 0 where they agree, 1 where they do not, 65 where a day of either \
                cannot be read, which is said and not compared, or is refused by 'check', which is said.
                """
        )

        @Argument(help: "The timetable before.") var before: String
        @Argument(help: "The timetable after.") var after: String
        @OptionGroup var options: CommonOptions

        func run() throws {
            let reader = try TimetableReader(options)
            let (old, new) = (try reader.days(before), try reader.days(after))
            let diff = TimetableDiff(
                old.days,
                new.days,
                refused: (old.refused, new.refused),
                names: (before, after)
            )
            for line in diff.lines { say(line) }
            guard old.isWhole, new.isWhole else { throw ExitCode(EX_DATAERR) }
            guard diff.lines.isEmpty else { throw ExitCode(1) }
        }
    }
}
