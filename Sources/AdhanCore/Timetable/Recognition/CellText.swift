/// A cell's text in one spelling, so that scripts and typography make no difference.
enum CellText {
    /// Longer cells are remarks.
    private static let longest = 200

    /// With ASCII digits and punctuation, without invisible characters, and trimmed.
    static func plain(_ text: String) -> String {
        // Nearly every cell is already plain.
        let bytes = text.utf8
        if bytes.count <= longest, bytes.first != 0x3D, bytes.first != 0x20, bytes.last != 0x20,
            bytes.allSatisfy({ (0x20...0x7E).contains($0) })
        {
            return text
        }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) {
            if let other = spelled(scalar) { plain.append(other) }
        }
        let text = String(plain).trimmed
        // ="06:43" keeps a spreadsheet from changing it.
        guard text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count > 3 else { return String(text) }
        return String(text.dropFirst(2).dropLast())
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

    /// Its words in small letters without accents, vowel signs and apostrophes: `Prière à l'aube` is `priere a laube`.
    static func words(_ text: String) -> [String] {
        // Most cells have a time or a number.
        guard text.utf8.contains(where: { $0 > 0x40 }) else { return [] }
        if text.utf8.count <= longest, text.utf8.allSatisfy({ $0 < 0x80 }) { return plainWords(text) }
        var words: [String] = []
        var word = ""
        for scalar in parted(plain(text)).lowercased().unicodeScalars {
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .modifierLetter: continue
            default: break
            }
            if scalar == "'" || scalar == "\u{640}" { continue }
            if scalar.properties.isAlphabetic {
                word += folds[scalar] ?? String(scalar)
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// Those of a text of ASCII.
    private static func plainWords(_ text: String) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        var wasSmall = false
        for byte in text.utf8 {
            if byte == 0x27 {
                wasSmall = false
                continue
            }
            let isLetter = (0x41...0x5A).contains(byte & 0xDF)
            let isSmall = isLetter && byte >= 0x61
            if !isLetter || !isSmall && wasSmall { end() }
            if isLetter { word.append(byte | 0x20) }
            wasSmall = isSmall
        }
        end()
        return words
    }

    /// `fajrIqamah` as two words.
    private static func parted(_ text: String) -> String {
        guard text.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return text }
        var parted = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.properties.isUppercase, parted.last?.properties.isLowercase == true { parted.append(" ") }
            parted.append(scalar)
        }
        return String(parted)
    }

    /// Whether it is nothing but one or two digits.
    static func isShortNumber(_ text: String) -> Bool {
        (1...2).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Its numbers, as digits.
    static func numbers(_ text: String) -> [String] {
        text.utf8.split { !(0x30...0x39).contains($0) }.map { String(Substring($0)) }
    }

    private static let folds: [Unicode.Scalar: String] = {
        let groups = [
            "a": "àáâãäåāăą", "c": "çćč", "d": "đďðḍ", "e": "èéêëēęě", "g": "ğģġ", "h": "ḥħ", "i": "ìíîïīı", "l": "ł",
            "n": "ñńň", "o": "òóôõöøō", "r": "ř", "s": "śšşșṣ", "t": "ťţțṭ", "u": "ùúûüūů", "y": "ýÿ", "z": "źżžẓ",
            "ss": "ß", "ae": "æ", "oe": "œ", "ا": "أإآٱ", "ه": "ةہھۃۂ", "ي": "ىیئ", "ك": "ک", "و": "ؤ",
        ]
        return groups.reduce(into: [:]) { folds, group in
            for scalar in group.value.unicodeScalars { folds[scalar] = group.key }
        }
    }()
}
