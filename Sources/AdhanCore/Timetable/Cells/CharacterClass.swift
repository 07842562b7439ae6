/// What a scalar is in a cell's text and in its words.
package struct CharacterClass {
    /// In the usual script; nil if it is invisible.
    package let plain: Unicode.Scalar?
    /// In words: small and without accents, empty for what is left out, nil for what ends a word.
    package let piece: String?
    let isCapital: Bool
    let isSmall: Bool

    package static func of(_ scalar: Unicode.Scalar) -> CharacterClass {
        let index = Int(scalar.value)
        return table.indices.contains(index) ? table[index] : CharacterClass(scalar)
    }

    /// Of the Latin, Greek, Cyrillic, Hebrew and Arabic scripts. A file may have millions, and Unicode's properties
    /// take long.
    private static let table = (0..<0x700).compactMap { Unicode.Scalar(UInt32($0)) }.map { CharacterClass($0) }

    private init(_ scalar: Unicode.Scalar) {
        plain = Self.spelled(scalar)
        (isCapital, isSmall) = (scalar.properties.isUppercase, scalar.properties.isLowercase)
        let pieces = scalar.properties.lowercaseMapping.unicodeScalars.map { Self.piece($0) }
        piece = pieces.contains(nil) ? nil : pieces.compactMap(\.self).joined()
    }

    private static func piece(_ scalar: Unicode.Scalar) -> String? {
        switch scalar.properties.generalCategory {
        // A vowel of an Indic script is a mark that combines in no class, and `जून` is no `जन`.
        case .nonspacingMark where scalar.properties.canonicalCombiningClass == .notReordered: return String(scalar)
        case .nonspacingMark, .modifierLetter: return ""
        default: break
        }
        if scalar == "'" || scalar == "\u{640}" { return "" }
        return scalar.properties.isAlphabetic ? folds[scalar] ?? String(scalar) : nil
    }

    private static func spelled(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.isASCII { return scalar.value < 0x20 ? " " : scalar }
        if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
            return Unicode.Scalar(UInt8(48 + Int(value)))
        }
        switch scalar {
        case "٫", "．", "․": return "."
        case "،", "，": return ","
        case "：", "∶", "˸", "꞉": return ":"
        case "／": return "/"
        case "＋": return "+"
        case "‘", "’", "ʿ", "ʾ", "ʼ", "`", "´": return "'"
        case "″", "“", "”", "〃": return "\""
        case "\u{2010}"..."\u{2015}", "\u{2212}": return "-"
        default: break
        }
        switch scalar.properties.generalCategory {
        case .format, .control: return nil
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return " "
        default: return scalar
        }
    }

    private static let folds: [Unicode.Scalar: String] = {
        let groups = [
            "a": "àáâãäåāăą", "c": "çćč", "d": "đďðḍ", "e": "èéêëēęě", "g": "ğģġ", "h": "ḥħ", "i": "ìíîïīı", "l": "ł",
            "n": "ñńň", "o": "òóôõöøō", "r": "ř", "s": "śšşșṣ", "t": "ťţțṭ", "u": "ùúûüūů", "y": "ýÿ", "z": "źżžẓ",
            "ss": "ß", "ae": "æ", "oe": "œ", "ا": "أإآٱ", "ه": "ةہھۃۂ", "ي": "ىیئ", "ك": "ک", "و": "ؤ",
            // With the dot below, which is a sign of its own elsewhere.
            "ড": "\u{9DC}", "ঢ": "\u{9DD}", "য": "\u{9DF}", "क": "\u{958}", "ख": "\u{959}", "ग": "\u{95A}",
            "ज": "\u{95B}",
            "ड": "\u{95C}", "ढ": "\u{95D}", "फ": "\u{95E}",
        ]
        return groups.reduce(into: [:]) { folds, group in
            for scalar in group.value.unicodeScalars { folds[scalar] = group.key }
        }
    }()
}
