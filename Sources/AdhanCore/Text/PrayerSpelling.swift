/// The config's words for prayers and what belongs to them, from other spellings and languages.
package enum PrayerSpelling {
    /// The name of the config that a text means: `dhuhr` for `zuhr`, `jumuah-1` for `Jumma-1`, `iqama` for `Jamaat`.
    ///
    /// - Returns: the text in lower case where no other word is known.
    package static func name(_ text: String) -> String {
        let words = text.lowercased().split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        return words.map { word($0) ?? $0 }.joined(separator: "-")
    }

    /// Nil if it is no spelling of a prayer, of adhan, iqama or jumuah.
    private static func word(_ text: String) -> String? {
        // No known name is this long.
        guard text.utf8.count <= 64 else { return nil }
        // In a heading the place stands for the congregation, as `mosque`; in a config it does not.
        if DayField.iqama.contains(text.spelling) { return "iqama" }
        guard let column = ColumnName(text) else { return nil }
        switch column.kind {
        case .adhan: return column.prayer?.rawValue ?? "adhan"
        case .jumuah: return "jumuah"
        case nil: return column.prayer?.rawValue
        case .iqama, .imsak, .other: return nil
        }
    }
}
