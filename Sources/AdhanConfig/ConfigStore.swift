import AdhanSystem
import Foundation

/// Stores the config that the daemon last accepted: if somebody breaks the config, the mosque is not silent after the
/// next power cut.
package struct ConfigStore: Sendable {
    package let file: String

    /// JSON doubles quotes, backslashes and line ends.
    private static let sizeLimit = 3 * ConfigTexts.sizeLimit

    private struct Row: Codable {
        struct Addition: Codable {
            let name: String
            let text: String
        }

        /// The absolute path of the main file.
        let file: String
        let text: String
        let additions: [Addition]
    }

    package init(_ locations: Locations) { file = locations.state + "/config.json" }

    /// The absolute path, to recognise two names of one file. It only processes the text: it is called on the loop's
    /// thread, and the disk may hang.
    package static func fromRoot(_ path: String) -> String {
        URL(filePath: path.replacing(/\/+/, with: "/")).absoluteURL.standardized.path
    }

    /// Reads the stored config; may block.
    ///
    /// - Returns: nil if nothing is stored; the main file's path is absolute.
    /// - Throws: `FileFault` if the file exists but contains no config.
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
            // The decoder's own message could quote a password.
            throw FileFault(path: file, reason: "this is not the JSON of a config")
        }
    }

    /// Stores the config if it differs from the stored one; may block. It contains passwords, so nobody else may read
    /// the file.
    ///
    /// - Parameter texts: a config that was accepted, and is therefore UTF-8.
    /// - Throws: `AtomicFile.Fault` if it cannot be written, the encoder's error if it cannot be encoded as JSON.
    package func keep(_ texts: ConfigTexts) throws {
        let texts = texts.named(Self.fromRoot(texts.file))
        // A damaged one is replaced.
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
