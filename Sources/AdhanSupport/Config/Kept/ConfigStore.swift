/// Stores the config that the daemon last accepted: if somebody breaks the config, the mosque is not silent after the
/// next power cut.
package struct ConfigStore: Sendable {
    package var file: String { kept.path }
    /// For its owner and its group, as the config file itself: passwords stand in both. The display, which is of the
    /// group, shows by it.
    private let kept: JSONFile<Row>

    /// JSON doubles quotes, backslashes and line ends.
    private static let sizeLimit = 3 * ConfigSource.sizeLimit

    private struct Row: Codable {
        struct Addition: Codable {
            let name: String
            let text: String
        }

        /// The absolute path of the main file.
        let file: String
        let text: String
        let additions: [Addition]
        /// The file of the panel; an older version ignores it.
        let panel: String?
    }

    private let panel: String

    package init(_ locations: Locations) {
        panel = locations.panelConfig
        kept = JSONFile(locations.state + "/config.json", limit: Self.sizeLimit, mode: 0o640)
    }

    /// Reads the stored config; may block.
    ///
    /// - Returns: nil if nothing is stored; the main file's path is absolute.
    /// - Throws: `FileFault` if the file exists but contains no config.
    package func load() throws(FileFault) -> ConfigSource? {
        // The decoder's own words could quote a password.
        guard let row = try kept.load(fault: { _ in "this is not the JSON of a config" }) else { return nil }
        return ConfigSource(
            file: row.file,
            main: Array(row.text.utf8),
            additions: row.additions.map { ConfigSource.Addition(name: $0.name, bytes: Array($0.text.utf8)) },
            panel: row.panel.map { ConfigSource.PanelFile(file: panel, bytes: Array($0.utf8)) }
        )
    }

    /// Stores the config if it differs from the stored one; may block. It contains passwords, so only the daemon's
    /// user and group may read the file.
    ///
    /// - Parameter texts: a config that was accepted, and is therefore UTF-8.
    package func keep(_ texts: ConfigSource) throws(AtomicFile.Fault) {
        let row = Row(
            file: PathName.absolute(texts.file),
            text: String(decoding: texts.main, as: UTF8.self),
            additions: texts.additions.map {
                Row.Addition(name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
            },
            panel: texts.panel.map { String(decoding: $0.bytes, as: UTF8.self) }
        )
        try kept.save(row)
    }
}
