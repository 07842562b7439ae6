package struct SourceLocation: Equatable, CustomStringConvertible {
    package let file: String
    /// 1-based; 0 for the file as a whole.
    package let line: Int
    /// The main config file, in whose folder relative paths are looked for, also those of `conf.d`.
    package let main: String

    package init(file: String, line: Int, main: String? = nil) {
        (self.file, self.line, self.main) = (file, line, main ?? file)
    }

    package var description: String { line > 0 ? "\(file):\(line)" : file }
}

package struct ConfigFault: Error, Equatable, CustomStringConvertible {
    package let spot: SourceLocation
    package let message: String
    /// The key that the table does not know, where that is the fault.
    let unknown: UnknownKey?
    /// The fault for a person who typed key and value at a command, without TOML.
    package let sentence: String
    /// Whether the value is of another kind than the key needs.
    let isOfWrongKind: Bool

    struct UnknownKey: Equatable {
        let key: String
        /// The name of the table that has it; empty for the top of the file.
        let table: String
        /// Whether the message names what was meant.
        let isMeant: Bool
        /// Whether its value is a table, or a list of tables.
        let isTable: Bool
    }

    package init(_ spot: SourceLocation, _ message: String) { self.init(spot, message, sentence: nil) }

    init(
        _ spot: SourceLocation,
        _ message: String,
        sentence: String?,
        isOfWrongKind: Bool = false,
        unknown: UnknownKey? = nil
    ) {
        (self.spot, self.message, self.unknown) = (spot, message, unknown)
        (self.sentence, self.isOfWrongKind) = (sentence ?? message, isOfWrongKind)
    }

    package var description: String { "\(spot): \(message)" }

    /// As `ConfigNote.words(forPanel:)`.
    package func words(forPanel file: String) -> String { ConfigNote(self).words(forPanel: file) }
}

/// All faults in the config, each with its file and line.
package struct ConfigError: Error, CustomStringConvertible {
    package let faults: [ConfigFault]

    /// The most faults that are shown. Status and log show them all.
    package static let limit = 50

    package init(faults: [ConfigFault]) {
        let more = faults.count - Self.limit
        guard more > 0, let first = faults.dropFirst(Self.limit).first else {
            self.faults = faults
            return
        }
        self.faults = faults.prefix(Self.limit) + [ConfigFault(first.spot, "here and below are \(more) more faults")]
    }

    package var description: String { faults.map(\.description).joined(separator: "\n") }
}
