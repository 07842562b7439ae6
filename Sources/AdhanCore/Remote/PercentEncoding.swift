extension StringProtocol {
    /// Encodes everything except letters, digits and `-_.~` as `%` and two upper-case hex digits. S3 signs this form,
    /// and it is valid everywhere else.
    ///
    /// - Parameter kept: further characters that are not encoded.
    func percentEncoded(keeping kept: String = "") -> String { Array(utf8).percentEncoded(keeping: kept) }

    /// Decodes each `%` with two hex digits; any other `%` is kept.
    var percentDecoded: [UInt8] {
        let bytes = Array(utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            if let byte = bytes.escape(at: index) {
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        return decoded
    }

    /// Encodes characters that are not allowed in an address, and leaves what is already encoded.
    var madeLegal: String {
        let bytes = Array(utf8)
        return bytes.indices.reduce(into: "") { text, index in
            // The two digits after a `%` are always allowed.
            text += bytes.escape(at: index) != nil ? "%" : [bytes[index]].percentEncoded(keeping: "!$&'()*+,;=:@/?")
        }
    }
}

extension [UInt8] {
    func percentEncoded(keeping kept: String = "") -> String {
        let digits = Array<Character>("0123456789ABCDEF")
        return reduce(into: "") { text, byte in
            let scalar = Unicode.Scalar(byte)
            if byte.isUnreserved || kept.utf8.contains(byte) {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%"
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
        }
    }

    /// The byte that the `%` at that index encodes; nil if it encodes none.
    fileprivate func escape(at index: Int) -> UInt8? {
        guard index + 2 < count, self[index] == 0x25, let high = self[index + 1].hexValue,
            let low = self[index + 2].hexValue
        else { return nil }
        return high << 4 | low
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    fileprivate var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
