/// Where a config comes from. That of the box is the installed service's, whoever asks: its file, `conf.d` beside it
/// and what the panel has set; if the file is broken, the config that the daemon last accepted. A file named on the
/// command line counts alone.
package struct ConfigLoader: Sendable {
    /// The path given on the command line; nil for the box's config.
    package let named: String?
    package let locations: Locations

    package init(named: String?, locations: Locations) {
        (self.named, self.locations) = (named, locations)
    }

    /// The file named in a message about a read that takes too long.
    package var subject: String { named ?? locations.configurationCandidates.first ?? "the config" }

    /// Reads the texts of a config; may block.
    ///
    /// - Parameter mayBeNew: whether a missing main file counts as an empty one.
    package func source(_ file: String, mayBeNew: Bool = false) throws(FileFault) -> ConfigSource {
        named == nil
            ? try ConfigSource(reading: file, locations, mayBeNew: mayBeNew)
            : try ConfigSource(reading: file, isAlone: true, mayBeNew: mayBeNew)
    }

    /// The config that the daemon last accepted. A command that is about one file goes without it. May block.
    package func kept() throws(FileFault) -> ConfigSource? {
        named == nil || locations.isDaemon ? try ConfigStore(locations).load() : nil
    }

    /// The file to read; nil if there never was one and the defaults apply.
    ///
    /// A file that disappeared is a fault and does not mean the defaults: with another method and without the mosque's
    /// timetable, prayers would be called at wrong times.
    ///
    /// - Parameter kept: the last accepted config. It is asked for only where no file is found.
    package func file(_ kept: @autoclosure () -> ConfigSource?) -> String? {
        if let found = locations.configuration(named: named) { return found }
        guard let kept = kept() else { return nil }
        return locations.configurationCandidates.first { PathName.absolute($0) == kept.file }
    }

    /// A file without any text is damaged if the last accepted config had text there: a power cut leaves such a file.
    /// A comment in it means the defaults.
    ///
    /// - Parameters:
    ///   - kept: the last accepted config. It is asked for only where a file has no text.
    /// - Throws: `FileFault` if a file cannot be read, `ConfigError` with all faults in all files, or saying which file
    ///   has disappeared or lost its text.
    package func load(_ file: String?, kept: @autoclosure () -> ConfigSource?) throws -> Configuration {
        let found: Configuration
        do {
            found = try file.map { try Configuration.parse(source($0), locations) } ?? .load(nil, locations)
        } catch let fault as FileFault where fault.isMissing && fault.path == file && named == nil {
            let words =
                "the file is gone: put it back. If the defaults are meant, make one with a comment, such as # defaults"
            throw ConfigError(faults: [ConfigFault(SourceLocation(file: fault.path, line: 0), words)])
        }
        guard let texts = found.texts, texts.hasEmptyFile, let kept = kept(),
            kept.file == PathName.absolute(texts.file)
        else { return found }
        let faults = texts.emptied(since: kept).map { path in
            let words =
                "the file has lost its text, as after a power cut. Put it back; it is in "
                + "\(ConfigStore(locations).file). If no text is meant, write a comment into it, such as # empty"
            return ConfigFault(SourceLocation(file: path, line: 0), words)
        }
        guard faults.isEmpty else { throw ConfigError(faults: faults) }
        return found
    }
}
