import AdhanCore
import Foundation

/// What the mosque has written down: one value a table of the file, each with its defaults beside its keys.
struct Configuration: Sendable {
    /// The main file it was read from; nil where there is none and the defaults stand.
    var file: String?
    var place: PlaceConfiguration
    var calculation: CalculationConfiguration
    var hijri: HijriConfiguration
    var timetable: TimetableConfiguration
    var audio: AudioConfiguration
    var ledger: LedgerConfiguration
    var schedule: ScheduleConfiguration
    var clock: ClockConfiguration
    var refresh: RefreshConfiguration
    var hooks: HooksConfiguration

    /// The most bytes a config file may have.
    private static let sizeLimit = 1 << 20
    /// The most files in `conf.d`.
    private static let fileLimit = 100

    /// - Parameters:
    ///   - path: the main file; nil for the defaults.
    ///   - locations: where the defaults lead.
    /// - Throws: `FileFault` where a file cannot be read, `ConfigError` with every fault in all of them.
    static func load(_ path: String?, _ locations: Locations) throws -> Configuration {
        guard let path else { return try read([], file: nil, locations) }
        var (nodes, faults): ([TOMLNode], [ConfigFault]) = ([], [])
        for file in try files(path) {
            let bytes = try BoundedFile.read(file, limit: sizeLimit)
            do {
                nodes.append(try TOMLNode.parse(bytes, file: file))
            } catch {
                faults.append(error)
            }
        }
        guard faults.isEmpty else { throw ConfigError(faults: faults) }
        return try read(nodes, file: path, locations)
    }

    /// The main file, and `conf.d/*.toml` beside it, by name: what a package or a second hand adds without touching the main one.
    static func files(_ path: String) throws(FileFault) -> [String] {
        let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "conf.d").path
        guard FileManager.default.fileExists(atPath: folder) else { return [path] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw FileFault(path: folder, reason: error.localizedDescription)
        }
        let files = names.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.sorted()
        guard files.count <= fileLimit else {
            throw FileFault(path: folder, reason: "it has more than \(fileLimit) files")
        }
        return [path] + files.map { "\(folder)/\($0)" }
    }

    private static func read(_ nodes: [TOMLNode], file: String?, _ locations: Locations) throws -> Configuration {
        let top = ConfigTable("", nodes)
        let names = [
            "place", "calculation", "hijri", "timetable", "audio", "ledger", "schedule", "clock", "refresh", "hooks",
        ]
        let table = Dictionary(uniqueKeysWithValues: names.map { ($0, top.table($0)) })
        func section(_ name: String) -> ConfigTable { table[name] ?? ConfigTable(name, []) }
        var configuration = Configuration(
            file: file,
            place: PlaceConfiguration(section("place")),
            calculation: CalculationConfiguration(section("calculation")),
            hijri: HijriConfiguration(section("hijri")),
            timetable: TimetableConfiguration(section("timetable")),
            audio: AudioConfiguration(section("audio"), locations),
            ledger: LedgerConfiguration(section("ledger"), locations),
            schedule: ScheduleConfiguration(section("schedule")),
            clock: ClockConfiguration(section("clock")),
            refresh: RefreshConfiguration(section("refresh")),
            hooks: HooksConfiguration(section("hooks"))
        )
        if configuration.timetable.sources.contains(.aladhan), configuration.place.knowledge == .zonePoint,
            configuration.place.city == nil, let spot = section("place").spot
        {
            section("place").fault(
                spot,
                "AlAdhan is asked for a place, and [place] says none: put latitude and longitude there, or city and country"
            )
        }
        let order = nodes.map(\.spot.file)
        let faults = (top.finish() + names.flatMap { section($0).finish() }).sorted { left, right in
            let (first, second) = (order.firstIndex(of: left.spot.file), order.firstIndex(of: right.spot.file))
            return (first ?? 0, left.spot.line) < (second ?? 0, right.spot.line)
        }
        guard faults.isEmpty else { throw ConfigError(faults: faults) }
        configuration.place.recall(from: PlaceStore(locations))
        configuration.place.remark()
        if configuration.place.knowledge == .zonePoint {
            configuration.timetable.limits = configuration.timetable.limits.widened(by: PlaceConfiguration.zoneSpread)
        }
        return configuration
    }
}
