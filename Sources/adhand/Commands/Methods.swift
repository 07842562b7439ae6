import AdhanCore
import AdhanImport
import AdhanSupport
import AdhanTimetables
import ArgumentParser
import Glibc

struct Methods: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the calculation methods, suggest one for a place, or find the one that fits a timetable.",
        subcommands: [List.self, Suggest.self, Fit.self],
        defaultSubcommand: List.self
    )

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List every method with its parameters and source."
        )

        @Option(help: "table or json.") var format = TableFormat.table
        // Every command accepts these. The list does not use the config, which may still have to be written.
        @OptionGroup var options: CommonOptions

        func run() throws {
            let methods = MethodsTable(methods: CalculationMethod.all)
            switch format {
            case .table: say(lines: methods.table)
            case .json: print(try methods.json, terminator: "")
            }
        }
    }

    struct Suggest: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Suggest the customary method, madhab and high-latitude rule for a place, with reasons.",
            discussion: "The place is the config's or a given one. It is only a suggestion: your scholars decide."
        )

        // Unconditional: otherwise a southern or western value would be taken for an option.
        @Option(parsing: .unconditional, help: "Degrees, north positive.") var latitude: Double?
        @Option(parsing: .unconditional, help: "Degrees, east positive.") var longitude: Double?
        @Option(help: "IANA name, from which the country is derived.", completion: .zones)
        var timezone: String?
        @Option(help: "table or json.") var format = TableFormat.table
        @OptionGroup var options: CommonOptions

        func validate() throws { try GivenPlace.requireAllOrNone(latitude, longitude, timezone) }

        func run() throws {
            let place = try GivenPlace.place(latitude, longitude, timezone) ?? configuredPlace()
            try SystemZones.check(place.timezone)
            let country = try SystemZones.country(of: place.timezone)
            let suggestion = MethodSuggestion(for: place.coordinates, country: country)
            let (method, madhab) = (suggestion.method.name, suggestion.madhab.rawValue)
            let (rule, reason) = (suggestion.highLatitude.rawValue, suggestion.reason)
            guard format == .table else {
                let row: JSONObject = [
                    "country": country, "method": method, "madhab": madhab, "high_latitude": rule, "reason": reason,
                ]
                return print(try JSONText.encode(row))
            }
            let (latitude, longitude) = (place.coordinates.latitude, place.coordinates.longitude)
            say(
                lines: """
                    \(comment("Customary at \(latitude), \(longitude) (\(place.timezone))."))
                    \(comment("Only a suggestion: your scholars decide."))
                    \(comment(reason))
                    [calculation]
                    method = "\(method)"
                    madhab = "\(madhab)"
                    high_latitude = "\(rule)"
                    """
            )
        }

        private func configuredPlace() throws -> Place {
            let place = try options.box.load().0.place
            guard place.isSet else {
                throw ValidationError("no place is set in the config: give --latitude, --longitude and --timezone")
            }
            return place.place
        }

        /// The text as comments of TOML, also where it is piped into a config.
        private func comment(_ text: String) -> String {
            LineWrap.lines("#  " + text, width: 80).map { "# " + $0.dropFirst().trimmingPrefix { $0 == " " } }
                .joined(separator: "\n")
        }
    }

    struct Fit: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Find the method, angles and offsets that come nearest to a timetable.",
            discussion: """
                Prints how far the timetable is from them, by how many days, and the lines for the config. Exit code: \
                65 if the timetable has fewer than five days that can be used, 66 if it cannot be read.
                """
        )

        @Argument(help: "The file, as in: adhand methods fit times.csv.", completion: .file()) var file: String
        @OptionGroup var options: CommonOptions

        func run() throws {
            let reader = try options.timetableReader()
            guard let calculator = reader.calculator else {
                let words = "no place is set in the config: put latitude, longitude and timezone into [place]"
                throw ValidationError(words)
            }
            do {
                let days = reader.verdict(on: try reader.read(file).days(in: reader.zone)).accepted
                guard let fit = TimetableFit(days, at: calculator) else {
                    throw UnusableTimetable(path: file, reason: "fewer than five of its days can be used")
                }
                print(FitTable(fit: fit).text, terminator: "")
            } catch let error as FileFault {
                // As its help says, also where the file may not be read.
                throw Ending(EX_NOINPUT, "\(error)")
            }
        }
    }
}
