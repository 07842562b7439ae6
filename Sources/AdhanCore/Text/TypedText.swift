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
            case .format where ["\u{200C}", "\u{200D}"].contains(scalar) && seen.last?.isJoined == true:
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

    /// Equal for names that look alike: without case, accents, Arabic vowel signs, spaces and signs, with one letter
    /// for those that look alike, and a letter for 0 and 1.
    package var lookalike: String {
        var written = UnicodeScalarView()
        for scalar in _nfd {
            switch scalar.value {
            case 0x300...0x36F, 0x610...0x61A, 0x640, 0x64B...0x652, 0x656...0x65F, 0x670, 0x6D6...0x6ED: continue
            // Thai and Lao letters that may be typed as two.
            case 0xE33: written.append(contentsOf: "\u{E4D}\u{E32}".unicodeScalars)
            case 0xEB3: written.append(contentsOf: "\u{ECD}\u{EB2}".unicodeScalars)
            default:
                let digit = scalar.properties.numericType == .decimal ? scalar.properties.numericValue : nil
                let plain = digit.flatMap { "\(Int($0))".unicodeScalars.first } ?? scalar
                written.append(Self.alike[scalar] ?? Self.alike[plain] ?? plain)
            }
        }
        var letters = UnicodeScalarView()
        for scalar in String(written).folded.unicodeScalars where Self.isSeenInName(scalar.properties) {
            letters.append(Self.alike[scalar] ?? scalar)
        }
        return ["rn": "m", "vv": "w", "เเ": "แ"].reduce(String(letters)) { $0.replacing($1.key, with: $1.value) }
    }

    private static func isSeenInName(_ properties: Unicode.Scalar.Properties) -> Bool {
        let isMark = [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
        return properties.isAlphabetic || isMark || properties.numericType != nil
    }

    /// By how they are drawn: a capital Greek nu is an N, and a small one a v. In many fonts I, l and 1 are alike.
    private static let alike: [Unicode.Scalar: Unicode.Scalar] = {
        let rows = [
            ("01iøđłħɓɗɖƙɩɨŧƶƨƴƅȷĸʋ", "ollodlhbddklltzsybjkv"), ("ʼʻʿʾ", "''''"),
            ("ʀƿƒɵʉʊɣɛƈƭƥƞƀƚǥɠ", "rpfouuyectpnblgg"),
            ("АВЕЅІЈКМНОРСТУХҮѴԌавеѕіјкмнорстухүѵьһԁԛԝӏ", "ABESIJKMHOPCTYXYVGabesljkmhopctyxyvbhdqwl"),
            ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαβγεζηικμνορτυχω", "ABEZHIKMNOPTYXabyeznlkmvoptuxw"),
            ("ՕՍՏԼօսհոյցզլ", "OUSLouhnjgql"), ("ⵔⵙⵅⴹⵏⵊ", "ooxEll"),
            ("ىیؠکڪٱەہھۃٯڡٮ", "يييككاهههةقفب"), ("ーニエロトカタハヘリ", "一二工口卜力夕八へり"),
            ("၀௧ߏ", "ဝகo"),
        ]
        let pairs = rows.flatMap { zip($0.unicodeScalars, $1.unicodeScalars) }
        return Dictionary(pairs) { first, _ in first }
    }()
}

extension Unicode.Scalar {
    /// Whether a joiner may follow: a letter, or the virama of Sinhala and Bengali.
    fileprivate var isJoined: Bool { properties.isAlphabetic || properties.generalCategory == .nonspacingMark }
}
