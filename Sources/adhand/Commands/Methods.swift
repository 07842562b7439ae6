import AdhanSupport
import AdhanCore
import ArgumentParser

struct Methods: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "methods",
        abstract: "List the calculation methods, suggest one for a place, or find the one that fits a timetable.",
        subcommands: [List.self, Suggest.self, Fit.self],
        defaultSubcommand: List.self
    )

    enum Format: String, CaseIterable, ExpressibleByArgument { case table, json }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List every method with its parameters and source."
        )

        @Option(help: "table or json.") var format = Format.table
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
            commandName: "suggest",
            abstract: "Suggest the customary method, madhab and high-latitude rule for a place, with reasons.",
            discussion: "The place is the config's or a given one. It is only a suggestion: your scholars decide."
        )

        // Unconditional: otherwise a southern or western value would be taken for an option.
        @Option(parsing: .unconditional, help: "Degrees, north positive.") var latitude: Double?
        @Option(parsing: .unconditional, help: "Degrees, east positive.") var longitude: Double?
        @Option(help: "IANA name, from which the country is derived.") var timezone: String?
        @Option(help: "table or json.") var format = Format.table
        @OptionGroup var options: CommonOptions

        func validate() throws {
            guard [latitude == nil, longitude == nil, timezone == nil].allSatisfy({ $0 == (latitude == nil) }) else {
                throw ValidationError("a place needs --latitude, --longitude and --timezone")
            }
        }

        func run() throws {
            let place = try place()
            try SystemZones.check(place.timezone)
            let country = try SystemZones.country(of: place.timezone)
            let suggestion = MethodSuggestion(for: place.coordinates, country: country)
            switch format {
            case .table: say(lines: text(suggestion, place))
            case .json: print(try json(suggestion, place, country))
            }
        }

        private func place() throws -> Place {
            guard let latitude, let longitude, let timezone else {
                let place = try options.box.load(daemon: false).0.place
                guard place.isSet else {
                    throw ValidationError("no place is set in the config: give --latitude, --longitude and --timezone")
                }
                return place.place
            }
            do {
                let coordinates = try Coordinates(latitude: latitude, longitude: longitude)
                return Place(name: timezone, coordinates: coordinates, timezone: timezone)
            } catch {
                throw ValidationError("\(error)")
            }
        }

        private func text(_ suggestion: MethodSuggestion, _ place: Place) -> String {
            let (latitude, longitude) = (place.coordinates.latitude, place.coordinates.longitude)
            return """
                \(comment("Customary at \(latitude), \(longitude) (\(place.timezone))."))
                \(comment("Only a suggestion: your scholars decide."))
                \(comment(suggestion.reason))
                [calculation]
                method = "\(suggestion.method.name)"
                madhab = "\(suggestion.madhab.rawValue)"
                high_latitude = "\(suggestion.highLatitude.rawValue)"
                """
        }

        /// The text as comments of TOML, also where it is piped into a config.
        private func comment(_ text: String) -> String {
            LineWrap.lines("#  " + text, width: 80).map { "# " + $0.dropFirst().trimmingPrefix { $0 == " " } }
                .joined(separator: "\n")
        }

        private struct Row: Encodable {
            let country: String?
            let method: String
            let madhab: String
            let high_latitude: String
            let reason: String
        }

        private func json(_ suggestion: MethodSuggestion, _ place: Place, _ country: String?) throws -> String {
            try JSONText.encode(
                Row(
                    country: country,
                    method: suggestion.method.name,
                    madhab: suggestion.madhab.rawValue,
                    high_latitude: suggestion.highLatitude.rawValue,
                    reason: suggestion.reason
                )
            )
        }
    }
}
