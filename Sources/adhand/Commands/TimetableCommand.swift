import AdhanSupport
import AdhanCore
import AdhanImport
import AdhanTimetables
import ArgumentParser

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
}

extension CommonOptions {
    /// - Parameter place: the one that a person gives; nil for the config's.
    func timetableReader(at place: Place? = nil) throws -> TimetableReader {
        let (own, _) = try box.load(daemon: false)
        return try TimetableReader(try place.map { own.at($0, try box.zone($0.timezone)) } ?? own)
    }
}
