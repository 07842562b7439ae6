import AdhanCore
import CTOML

/// A value in a TOML file and its position.
package struct TOMLNode {
    package enum Value: CustomStringConvertible {
        case table([TOMLNode])
        case array([TOMLNode])
        case string(String)
        case integer(Int64)
        case number(Double)
        case boolean(Bool)
        case dateOrTime

        /// The value with its kind, for an error message.
        package var description: String {
            switch self {
            case .table: "a table"
            case .array: "the list \(text)"
            case .string(let text): "the text '\(text.prefix(60))'"
            case .integer, .number: "the number \(text)"
            case .boolean: text
            case .dateOrTime: "a date or time without quotes"
            }
        }

        /// The value as it may be written, cut where it is long.
        package var text: String {
            switch self {
            case .table: "{…}"
            case .array(let members):
                "[\(members.prefix(4).map(\.value.short).joined(separator: ", "))\(members.count > 4 ? ", …" : "")]"
            case .string(let text): "\"\(text.prefix(60))\""
            case .integer(let number): "\(number)"
            case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
            case .boolean(let flag): "\(flag)"
            case .dateOrTime: "a date or time"
            }
        }

        /// The value as a person types it at a command, cut where it is long.
        var typed: String { if case .string(let text) = self { "\(text.prefix(60))" } else { text } }

        /// Whether it is a table, or begins a list of tables.
        var isTable: Bool {
            switch self {
            case .table: true
            case .array(let members): members.first?.isTable ?? false
            default: false
            }
        }

        /// The same without the members of a list, for a list of lists.
        private var short: String { if case .array = self { "[…]" } else { text } }
    }

    /// Empty in an array and at the top.
    package let key: String
    package let value: Value
    package let spot: SourceLocation
    /// The value's text in the file; for a table with a header, the header.
    let extent: Range<TOMLPosition>
    /// Whether it is a table in braces.
    let isInline: Bool

    var isTable: Bool { if case .table = value { true } else { false } }
    var text: String? { if case .string(let text) = value { text } else { nil } }

    func with(_ value: Value) -> TOMLNode {
        TOMLNode(key: key, value: value, spot: spot, extent: extent, isInline: isInline)
    }

    /// Parses a whole file and returns its top table.
    ///
    /// - Parameters:
    ///   - main: the main config file; nil where it is this one.
    /// - Throws: `ConfigFault` with the line at which the text is not TOML.
    package static func parse(_ bytes: [UInt8], file: String, main: String? = nil) throws(ConfigFault) -> TOMLNode {
        func fault(_ line: Int, _ words: String) -> ConfigFault {
            ConfigFault(SourceLocation(file: file, line: line), words)
        }
        if WideText.isWide(bytes) { throw fault(0, WideText.words) }
        // toml++ reads blocks of bytes and would name an earlier line.
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if let index = lines.firstIndex(where: { String(validating: $0, as: UTF8.self) == nil }) {
            throw fault(index + 1, "this is not UTF-8; save the file as UTF-8")
        }
        // TOML allows none of them, and toml++ does not expect one at the beginning of a key.
        func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 && byte != 0x0D || byte == 0x7F }
        if let index = lines.firstIndex(where: { $0.contains(where: isControl) }) {
            let words = "here is a control character, which no editor shows; delete the line and type it again"
            throw fault(index + 1, words)
        }
        if let excess = TOMLDepth.excess(in: bytes) { throw fault(excess.line, excess.words) }
        guard let document = bytes.withUnsafeBytes({ ctoml_parse($0.baseAddress, $0.count) }) else {
            throw fault(0, "there is not enough memory to read it")
        }
        defer { ctoml_free(document) }
        if let error = ctoml_error(document) {
            // Line 0: toml++ does not say which line it is.
            let line = Int(ctoml_error_line(document))
            let skipped = max(0, line - Advice.mostLines)
            let before = lines.prefix(line).dropFirst(skipped).map { String(decoding: $0, as: UTF8.self) }
            let found =
                Advice.elsewhere(before, after: skipped, String(cString: error))
                ?? (line, Advice.words(for: before.last ?? ""))
            throw fault(found.line, "this is not TOML: \(found.words)")
        }
        var children: [Int: [TOMLNode]] = [:]
        // A child comes after its parent in the list. Walked backwards, every parent finds its children complete, last
        // first. The top's parent is -1.
        for index in (0..<Int(ctoml_count(document))).reversed() {
            let raw = ctoml_at(document, index)
            // C would read a path as the part before a NUL, and "C:\file" has a form feed.
            guard !hasControl(raw.key, raw.key_length), !hasControl(raw.text, raw.text_length) else {
                let words = "here is a control character, such as \\f or \\u0000; in a path write / instead of \\"
                throw fault(Int(raw.line), words)
            }
            let node = TOMLNode(
                key: text(raw.key, raw.key_length),
                value: value(raw, (children.removeValue(forKey: index) ?? []).reversed()),
                spot: SourceLocation(file: file, line: Int(raw.line), main: main),
                extent: TOMLPosition.range(raw),
                isInline: raw.is_inline
            )
            children[raw.parent, default: []].append(node)
        }
        return TOMLNode(
            key: "",
            value: .table((children[-1] ?? []).reversed()),
            spot: SourceLocation(file: file, line: 1),
            extent: TOMLPosition.start..<TOMLPosition.start,
            isInline: false
        )
    }

    /// The position of each key and table in this table, by its dotted name; of one that is there twice, the last.
    package func spots(within name: String = "") -> [String: SourceLocation] {
        guard case .table(let members) = value else { return [:] }
        return members.reduce(into: [:]) { spots, member in
            let path = name.isEmpty ? member.key : name + "." + member.key
            spots[path] = member.spot
            spots.merge(member.spots(within: path)) { $1 }
        }
    }

    private static func value(_ raw: ctoml_node, _ children: [TOMLNode]) -> Value {
        switch raw.kind {
        case CTOML_TABLE: .table(children)
        case CTOML_ARRAY: .array(children)
        case CTOML_STRING: .string(text(raw.text, raw.text_length))
        case CTOML_INTEGER: .integer(raw.integer)
        case CTOML_FLOAT: .number(raw.number)
        case CTOML_BOOLEAN: .boolean(raw.boolean)
        default: .dateOrTime
        }
    }

    /// Whether a text has a control character other than a tab and the ends of lines.
    private static func hasControl(_ start: UnsafePointer<CChar>?, _ length: Int) -> Bool {
        guard let start else { return false }
        return UnsafeRawBufferPointer(start: start, count: length).contains { $0 < 32 && ![9, 10, 13].contains($0) }
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        guard let start else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
}

struct TOMLPosition: Comparable {
    /// 1-based.
    let line: Int
    /// 1-based, in code points, without the mark of UTF-8 at the front of a file.
    let column: Int

    static let start = TOMLPosition(line: 1, column: 1)

    static func range(_ raw: ctoml_node) -> Range<TOMLPosition> {
        let begin = TOMLPosition(line: Int(raw.begin_line), column: Int(raw.begin_column))
        let end = TOMLPosition(line: Int(raw.end_line), column: Int(raw.end_column))
        return begin..<max(begin, end)
    }

    static func < (left: TOMLPosition, right: TOMLPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
