@_spi(_Unicode) import Swift

/// Text that a person types.
extension String {
    /// Without regard to case, in the composed form of Unicode (NFC).
    var folded: String {
        var scalars = UnicodeScalarView()
        // First as capitals: ß and SS, or σ and ς, become the same.
        scalars.append(contentsOf: uppercased().lowercased()._nfc)
        return String(scalars)
    }
}
