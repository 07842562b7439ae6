import AdhanCaller
import AdhanCore
import AdhanImport
import AdhanSupport
import ArgumentParser

struct CommonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("This config file alone.", valueName: "file"), completion: .file(extensions: ["toml"]))
    var config: String?

    @Option(
        help: ArgumentHelp("The folder with the recordings shipped with adhand.", valueName: "folder"),
        completion: .directory
    )
    var resources: String?

    var box: BoxOptions { BoxOptions(config: config, resources: resources) }

    /// The daemon's parts by the config.
    func parts(whole: Bool = false) throws -> DaemonParts {
        let (configuration, locations) = try box.load(whole: whole)
        return try DaemonParts(configuration, locations, FetchProcess.network(box), reader: DocumentReader())
    }

    /// The daemon's status, or why there is none.
    func status() -> DaemonAnswer {
        Result { () throws(ControlFault) in try box.control().ask(ControlRequest(.status)) }
    }

    /// Sends an order to the daemon and prints its answer.
    func order(_ request: ControlRequest) throws {
        let done = try box.control().ask(request, for: Done.self)
        for note in done.notes { say("\(note)") }
        say(done.words)
    }
}

/// The output formats of a command that prints a table.
enum TableFormat: String, CaseIterable, ExpressibleByArgument { case table, json }

/// The output formats of a command that tells a person something.
enum TextFormat: String, CaseIterable, ExpressibleByArgument { case text, json }

/// The output formats of a command that prints rows.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument { case table, csv, json }

/// A place on a command line.
enum GivenPlace {
    /// - Throws: `ValidationError` for coordinates that are not on the earth.
    static func coordinates(_ latitude: Double?, _ longitude: Double?) throws -> Coordinates? {
        guard let latitude, let longitude else { return nil }
        do {
            return try Coordinates(latitude: latitude, longitude: longitude)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    static func place(_ latitude: Double?, _ longitude: Double?, _ timezone: String?) throws -> Place? {
        guard let timezone, let coordinates = try coordinates(latitude, longitude) else { return nil }
        return Place(name: timezone, coordinates: coordinates, timezone: timezone)
    }

    /// - Throws: `ValidationError` where some of the options are given, and some are not.
    static func requireAllOrNone(_ latitude: Double?, _ longitude: Double?, _ timezone: String?) throws {
        guard [latitude == nil, longitude == nil].allSatisfy({ $0 == (timezone == nil) }) else {
            throw ValidationError("a place needs --latitude, --longitude and --timezone")
        }
    }
}
