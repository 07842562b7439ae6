import AdhanCore
import AdhanImport
import AdhanSupport
import AdhanTimetables
import ArgumentParser
import Glibc

struct TimetableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timetable",
        abstract: "Check, import, convert or compare timetables before you use them.",
        discussion: """
            Known formats: mosque-year, AlAdhan's month or year, LondonPrayerTimes, the JSON and CSV of Daily Prayer \
            Time, and CSV with column names in its first line. The format is recognised from the file's content. In \
            any other table, .xlsx, .ods and .ics included, the columns are recognised by their headings and by the \
            sun.
            """,
        subcommands: [Check.self, Import.self, Convert.self, Diff.self, Days.self]
    )

    struct Diff: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show which days and prayers differ between two timetables, and by how much.",
            discussion: """
                Minutes are positive if the new time is later. Exit code: 0 if they agree, 1 if they differ, 65 if a \
                day of either cannot be read, which is reported and not compared, or is refused by 'check', which is \
                reported.
                """
        )

        @Argument(help: "The old one, as in: adhand timetable diff old.csv new.csv.", completion: .file()) var before:
            String
        @Argument(help: "The new timetable.", completion: .file()) var after: String
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
            guard old.isWhole, new.isWhole else { throw Ending(EX_DATAERR) }
            guard diff.lines.isEmpty else { throw Ending(1) }
        }
    }

    /// The child of `ChildTableReader`.
    struct Days: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Recognise a table for the daemon, which asks on stdin.",
            shouldDisplay: false
        )

        func run() throws {
            let code = TableChild.run(DocumentReader())
            guard code == 0 else { throw Ending(code) }
        }
    }
}

extension CommonOptions {
    /// - Parameter place: the one that a person gives; nil for the config's.
    func timetableReader(at place: Place? = nil) throws -> TimetableReader {
        let (configuration, _) = try box.load()
        guard let place else { return try TimetableReader(configuration) }
        return try TimetableReader(configuration.at(place, try box.zone(place.timezone)))
    }
}
