import AdhanCore

/// What the mosque has written down: one value a table of the file, each with its defaults beside its keys.
struct Configuration: Sendable {
    /// The file it was read from; nil where there is none and the defaults stand.
    var file: String?
    var place: PlaceConfiguration
    var calculation: CalculationConfiguration
    var audio: AudioConfiguration
    var ledger: LedgerConfiguration
    var schedule: ScheduleConfiguration
    var clock: ClockConfiguration

    /// The most bytes a config file may have.
    private static let sizeLimit = 1 << 20

    /// - Parameters:
    ///   - path: the file to read; nil for the defaults.
    ///   - locations: where relative paths and defaults lead.
    /// - Throws: `FileFault` where the file cannot be read, `ConfigError` with every fault in it.
    static func load(_ path: String?, _ locations: Locations) throws -> Configuration {
        guard let path else { return try read(nil, file: nil, locations) }
        let bytes = try BoundedFile.read(path, limit: sizeLimit)
        do {
            return try read(TOMLNode.parse(bytes), file: path, locations)
        } catch let fault as ConfigFault {
            throw ConfigError(file: path, faults: [fault])
        }
    }

    private static func read(_ node: TOMLNode?, file: String?, _ locations: Locations) throws -> Configuration {
        let top = ConfigTable("", node)
        let paths = ConfigPaths(file: file)
        let tables = ["place", "calculation", "audio", "ledger", "schedule", "clock"].map { ($0, top.table($0)) }
        let table = Dictionary(uniqueKeysWithValues: tables)
        func section(_ name: String) -> ConfigTable { table[name] ?? ConfigTable(name, nil) }
        let configuration = Configuration(
            file: file,
            place: PlaceConfiguration(section("place")),
            calculation: CalculationConfiguration(section("calculation")),
            audio: AudioConfiguration(section("audio"), paths, locations),
            ledger: LedgerConfiguration(section("ledger"), paths, locations),
            schedule: ScheduleConfiguration(section("schedule")),
            clock: ClockConfiguration(section("clock"))
        )
        let faults = (top.finish() + tables.flatMap { $0.1.finish() }).sorted { $0.line < $1.line }
        guard faults.isEmpty else { throw ConfigError(file: file ?? "the defaults", faults: faults) }
        return configuration
    }
}

/// Leads a path of the config to a file: relative ones count from the folder of the config.
struct ConfigPaths {
    let file: String?

    func resolve(_ path: String) -> String {
        guard !path.hasPrefix("/"), let slash = file?.lastIndex(of: "/"), let folder = file?[...slash] else {
            return path
        }
        return folder + path
    }
}
