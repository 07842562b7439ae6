/// A sentence on a config that can be used, and what it is about: an objection or a remark.
package struct ConfigNote: Codable, Equatable, Sendable, CustomStringConvertible {
    /// The file of the config; nil where the sentence is on none.
    package let file: String?
    /// 1-based; nil for the file as a whole.
    package let line: Int?
    package let words: String

    /// A sentence on no file of the config.
    package init(_ words: String) { self.init(nil, words) }

    package init(_ fault: ConfigFault) { self.init(fault.spot, fault.message) }

    package init(_ spot: SourceLocation?, _ words: String) {
        (file, line, self.words) = (spot?.file, spot.flatMap { $0.line > 0 ? $0.line : nil }, words)
    }

    /// With the file and the line in front.
    package var description: String {
        file.map { "\(SourceLocation(file: $0, line: line ?? 0)): \(words)" } ?? words
    }

    /// Without the file and line where that is the panel's own file, which nobody edits.
    package func words(forPanel panel: String) -> String { file == panel ? words : description }
}
