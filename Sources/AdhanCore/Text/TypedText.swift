@_spi(_Unicode) import Swift

/// Text that a person types.
extension String {
    /// Without regard to case, in the composed form of Unicode (NFC).
    package var folded: String {
        var scalars = UnicodeScalarView()
        // First as capitals: ß and SS, or σ and ς, become the same.
        scalars.append(contentsOf: uppercased().lowercased()._nfc)
        return String(scalars)
    }

    /// A name of a person, a place or a recording as it is saved and shown: composed (NFC), on one line, trimmed, and
    /// without control, private and invisible characters, but for the joiners that Persian and Bengali have within a
    /// word. Nil where nothing is left.
    package var visibleName: String? {
        if !isEmpty, utf8.allSatisfy({ 0x21..<0x7F ~= $0 }) { return self }
        var seen = UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control: seen.append(" ")
            case .format where ["\u{200C}", "\u{200D}"].contains(scalar) && seen.last?.properties.isAlphabetic == true:
                seen.append(scalar)
            case .format, .privateUse: continue
            default: if !scalar.properties.isDefaultIgnorableCodePoint { seen.append(scalar) }
            }
        }
        var composed = UnicodeScalarView()
        composed.append(contentsOf: String(seen)._nfc)
        let name = String(composed).split(separator: " ").joined(separator: " ")
        return name.isEmpty ? nil : name
    }

    /// Equal for names that look alike: without case, accents and Arabic vowel signs, with one letter for those of
    /// Arabic that look alike, the Latin one for one of another script, and a letter for 0 and 1.
    package var lookalike: String {
        var scalars = UnicodeScalarView()
        for scalar in folded._nfd {
            switch scalar.value {
            case 0x300...0x36F, 0x610...0x61A, 0x640, 0x64B...0x652, 0x656...0x65F, 0x670, 0x6D6...0x6ED: continue
            default:
                let digit = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil
                let plain = digit.flatMap { "\(Int($0))".unicodeScalars.first } ?? scalar
                scalars.append(Self.latin[plain] ?? plain)
            }
        }
        return String(scalars)
    }

    /// Small letters, since a folded text has no others; some are alike as capitals alone.
    private static let latin = Dictionary(
        uniqueKeysWithValues: zip(
            "01iøđłħɓɗƙɩ’‘ʼʻʿʾавеікмнорстухьѕјһԁԛԝӏαβεζηικμνορτυχօսհոىیکڪٱەہھ".unicodeScalars,
            "ollodlhbdkl''''''abelkmhopctyxbsjhdqwlabezhlkmnoptyxouhnييككاههه".unicodeScalars
        )
    )
}
