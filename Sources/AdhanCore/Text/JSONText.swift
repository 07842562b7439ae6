/// JSON for files, the control socket and the output of commands.
package enum JSONText {
    /// The most values of one text: two hundred thousand objects of a bucket, each with three texts.
    private static let mostNodes = 1 << 20

    /// Encodes a value for files and the socket. Keys are sorted; keys without a value are left out.
    ///
    /// - Throws: `EncodingError` for a number that JSON does not have.
    package static func bytes(of value: some Encodable, isPretty: Bool = false) throws -> [UInt8] {
        let tree = JSONTree()
        try tree.set(value)
        var bytes: [UInt8] = []
        try tree.write(to: &bytes, indent: isPretty ? 0 : nil)
        return bytes
    }

    /// Encodes a value for the output of commands: `bytes`, with the remaining terminal control characters escaped.
    package static func encode(_ value: some Encodable, isPretty: Bool = true) throws -> String {
        escaped(String(decoding: try bytes(of: value, isPretty: isPretty), as: UTF8.self))
    }

    /// Decodes a value. The first of repeated keys counts.
    ///
    /// - Throws: `JSONError` if the bytes are not JSON; otherwise `DecodingError`, or what the type itself throws.
    package static func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: [UInt8]) throws -> Value {
        // The parser ends at a NUL. Text behind it must not be ignored.
        guard !bytes.contains(0) else { throw JSONError(line: 1, reason: "it contains a NUL byte") }
        return try JSONReader.read(type, try JSONNode.parse(bytes, mostNodes: mostNodes), [])
    }

    /// Escapes what `bytes` leaves: only control characters below the space must be escaped in JSON.
    private static func escaped(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.value >= 0x7F, OneLine.isBreak(scalar) || OneLine.isHidden(scalar) else {
                return text.unicodeScalars.append(scalar)
            }
            for unit in String(scalar).utf16 { text += "\\u" + String(0x10000 + Int(unit), radix: 16).dropFirst() }
        }
    }
}
