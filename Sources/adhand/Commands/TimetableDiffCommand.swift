import AdhanImport
import AdhanTimetables
import AdhanSupport
import AdhanCore
import ArgumentParser
import Glibc

extension TimetableCommand {
    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff",
            abstract: "Show which days and prayers differ between two timetables, and by how much.",
            discussion:
                """
                Minutes are positive if the new time is later. Exit code: 0 if they agree, 1 if they differ, 65 if a \
                day of either cannot be read, which is reported and not compared, or is refused by 'check', which is \
                reported.
                """
        )

        @Argument(help: "The old timetable.") var before: String
        @Argument(help: "The new timetable.") var after: String
        @OptionGroup var options: CommonOptions

        func run() throws {
            let reader = try options.timetableReader()
            let (old, new) = (try reader.days(before), try reader.days(after))
            let diff = TimetableDiff(
                old.days.filter(\.missing.isEmpty),
                new.days.filter(\.missing.isEmpty),
                refused: (old.refused, new.refused),
                names: (before, after)
            )
            for line in diff.lines { say(line) }
            guard old.isWhole, new.isWhole else { throw ExitCode(EX_DATAERR) }
            guard diff.lines.isEmpty else { throw ExitCode(1) }
        }
    }
}
