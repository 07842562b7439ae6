@_spi(_Unicode) import Swift

/// Text that a person types, made the same however it is typed.
extension String {
    /// Without regard to case, in the composed form of Unicode (NFC).
    var folded: String {
        var scalars = UnicodeScalarView()
        // First as capitals: ß and SS, or σ and ς, become the same.
        scalars.append(contentsOf: uppercased().lowercased()._nfc)
        return String(scalars)
    }

    /// With the digits of all scripts as 0 to 9, as Arabic's and Persian's.
    var withPlainDigits: String {
        var scalars = UnicodeScalarView()
        for scalar in unicodeScalars {
            let isDigit = scalar.properties.numericType == .decimal
            let value = isDigit ? scalar.properties.numericValue.flatMap { Int(exactly: $0) } : nil
            scalars.append(contentsOf: value.map { "\($0)".unicodeScalars } ?? String(scalar).unicodeScalars)
        }
        return String(scalars)
    }
}
