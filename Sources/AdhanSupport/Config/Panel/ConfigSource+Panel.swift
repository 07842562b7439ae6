extension ConfigSource {
    /// Reads the files, and what the panel has set; may block. A person's own config, named on the command line, is not
    /// the panel's.
    ///
    /// - Parameters:
    ///   - file: the main file.
    ///   - mayBeNew: whether a missing main file counts as an empty one.
    /// - Throws: `FileFault` if one cannot be read or is too large.
    package init(reading file: String, _ locations: Locations, mayBeNew: Bool = false) throws(FileFault) {
        let panel = locations.isDaemons(file) ? locations.panelConfig : nil
        try self.init(reading: file, panel: panel, mayBeNew: mayBeNew)
    }
}
