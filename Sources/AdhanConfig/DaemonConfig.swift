import AdhanCore
import AdhanSystem

/// Where the daemon has its config from: the file, and at a start with a broken one the config that it last took.
package struct DaemonConfig: Sendable {
    /// What the command line names; nil to look for the file.
    package let named: String?
    package let locations: Locations

    package init(named: String?, locations: Locations) {
        (self.named, self.locations) = (named, locations)
    }

    /// What a read of it waits for.
    package var subject: String { named ?? locations.configurationCandidates.first ?? "the config" }

    /// The file to read; nil where there never was one and the defaults stand.
    ///
    /// A file that has gone is missed, and not taken for the wish to have the defaults: by another method and without the mosque's
    /// timetable the prayers would be called at wrong times. Whoever wants the defaults leaves an empty file.
    package func file(_ kept: ConfigTexts?) -> String? {
        if let found = locations.configuration(named: named) { return found }
        return locations.configurationCandidates.first { ConfigStore.fromRoot($0) == kept?.file }
    }

    /// - Parameter file: what `file(_:)` gave.
    /// - Throws: `FileFault` where a file cannot be read, `ConfigError` with every fault in all of them, or that the file has gone.
    package func load(_ file: String?) throws -> Configuration {
        do {
            return try Configuration.load(file, locations)
        } catch let fault as FileFault where fault.isMissing && fault.path == file && named == nil {
            let words = "the file is gone: put it back, or an empty one if the defaults are meant"
            throw ConfigError(faults: [ConfigFault(ConfigSpot(file: fault.path, line: 0), words)])
        }
    }
}
