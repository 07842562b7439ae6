import AdhanCore

/// The month and the years that a title, a sheet's name or a file's name has.
struct PeriodText: Hashable {
    /// How likely a text is to name the month of the rows below it.
    enum Strength: Int, Comparable {
        /// It has a day as well, as in `from 1 February on`, or is a long sentence.
        case note
        case title
        /// It is nothing but a month.
        case month

        static func < (one: Strength, other: Strength) -> Bool { one.rawValue < other.rawValue }
    }

    /// 1…12; nil if it names none, or several.
    var month: Int?
    /// The second meaning of the word that names the month; nil if it has one.
    var otherMonth: Int?
    var isRamadan = false
    var hijriYears: [Int] = []
    /// Of the text that names the month.
    var strength = Strength.note
    /// The years, the likeliest first; a table of `2025/2026` begins in 2025.
    var years: [Int] = []

    /// A year is that of a timetable if it is no farther from the present one. `Since 1985` is none.
    private static let farthest = 5

    init(years: [Int] = []) { self.years = years }

    init(_ text: String) {
        let plain = Self.likely(CellText.plain(text).replacing("_", with: " "))
        let words = CellText.words(plain)
        // `You may pray` names no month.
        let naming = words.filter { $0.unicodeScalars.count > 2 && $0 != "may" || words.count < 4 }
        (month, otherMonth) = (CalendarWords.month(in: naming), CalendarWords.meanings(in: naming)?.other)
        isRamadan = CalendarWords.isRamadan(words)
        hijriYears = CellText.numbers(plain).compactMap { Int($0) }.filter { Self.hijri.contains($0) }
        let hasDay = CellText.numbers(plain).contains { $0.utf8.count <= 2 }
        strength = Self.isMonth(plain) ? .month : hasDay || words.count > 8 ? .note : .title
        for group in plain.split(whereSeparator: { !"-/.".contains($0) && !("0"..."9").contains($0) }) {
            let numbers = CellText.numbers(String(group))
            // 2026-04, 04/2026 and 202604.
            if month == nil, let found = Self.month(numbers) { (month, strength) = (found, .title) }
            years += numbers.compactMap { Self.year($0) }
        }
        // The second year of 2025/2026, or of 2025 - 2026, is none of its own.
        let joined = plain.filter { $0 != " " }
        years.removeAll { year in "/-".contains { joined.contains("\(year - 1)\($0)\(year)") } }
        years.sort(by: >)
    }

    /// The years of the Hijri calendar that a timetable may be of.
    private static let hijri = 1400...1500
    /// What follows one of these says when a table was made, who owns it, or how to call the mosque, not what it is of.
    private static let asides: Set = [
        "updated", "update", "published", "printed", "revised", "copyright", "since", "established",
        "founded", "tel", "telephone", "telefon", "phone", "fax", "whatsapp", "stand", "aktualisiert",
        "guncelleme", "telp", "hp",
    ]

    /// A text as far as it may say of which time its table is. A number beside others, as `0161 2024 123`, is no year.
    private static func likely(_ plain: String) -> String {
        var kept: [Substring] = []
        let pieces = plain.split(separator: " ")
        for (index, piece) in pieces.enumerated() {
            let isAside =
                piece.contains { "©☎".contains($0) } || CellText.words(String(piece)).first.map(asides.contains) == true
            if isAside { break }
            if isOfTelephone(index, pieces) { continue }
            kept.append(piece)
        }
        return kept.joined(separator: " ")
    }

    private static func isOfTelephone(_ index: Int, _ pieces: [Substring]) -> Bool {
        func isNumber(_ index: Int) -> Bool {
            guard pieces.indices.contains(index), pieces[index].utf8.count > 2, let number = Int(pieces[index]) else {
                return false
            }
            return !hijri.contains(number) && !DateCell.years.contains(number)
        }
        guard Int(pieces[index]) != nil, pieces[index].utf8.count > 2 else { return false }
        let beside = [index - 1, index + 1].filter(isNumber)
        return beside.count == 2 || beside.contains { pieces[$0].hasPrefix("0") || pieces[$0].hasPrefix("+") }
    }

    private static func year(_ digits: String) -> Int? {
        let head = digits.utf8.count == 6 ? String(digits.prefix(4)) : digits
        return head.utf8.count == 4 ? Int(head).flatMap { DateCell.years.contains($0) ? $0 : nil } : nil
    }

    private static func month(_ numbers: [String]) -> Int? {
        var digits: String?
        if numbers.count == 2, numbers.contains(where: { $0.utf8.count == 4 && year($0) != nil }) {
            digits = numbers.first { $0.utf8.count <= 2 }
        } else if numbers.count == 1, let only = numbers.first, only.utf8.count == 6, year(only) != nil {
            digits = String(only.suffix(2))
        }
        return digits.flatMap { Int($0) }.flatMap { (1...12).contains($0) ? $0 : nil }
    }

    /// Filled in with what another text has. The likelier of two months counts, and this text's of two that are equal.
    func or(_ other: PeriodText) -> PeriodText {
        var both = self
        if other.month != nil, month == nil || other.strength > strength {
            (both.month, both.otherMonth, both.strength) = (other.month, other.otherMonth, other.strength)
        }
        both.years += other.years.filter { !years.contains($0) }
        both.isRamadan = isRamadan || other.isRamadan
        both.hijriYears += other.hijriYears.filter { !hijriYears.contains($0) }
        return both
    }

    /// The same for a text between rows: it counts before what stands above it, but a note does not replace the month
    /// of the rows.
    func or(_ latest: PeriodText, below rows: PeriodText?) -> PeriodText {
        var both = or(latest)
        if strength > .note || rows?.month == nil {
            let named = month == nil ? latest : self
            (both.month, both.otherMonth, both.strength) = (named.month, named.otherMonth, named.strength)
        } else {
            (both.month, both.otherMonth, both.strength) = (latest.month, latest.otherMonth, latest.strength)
        }
        return both
    }

    /// The years that may be those of a timetable, the likeliest first. `today`: nil if the present date is not known.
    func years(near today: CivilDate?) -> [Int] {
        guard let today else { return years }
        return years.filter { abs($0 - today.year) <= Self.farthest }
    }

    /// Whether a text is nothing but a month, perhaps with its year.
    static func isMonth(_ text: String) -> Bool {
        let words = CellText.words(text)
        return (1...2).contains(words.count) && CalendarWords.month(in: words) != nil
            && CellText.numbers(text).allSatisfy { $0.utf8.count == 4 }
            && words.allSatisfy { CalendarWords.month($0) != nil || words.count == 2 && CalendarWords.month($0) == nil }
    }
}

extension PeriodText {
    /// Of a file, with or without its folder and its ending.
    init(fileName: String) {
        let name = fileName.split(separator: "/").last ?? ""
        let end = name.lastIndex(of: ".").map { name[..<$0] }
        // times_2026_04 is times-2026-04.
        self.init(String(end ?? name).replacing("_", with: "-"))
    }
}
