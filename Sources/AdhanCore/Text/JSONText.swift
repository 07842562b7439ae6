import FoundationEssentials

/// Encodes JSON for the output of commands.
package enum JSONText {
    /// - Parameter isPretty: indented, with sorted keys; otherwise on one line.
    package static func encode(_ value: some Encodable, isPretty: Bool = true) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Escapes the remaining terminal control characters: the encoder escapes only those below the space.
    private static func escaped(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { text, scalar in
            guard scalar.value >= 0x7F, OneLine.isBreak(scalar) || OneLine.isHidden(scalar) else {
                return text.unicodeScalars.append(scalar)
            }
            for unit in String(scalar).utf16 { text += "\\u" + String(0x10000 + Int(unit), radix: 16).dropFirst() }
        }
    }
}
