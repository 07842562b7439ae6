import AdhanCore
import ArgumentParser
import Glibc

extension TimetableCommand {
    struct Convert: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a timetable down in another shape.",
            discussion: """
                The times are those of the mosque's wall. A day that cannot be used is left out and said, and the command then ends \
                with 65.
                """
        )

        enum Shape: String, CaseIterable, ExpressibleByArgument {
            case mosqueYear = "mosque-year"
            case csv
        }

        @Argument(help: "The timetable.") var file: String
        @Option(help: "mosque-year or csv.") var to = Shape.mosqueYear
        @OptionGroup var options: CommonOptions

        func run() throws {
            let reader = try TimetableReader(options)
            let (days, isWhole) = try reader.days(file)
            let text = TimetableText(days, in: reader.zone)
            switch to {
            case .csv: print(text.csv, terminator: "")
            case .mosqueYear: print(try year(days, text))
            }
            guard isWhole else { throw ExitCode(EX_DATAERR) }
        }

        private func year(_ days: [FileDay], _ text: TimetableText) throws -> String {
            guard let year = days.first?.day.date.year else {
                throw ValidationError("\(file): there is no day in it that can be used")
            }
            if let other = days.first(where: { $0.day.date.year != year })?.day.date {
                throw ValidationError(
                    "\(file): \(other) is of another year than \(year), and a mosque's year has but one"
                )
            }
            return try JSONText.encode(
                Year(year: year, prayerTimes: days.map { Day($0, text) })
            )
        }

        private struct Year: Encodable {
            let year: Int
            let prayerTimes: [Day]
        }

        private struct Day: Encodable {
            struct Times: Encodable {
                let adhan: String
                let jamaah: String?
            }
            let date: String
            let sunrise: String
            let fajr, dhuhr, asr, maghrib, isha: Times
            let jummah: String?

            init(_ day: FileDay, _ text: TimetableText) {
                func times(_ prayer: Prayer) -> Times {
                    Times(adhan: text.adhan(prayer, of: day), jamaah: text.iqama(prayer, of: day))
                }
                (date, sunrise, jummah) = (
                    day.day.date.description, text.adhan(.sunrise, of: day), text.jumuah(of: day)
                )
                (fajr, dhuhr, asr) = (times(.fajr), times(.dhuhr), times(.asr))
                (maghrib, isha) = (times(.maghrib), times(.isha))
            }
        }
    }
}
