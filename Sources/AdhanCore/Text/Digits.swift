extension StringProtocol {
    /// Whether it consists of ASCII digits, and of so many.
    package func isDigits(_ count: ClosedRange<Int> = 1...Int.max) -> Bool {
        count.contains(utf8.count) && utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The numbers of a text such as `2026-11-21`, each of exactly so many digits; nil for any other text.
    func numbers(_ widths: [Int], between separator: Character = "-") -> [Int]? {
        let parts = split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == widths.count, zip(parts, widths).allSatisfy({ $0.isDigits($1...$1) }) else { return nil }
        return parts.compactMap { Int($0) }
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter or digit.
    package var isLetterOrDigit: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}

extension BinaryInteger {
    /// The number in decimal with leading zeros.
    package func padded(to width: Int) -> String {
        let digits = String(magnitude)
        return (self < 0 ? "-" : "") + String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}

extension String {
    /// The text with blanks behind it, to the width in characters; a longer text as it is.
    package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
