/// Bytes that are a text in base 64 (RFC 4648, with padding) in JSON.
package struct Base64: Codable, Equatable, Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// - Throws: `DecodingError` for a text that is not in base 64.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let decoded = Self(decoding: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the text is not in base 64")
        }
        self = decoded
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    init?(decoding text: String) {
        let letters = Array(text.utf8)
        guard letters.count.isMultiple(of: 4) else { return nil }
        let padding = letters.suffix(2).reversed().prefix { $0 == Self.padding }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3)
        // The last bits, of which `width` are not in a byte yet.
        var (bits, width) = (UInt32(0), UInt32(0))
        for letter in letters.dropLast(padding) {
            let value = Self.values[Int(letter)]
            guard value < 64 else { return nil }
            (bits, width) = (bits << 6 | UInt32(value), width + 6)
            guard width >= 8 else { continue }
            width -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> width))
        }
        self.bytes = bytes
    }

    var text: String {
        var letters: [UInt8] = []
        letters.reserveCapacity((bytes.count + 2) / 3 * 4)
        var (bits, width) = (UInt32(0), UInt32(0))
        for byte in bytes {
            (bits, width) = (bits << 8 | UInt32(byte), width + 8)
            while width >= 6 {
                width -= 6
                letters.append(Self.alphabet[Int(bits >> width & 0x3F)])
            }
        }
        if width > 0 { letters.append(Self.alphabet[Int(bits << (6 - width) & 0x3F)]) }
        while !letters.count.isMultiple(of: 4) { letters.append(Self.padding) }
        return String(decoding: letters, as: UTF8.self)
    }

    private static let padding = UInt8(ascii: "=")
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The values of all bytes as letters; 255 for those that are none.
    private static let values: [UInt8] = alphabet.enumerated().reduce(into: Array(repeating: 255, count: 256)) {
        $0[Int($1.element)] = UInt8($1.offset)
    }
}
