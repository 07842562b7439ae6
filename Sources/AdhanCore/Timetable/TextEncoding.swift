/// The encodings of text files, and what they become: UTF-8 without a byte order mark.
package enum TextEncoding {
    /// Decodes UTF-8, and UTF-16 of either byte order; nil for what is neither. The marks that name the encoding are
    /// left out.
    package static func unicode(_ bytes: [UInt8]) -> [UInt8]? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
        if bytes.starts(with: [0xFF, 0xFE]) { return wide(bytes.dropFirst(2), isBigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return wide(bytes.dropFirst(2), isBigEndian: true) }
        if let isBigEndian = wideOrder(bytes) { return wide(bytes[...], isBigEndian: isBigEndian) }
        return String(validating: bytes, as: UTF8.self) == nil ? nil : bytes
    }

    /// Whether the first byte of each pair is the higher one, in UTF-16 without a mark; nil if it is another encoding.
    /// Digits and separators, of which a table has many, are zero in their higher byte, and no other encoding has
    /// zeros.
    private static func wideOrder(_ bytes: [UInt8]) -> Bool? {
        let head = bytes.prefix(4096)
        let (even, odd) = head.enumerated().reduce(into: (0, 0)) { zeros, byte in
            guard byte.element == 0 else { return }
            if byte.offset % 2 == 0 { zeros.0 += 1 } else { zeros.1 += 1 }
        }
        if even == 0, odd * 8 > head.count { return false }
        if odd == 0, even * 8 > head.count { return true }
        return nil
    }

    private static func wide(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var first: UInt8?
        for byte in bytes {
            guard let other = first else {
                first = byte
                continue
            }
            let (high, low) = isBigEndian ? (other, byte) : (byte, other)
            units.append(UInt16(high) << 8 | UInt16(low))
            first = nil
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
