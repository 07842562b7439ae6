import CJSON

/// A value in a JSON file and its line.
package struct JSONNode: Sendable {
    package enum Value: Sendable {
        /// In the order of the file; a key that is repeated appears repeatedly.
        case object([JSONNode])
        case array([JSONNode])
        case string(String)
        case integer(Int64)
        case number(Double)
        case boolean(Bool)
        case null
    }

    /// Empty for elements of a list and the top value.
    package let key: String
    package let value: Value
    /// The line, 1-based, of the key, or of the value if there is no key.
    package let line: Int

    package init(key: String, value: Value, line: Int) { (self.key, self.value, self.line) = (key, value, line) }

    /// A year of a timetable with all the additions of a web API has about 30,000 values.
    private static let mostNodesOfTimetable = 200_000

    /// Parses a whole file and returns its top value.
    ///
    /// - Throws: `JSONError` with the line at which the text is not JSON, is too deep, or has more than `mostNodes`
    ///   values.
    package static func parse(_ bytes: [UInt8], mostNodes: Int = mostNodesOfTimetable) throws(JSONError) -> JSONNode {
        let noMemory = JSONError(line: 1, reason: "there is not enough memory to read it")
        let parsed = bytes.withUnsafeBytes { cjson_parse($0.baseAddress, $0.count, mostNodes) }
        guard let document = parsed else { throw noMemory }
        defer { cjson_free(document) }
        if let reason = cjson_error(document) {
            throw JSONError(line: Int(cjson_error_line(document)), reason: String(cString: reason))
        }
        var children: [Int: [JSONNode]] = [:]
        // A child comes after its parent in the list. Walked backwards, every parent finds its children complete, last
        // first. The top value's parent is -1.
        for index in (0..<Int(cjson_count(document))).reversed() {
            let raw = cjson_at(document, index)
            let node = JSONNode(
                key: text(raw.key, raw.key_length),
                value: value(raw, (children.removeValue(forKey: index) ?? []).reversed()),
                line: Int(raw.line)
            )
            children[raw.parent, default: []].append(node)
        }
        guard let top = children[-1]?.first else { throw noMemory }
        return top
    }

    /// Whether a text begins as JSON does. A title may begin with a bracket, too: `[Al-Manar] times of 2026`.
    package static func isLikely(_ text: [UInt8]) -> Bool {
        let marks = text.lazy.filter { ![0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains($0) }.prefix(2)
        let (first, second) = (marks.first, marks.dropFirst().first)
        // `{\rtf` begins a document.
        if first == UInt8(ascii: "{") { return second != UInt8(ascii: "\\") }
        return first == UInt8(ascii: "[") && (second.map { [UInt8]("[{\"]-0123456789".utf8).contains($0) } ?? true)
    }

    /// The value as quoted in a fault: a text in quotes, shortened if it is long.
    var quoted: String {
        switch value {
        case .object: "an object"
        case .array: "a list"
        case .string(let text): Self.quote(text)
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        }
    }

    var quotedKey: String { Self.quote(key) }

    /// Counts scalars, because one character may contain any number of them. Terminal control characters are escaped.
    package static func quote(_ text: String) -> String {
        String(String(text.unicodeScalars.prefix(40))).debugDescription
    }

    private static func value(_ raw: cjson_node, _ children: [JSONNode]) -> Value {
        switch raw.kind {
        case CJSON_OBJECT: .object(children)
        case CJSON_ARRAY: .array(children)
        case CJSON_STRING: .string(text(raw.text, raw.text_length))
        case CJSON_INTEGER: .integer(raw.integer)
        case CJSON_NUMBER: .number(raw.number)
        case CJSON_BOOLEAN: .boolean(raw.boolean)
        default: .null
        }
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        guard let start else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
}

/// Where and why a text is not JSON.
package struct JSONError: Error, Hashable, CustomStringConvertible {
    /// 1-based.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): this is not JSON: \(reason)" }
}
