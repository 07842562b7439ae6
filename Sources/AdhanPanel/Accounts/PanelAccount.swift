import AdhanCore

/// A person who may use the panel.
package struct PanelAccount: Sendable, Equatable {
    /// The rights of an account.
    package enum Role: String, Codable, CaseIterable, Sendable {
        case caretaker, committee, volunteer

        /// Whether every setting of a table of the config is this role's.
        func mayChange(table: String) -> Bool {
            switch self {
            case .caretaker: true
            case .committee: Self.times.contains(table)
            case .volunteer: false
            }
        }

        private static let times: Set = ["timetable", "iqama", "jumuah", "eid"]
    }

    package let name: String
    package let role: Role

    /// How the name is compared: without regard to case, and to how a letter with an accent is made.
    var key: String { Self.key(of: name) }

    static func key(of name: String) -> String {
        // A phone may write Persian with joiners or without.
        String(String.UnicodeScalarView(name.folded.unicodeScalars.filter { !joiners.contains($0) }))
    }

    private static let longestName = 40
    /// Nobody may be named as what ledger and log name beside persons.
    private static let taken = Set(["root", "system", "daemon", "unknown", "config", "panel"].map(\.lookalike))
    private static let (adhand, uid) = ("adhand".lookalike, "uid".lookalike)
    /// Thai and Lao letters that NFKC splits in two.
    private static let usualForms: Set<UInt32> = [0xE33, 0xEB3, 0xEDC, 0xEDD]
    /// The joiners of Persian and Bengali, and the marks of direction that keyboards add.
    private static let joiners = Set("\u{200C}\u{200D}\u{200E}\u{200F}".unicodeScalars)
    /// More marks on a letter than any language has.
    private static let tooManyMarks = 5

    /// The name as it is saved; nil where no account may have it.
    static func name(_ text: String) -> String? {
        // Invisible letters are refused: without them it would be another person's name.
        let isFine = text.unicodeScalars.allSatisfy { scalar in
            let properties = scalar.properties
            let isLetter = properties.isAlphabetic || properties.generalCategory == .nonspacingMark
            return joiners.contains(scalar)
                || !properties.isDefaultIgnorableCodePoint
                    && (isLetter || properties.numericType == .decimal || signs.contains(scalar))
        }
        guard isFine, let name = text.visibleName, name.count <= longestName, name.utf8.count < 200 else { return nil }
        // Wide, bold and encircled letters make other names that look alike.
        let isUsual = key(of: name).unicodeScalars.allSatisfy {
            !$0.properties.changesWhenNFKCCaseFolded || usualForms.contains($0.value)
        }
        let isMark = key(of: name).unicodeScalars.map { $0.properties.generalCategory == .nonspacingMark }
        let hasTooMany = isMark.split(separator: false).contains { $0.count >= tooManyMarks }
        let look = name.lookalike
        let first = name.prefix { $0 != " " }
        let isTaken =
            taken.contains(look) || String(first).lookalike.hasPrefix(adhand)
            || look.hasPrefix(uid) && name.count(where: \.isLetter) == 3
        guard isUsual, !hasTooMany, name.contains(where: \.isLetter), !isTaken else { return nil }
        return name.split(separator: " ").allSatisfy(hasOneAlphabet) ? name : nil
    }

    /// Beside letters and digits: letters of transcriptions, as phones have them, and what parts the words of a name in
    /// Catalan, Chinese, Japanese, Hebrew and Tibetan.
    private static let signs = Set(" .-_'’‘ʼʻʿʾ·・׳״་".unicodeScalars)
    /// The scripts that Unicode recommends for names (UTS 39) and those of Berber, Manding and Fula, as the names of
    /// their letters begin.
    private static let scripts =
        "LATIN ADLAM ARABIC ARMENIAN BENGALI CJK CYRILLIC DEVANAGARI ETHIOPIC GEORGIAN GREEK GUJARATI GURMUKHI HANGUL "
        + "HEBREW KANNADA KHMER LAO MALAYALAM MYANMAR NKO ORIYA SINHALA TAMIL TELUGU THAANA THAI TIBETAN TIFINAGH"
    /// Words of Japanese mix these.
    private static let japanese: Set = ["HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "CJK"]

    /// Whether a word has letters and marks of one script: a Cyrillic а in Amina is another name.
    private static func hasOneAlphabet(_ word: Substring) -> Bool {
        let found = Set(word.unicodeScalars.compactMap(script))
        return found.count <= 1 && found.isSubset(of: scripts.split(separator: " ").map(String.init))
    }

    /// Nil for what all scripts have. Phonetic letters have a script of their own: they look like those of Latin.
    private static func script(_ scalar: Unicode.Scalar) -> String? {
        let properties = scalar.properties
        let isCommon = signs.contains(scalar) || joiners.contains(scalar) || 0x300...0x36F ~= scalar.value
        if isCommon || properties.numericType == .decimal { return nil }
        let script = properties.name.map { String($0.prefix { $0 != " " }) } ?? ""
        let isPlain =
            properties.isCased
            && properties.uppercaseMapping.unicodeScalars.allSatisfy {
                $0.value < 0x250 || 0x300...0x36F ~= $0.value || 0x1E00..<0x1F00 ~= $0.value
            }
        return script == "LATIN" && !isPlain ? "" : japanese.contains(script) ? "CJK" : script
    }

    /// A password as it is hashed. A PIN may be typed in the digits of any script.
    static func secret(_ text: String, of role: Role?) -> String { role == .volunteer ? CellText.plain(text) : text }

    /// Whether a password of this role is long enough, and short enough to be hashed.
    static func accepts(_ secret: String, for role: Role) -> Bool {
        guard role == .volunteer else { return (10...128).contains(secret.count) && secret.utf8.count <= 512 }
        return isPIN(secret)
    }

    private static func isPIN(_ secret: String) -> Bool {
        let digits = Array(CellText.plain(secret).utf8)
        guard digits.count == 6, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        // 111111 and 123456 would be tried first.
        let steps = zip(digits, digits.dropFirst()).map { Int($1) - Int($0) }
        return Set(steps) != [0] && Set(steps) != [1] && Set(steps) != [-1]
    }
}
