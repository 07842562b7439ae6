extension StringProtocol {
    /// Encodes everything except letters, digits and `-_.~` as `%` and two upper-case hex digits. S3 signs this form,
    /// and it is valid everywhere else.
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

    /// Decoded until nothing is encoded any more, at most 16 times.
    var fullyPercentDecoded: String {
        var text = String(self)
        for _ in 0..<16 {
            let decoded = String(decoding: text.percentDecoded, as: UTF8.self)
            if decoded == text { break }
            text = decoded
        }
        return text
    }

    /// Encodes characters that are not allowed in an address, and leaves what is already encoded.
    var madeLegal: String {
        let bytes = Array(utf8)
        // The two digits after a `%` are always allowed.
        return bytes.encoded { $0.isUnreserved || "!$&'()*+,;=:@/?".utf8.contains($0) || bytes.escape(at: $1) != nil }
    }
}

extension [UInt8] {
    func percentEncoded(keeping kept: String = "") -> String {
        encoded { byte, _ in byte.isUnreserved || kept.utf8.contains(byte) }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// - Parameter isKept: whether the byte at that index stays as it is.
    fileprivate func encoded(_ isKept: (_ byte: UInt8, _ index: Int) -> Bool) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(count + 16)
        for (index, byte) in enumerated() {
            if isKept(byte, index) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
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
