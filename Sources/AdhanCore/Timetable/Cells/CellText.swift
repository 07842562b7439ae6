/// A cell's text in one spelling, so that scripts and typography make no difference.
package enum CellText {
    /// Longer cells are remarks.
    package static let longest = 200

    /// With ASCII digits and punctuation, without invisible characters, and trimmed.
    package static func plain(_ text: String, limit: Int = longest) -> String {
        // Nearly every cell is already plain.
        let bytes = text.utf8
        if bytes.count <= limit, bytes.first != 0x3D, bytes.first != 0x20, bytes.last != 0x20,
            bytes.allSatisfy({ (0x20...0x7E).contains($0) })
        {
            return text
        }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(limit) {
            if let other = CharacterClass.of(scalar).plain { plain.append(other) }
        }
        let text = String(plain).trimmed
        // ="06:43" keeps a spreadsheet from changing it.
        guard text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count > 3 else { return String(text) }
        return String(text.dropFirst(2).dropLast())
    }

    /// Its words in small letters without accents, vowel signs and apostrophes: `Prière à l'aube` is `priere a laube`.
    package static func words(_ text: String) -> [String] {
        // Most cells have a time or a number.
        guard text.utf8.contains(where: { $0 > 0x40 }) else { return [] }
        var words: [String] = []
        var word = ""
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        var wasSmall = false
        for scalar in plain(text).unicodeScalars {
            let character = CharacterClass.of(scalar)
            // `fajrIqamah` as two words.
            if wasSmall, character.isCapital { end() }
            wasSmall = character.isSmall
            if let piece = character.piece { word += piece } else { end() }
        }
        end()
        return words
    }

    package static func isShortNumber(_ text: String) -> Bool {
        (1...2).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    package static func numbers(_ text: String) -> [String] {
        text.utf8.split { !(0x30...0x39).contains($0) }.map { String(Substring($0)) }
    }

    /// Whether it says that there is nothing: no letter and no digit, or a word as `n/a`.
    package static func isBlank(_ text: String) -> Bool {
        numbers(text).isEmpty && ["", "na", "nil", "none", "tba", "tbc"].contains(words(text).joined())
    }
}

extension RandomAccessCollection {
    /// Nil behind the end.
    package subscript(at index: Index) -> Element? { indices.contains(index) ? self[index] : nil }
}
