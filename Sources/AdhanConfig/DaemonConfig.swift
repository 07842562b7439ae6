import AdhanSystem

/// Where the daemon's config comes from: the file or, if it is broken at the start, the config that the daemon last
/// accepted.
package struct DaemonConfig: Sendable {
    /// The path given on the command line; nil to search for the file.
    package let named: String?
    package let locations: Locations

    package init(named: String?, locations: Locations) {
        (self.named, self.locations) = (named, locations)
    }

    /// The file named in a message about a read that takes too long.
    package var subject: String { named ?? locations.configurationCandidates.first ?? "the config" }

    /// The file to read; nil if there never was one and the defaults apply.
    ///
    /// A file that disappeared is a fault and does not mean the defaults: with another method and without the mosque's
    /// timetable, prayers would be called at wrong times. An empty file selects the defaults, at a start only where the
    /// last accepted config is as empty.
    ///
    /// - Parameter kept: the last accepted config. It is asked for only where no file is found.
    package func file(_ kept: @autoclosure () -> ConfigTexts?) -> String? {
        if let found = locations.configuration(named: named) { return found }
        guard let kept = kept() else { return nil }
        return locations.configurationCandidates.first { ConfigStore.fromRoot($0) == kept.file }
    }

    /// - Parameter file: the result of `file(_:)`.
    /// - Throws: `FileFault` if a file cannot be read, `ConfigError` with all faults in all files, or saying that the
    ///   file has disappeared.
    package func load(_ file: String?) throws -> Configuration {
        do {
            return try Configuration.load(file, locations)
        } catch let fault as FileFault where fault.isMissing && fault.path == file && named == nil {
            let words = "the file is gone: put it back, or an empty one if the defaults are meant"
            throw ConfigError(faults: [ConfigFault(ConfigSpot(file: fault.path, line: 0), words)])
        }
    }

    /// The same at a start and for the commands, where a file of zero bytes is damaged if the last accepted config of this
    /// file was not: a power cut leaves such a file. A reload takes it, as a person's wish.
    ///
    /// - Parameter kept: the last accepted config. It is asked for only where the file is empty.
    package func load(_ file: String?, beside kept: @autoclosure () -> ConfigTexts?) throws -> Configuration {
        let found = try load(file)
        guard let texts = found.texts, texts.main.isEmpty, let kept = kept(), !kept.main.isEmpty,
            kept.file == ConfigStore.fromRoot(texts.file)
        else { return found }
        let words =
            "the file is empty, as after a power cut: put its text back. If the defaults are meant: adhand reload"
        throw ConfigError(faults: [ConfigFault(ConfigSpot(file: texts.file, line: 0), words)])
    }
}
