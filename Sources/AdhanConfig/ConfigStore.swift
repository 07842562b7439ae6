import AdhanSystem
import Foundation

/// Keeps the config that the daemon last took: a config that somebody breaks is not to silence the mosque after the next power cut.
package struct ConfigStore: Sendable {
    package var file: String { kept.path }
    /// For its owner alone: passwords stand in it.
    private let kept: JSONFile<Row>

    /// JSON doubles a quote, a backslash and the end of a line.
    private static let sizeLimit = 3 * ConfigTexts.sizeLimit

    private struct Row: Codable {
        struct Addition: Codable {
            let name: String
            let text: String
        }

        /// The main file, from the root.
        let file: String
        let text: String
        let additions: [Addition]
    }

    package init(_ locations: Locations) {
        kept = JSONFile(locations.state + "/config.json", limit: Self.sizeLimit, mode: 0o600)
    }

    /// The path from the root, by which two names of one file are known to be the same. It goes by the letters alone: the disk may hang,
    /// and the loop's thread asks.
    package static func fromRoot(_ path: String) -> String {
        URL(filePath: path.replacing(/\/+/, with: "/")).absoluteURL.standardized.path
    }

    /// Reads what is kept; it may block.
    ///
    /// - Returns: nil where nothing is; the main file's name goes from the root.
    /// - Throws: `FileFault` where the file is there and has no config.
    package func load() throws(FileFault) -> ConfigTexts? {
        // The decoder's own words could quote a password.
        guard let row = try kept.load(fault: { _ in "this is not the JSON of a config" }) else { return nil }
        return ConfigTexts(
            file: row.file,
            main: Array(row.text.utf8),
            additions: row.additions.map { ConfigTexts.Addition(name: $0.name, bytes: Array($0.text.utf8)) }
        )
    }

    /// Keeps the config, where it is another than the one kept; it may block.
    ///
    /// - Parameter texts: a config that was understood, and so is UTF-8.
    /// - Throws: `AtomicFile.Fault` where it cannot be written.
    package func keep(_ texts: ConfigTexts) throws(AtomicFile.Fault) {
        let row = Row(
            file: Self.fromRoot(texts.file),
            text: String(decoding: texts.main, as: UTF8.self),
            additions: texts.additions.map {
                Row.Addition(name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
            }
        )
        try kept.save(row)
    }
}
