/// Decibels as people write them: `-12dB`, `-23 LUFS`.
package enum DecibelText {
    /// - Parameter unit: the unit that must follow the number, with or without a blank.
    package static func parse(_ text: String, unit: String) -> Double? {
        guard text.lowercased().hasSuffix(unit.lowercased()) else { return nil }
        var digits = text.dropLast(unit.count)
        if digits.last == " " { digits.removeLast() }
        // Double would also parse "inf", "nan" and "0x1p3".
        guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || "-.".contains($0)) }) else { return nil }
        return Double(digits)
    }
}
