import AdhanImport
import AdhanTimetables
import AdhanSupport
import AdhanCore
import ArgumentParser
import Glibc

extension TimetableCommand {
    struct Convert: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Convert a timetable to another format, on stdout.",
            discussion: """
                Times are written as on the mosque's wall clock. A time that cannot be read is left out; so is a day \
                that lacks two. What 'check' refuses is kept. All that is reported, and the exit code is then 65. In \
                the format mosque-year the location stays, unless another is given.
                """
        )

        enum Shape: String, CaseIterable, ExpressibleByArgument {
            case mosqueYear = "mosque-year"
            case csv
        }

        @Argument(help: "The file, as in: adhand timetable convert times.csv.", completion: .file()) var file: String
        @Option(help: "mosque-year or csv.") var to = Shape.mosqueYear
        @Option(help: "The mosque's name, for the format mosque-year.") var name: String?
        // Unconditional: otherwise a southern or western value would be taken for an option.
        @Option(parsing: .unconditional, help: "The mosque's, degrees, north positive.") var latitude: Double?
        @Option(parsing: .unconditional, help: "The mosque's, degrees, east positive.") var longitude: Double?
        @OptionGroup var options: CommonOptions

        func validate() throws {
            guard (latitude == nil) == (longitude == nil) else {
                throw ValidationError("a location needs --latitude and --longitude")
            }
            guard to == .mosqueYear || name == nil && latitude == nil else {
                throw ValidationError("a table has no room for --name, --latitude and --longitude")
            }
        }

        func run() throws {
            let given = try GivenPlace.coordinates(latitude, longitude)
            let reader = try options.timetableReader()
            let (days, _, written, isWhole) = try reader.days(file)
            let text = TimetableText(days, in: reader.zone)
            switch to {
            case .csv: print(text.csv, terminator: "")
            case .mosqueYear: print(try year(days, text, at: given ?? written))
            }
            guard isWhole else { throw Ending(EX_DATAERR) }
        }

        private func year(_ days: [FileDay], _ text: TimetableText, at location: Coordinates?) throws -> String {
            guard let year = days.first?.day.date.year else {
                throw UnusableTimetable(path: file, reason: "there is no day in it that can be used")
            }
            if let other = days.first(where: { $0.day.date.year != year })?.day.date {
                throw UnusableTimetable(
                    path: file,
                    reason: "\(other) is of another year than \(year), and a mosque's year has but one"
                )
            }
            return try MosqueYearText.json(year: year, mosque: name, at: location, days, text)
        }
    }
}
