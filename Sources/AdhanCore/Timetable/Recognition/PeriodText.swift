/// The month and the year that a title, a sheet's name or a file's name has.
struct PeriodText: Hashable {
    /// 1…12; nil if it names none, or several.
    var month: Int?
    /// The first one; a table of `2025/2026` begins in 2025.
    var year: Int?

    init() {}

    init(_ text: String) {
        let plain = CellText.plain(String(text.prefix(300))).replacing("_", with: " ")
        let words = CellText.words(plain)
        // `You may pray` names no month.
        month = CalendarWords.month(in: words.filter { $0.unicodeScalars.count > 2 && $0 != "may" || words.count < 4 })
        let groups = plain.split { $0 != "-" && $0 != "/" && $0 != "." && !("0"..."9").contains($0) }
        for group in groups {
            let numbers = CellText.numbers(String(group))
            let years = numbers.compactMap { $0.utf8.count == 4 ? Int($0) : nil }.filter(DateCell.years.contains)
            guard let found = years.min() else { continue }
            year = year.map { min($0, found) } ?? found
            // 2026-04 and 04/2026.
            if numbers.count == 2, month == nil,
                let other = numbers.first(where: { $0.utf8.count <= 2 }).flatMap({ Int($0) }),
                (1...12).contains(other)
            {
                month = other
            }
        }
    }

    /// Filled in with what another text has.
    func or(_ other: PeriodText) -> PeriodText {
        var both = self
        both.month = month ?? other.month
        both.year = year ?? other.year
        return both
    }

    /// Whether a text is nothing but a month, perhaps with its year.
    static func isMonth(_ text: String) -> Bool {
        let words = CellText.words(text)
        return (1...2).contains(words.count) && CalendarWords.month(in: words) != nil
            && CellText.numbers(text).allSatisfy { $0.utf8.count == 4 }
            && words.allSatisfy { CalendarWords.month($0) != nil || words.count == 2 && CalendarWords.month($0) == nil }
    }
}
