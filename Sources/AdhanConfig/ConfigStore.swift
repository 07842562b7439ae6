import AdhanSystem
import Foundation

/// Keeps the config that the daemon last took: a config that somebody breaks is not to silence the mosque after the next power cut.
package struct ConfigStore: Sendable {
    package let file: String

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

    package init(_ locations: Locations) { file = locations.state + "/config.json" }

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
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: Self.sizeLimit)
        } catch  where error.isMissing {
            return nil
        }
        do {
            let row = try JSONDecoder().decode(Row.self, from: Data(bytes))
            return ConfigTexts(
                file: row.file,
                main: Array(row.text.utf8),
                additions: row.additions.map { ConfigTexts.Addition(name: $0.name, bytes: Array($0.text.utf8)) }
            )
        } catch {
            // The decoder's own words could quote a password.
            throw FileFault(path: file, reason: "this is not the JSON of a config")
        }
    }

    /// Keeps the config, where it is another than the one kept; it may block. Passwords stand in it: nobody else may read it.
    ///
    /// - Parameter texts: a config that was understood, and so is UTF-8.
    /// - Throws: `AtomicFile.Fault` where it cannot be written, the encoder's where it cannot be put into JSON.
    package func keep(_ texts: ConfigTexts) throws {
        let texts = texts.named(Self.fromRoot(texts.file))
        // One that is broken is replaced.
        if let kept = try? load(), kept == texts { return }  // reason: see above
        let row = Row(
            file: texts.file,
            text: String(decoding: texts.main, as: UTF8.self),
            additions: texts.additions.map {
                Row.Addition(name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self))
            }
        )
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try AtomicFile.replace(file, with: [UInt8](try encoder.encode(row)), mode: 0o600)
    }
}
