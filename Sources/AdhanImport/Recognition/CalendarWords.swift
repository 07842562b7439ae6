import AdhanCore

/// The names of months and weekdays in the languages of timetables, as `CellText.words` has them.
enum CalendarWords {
    /// The month, 1…12, of a word: its whole name, or its first three letters or more. Of a word that means two months
    /// the first one.
    static func month(_ word: String) -> Int? {
        if let found = months.whole[word] { return found.count < 3 ? found.first.map { $0 + 1 } : nil }
        guard word.unicodeScalars.count >= 3, let found = months.beginnings[word] else { return nil }
        return found.count == 1 ? found.first.map { $0 + 1 } : nil
    }

    /// The only month that a text names, also as two words. `Sun` is June in Tonga, but not beside another month.
    /// `isOther`: whether a word that means two months is taken for the second one.
    static func month(in words: [String], isOther: Bool = false) -> Int? {
        if let meanings = meanings(in: words) { return isOther ? meanings.other : meanings.first }
        let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
        if let month = pairs.lazy.compactMap({ months.whole[$0]?.first }).first { return month + 1 }
        let found = Set(words.compactMap { month($0) })
        if found.count == 1 { return found.first }
        let clear = Set(words.compactMap { weekdays($0).isEmpty ? month($0) : nil })
        // `Sen 2 Mar` begins with its weekday, although each word may be either.
        return clear.isEmpty
            ? words.last { month($0) != nil }.flatMap { month($0) } : clear.count == 1 ? clear.first : nil
    }

    /// The two months that the only month of a text may be; nil if it names one that is clear, several or none.
    static func meanings(in words: [String]) -> (first: Int, other: Int)? {
        let found = words.compactMap { doubtful($0) }
        guard found.count == 1, !words.contains(where: { doubtful($0) == nil && month($0) != nil }) else { return nil }
        return found.first
    }

    /// `Listopad` is October in Croatia, November in Poland and the Czech lands.
    private static func doubtful(_ word: String) -> (first: Int, other: Int)? {
        guard let found = months.whole[word], found.count == 2 else { return nil }
        return (found[0] + 1, found[1] + 1)
    }

    static let english = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Whether a text names Ramadan, or the fast as it is called in Malay.
    static func isRamadan(_ words: [String]) -> Bool {
        words.contains { word in ramadan.contains { word.hasPrefix($0) } }
    }

    private static let ramadan = [
        "ramadan", "ramadhan", "ramadaan", "ramadhaan", "ramazan", "ramzan", "ramzaan", "ramazon", "ramazani", "puasa",
        "رمضان", "рамадан", "рамазан", "রমজান", "রমযান",
    ].map { folded($0) }

    /// The weekdays that a word may name, 0 for Sunday: `ma` is Monday in Dutch, and Tuesday in French.
    static func weekdays(_ word: String) -> Set<Int> {
        guard word.unicodeScalars.count >= 2 else { return [] }
        return Set(days.beginnings[word] ?? days.whole[word] ?? [])
    }

    /// Names by their meanings, which are counted from 0 on. A file has a million words, and is not to be compared with
    /// each name.
    private struct Names {
        /// In ascending order: most names have one meaning.
        var whole: [String: [Int]] = [:]
        /// Of the usual languages: what their names may be shortened to.
        var beginnings: [String: [Int]] = [:]

        /// - Parameter more: names for each meaning that the table lacks.
        init(_ table: String, _ more: [String]) {
            // A blank line, as between two meanings, is an empty piece.
            let pieces = table.split(separator: "\n", omittingEmptySubsequences: false).split(separator: "")
            for (meaning, lines) in pieces.enumerated() {
                let added = more.indices.contains(meaning) ? more[meaning].split(separator: " ") : []
                var isUsual = true
                for name in added + lines.flatMap({ $0.split(separator: " ") }) {
                    if name == "|" { isUsual = false } else { add(String(name), meaning, isUsual) }
                }
            }
        }

        private mutating func add(_ name: String, _ meaning: Int, _ isUsual: Bool) {
            func note(_ word: String, _ words: inout [String: [Int]]) {
                if words[word]?.last != meaning { words[word, default: []].append(meaning) }
            }
            let word = CellText.words(name.replacing("_", with: " ")).joined(separator: " ")
            note(word, &whole)
            guard isUsual, word.count > 1 else { return }
            for length in 2...word.count { note(String(word.prefix(length)), &beginnings) }
        }
    }

    /// With spellings of Arabic and Persian names that CLDR lacks.
    private static let months = Names(
        CalendarNames.months,
        ["janvar", "", "mrz", "", "مءي maji", "ژوءن ژون", "جولاءي ژوءيه ژويه", "", "", "", "", ""]
    )

    private static let days = Names(
        CalendarNames.weekdays,
        [
            "", "الاثنان segunda", "ثلاثاء terca tues", "woe cars اربعاء quarta", "pers quinta thur thurs", "sexta",
            "سبت سنيچر sonnabend",
        ]
    )

    /// The month of the Hijri calendar that words name, 1…12; nil if they name none, or do not say which of two.
    static func hijriMonth(_ words: [String]) -> Int? {
        func has(_ beginnings: [String]) -> Bool {
            words.contains { word in beginnings.contains { word.hasPrefix($0) } }
        }
        if isRamadan(words) { return 9 }
        if let month = hijriMonths.first(where: { has($0.beginnings) })?.month { return month }
        let isSecond = has([
            "thani", "tsani", "sani", "akh", "ahir", "ukhr", "ii", "الثان", "ثان", "الاخر", "الاخير", "اخر",
        ])
        let first = ["awwal", "awal", "avvel", "evvel", "aval", "ula", "oula", "uula", "الاول", "اول"]
        let isFirst = words.contains("i") || has(first)
        guard isSecond || isFirst || words.count == 1 else { return nil }
        let joined = words.joined()
        let isLater = isSecond || ["thani", "sani", "akhir", "ahir", "ukhra"].contains { joined.contains($0) }
        guard isLater || isFirst || ["awwal", "awal", "evvel", "ula"].contains(where: { joined.contains($0) }) else {
            return nil
        }
        if has(["rabi", "rebi", "ربيع"]) { return isLater ? 4 : 3 }
        if has(["jumad", "jamad", "joumad", "djoumad", "dzumad", "cumad", "cemaz", "جمادي"]) { return isLater ? 6 : 5 }
        return nil
    }

    private static let hijriMonths: [(month: Int, beginnings: [String])] = [
        (1, ["muharr", "moharr", "mouharr", "محرم", "المحرم"]), (2, ["safar", "safer", "sefer", "صفر"]),
        (7, ["rajab", "redzeb", "receb", "recep", "radjab", "رجب"]),
        (8, ["shaban", "shaaban", "syaban", "chaaban", "chaban", "saban", "شعبان"]),
        (10, ["shaww", "syaww", "chaww", "sevval", "sawwal", "شوال"]),
        (11, ["qad", "qid", "kad", "kide", "dhulq", "zulq", "zulk", "zilk", "zilq", "dzulk", "dzulq", "القعد", "قعد"]),
        (12, ["hijj", "hidj", "hicc", "dhulh", "zulh", "zilh", "dzulh", "الحج", "حج"]),
    ]

    static func isHijri(_ words: [String]) -> Bool {
        words.contains { word in
            word.utf8.first.flatMap { hijriByFirst[$0] }?.contains { word.utf8.starts(with: $0) } ?? false
        }
    }

    private static let hijri: [String] = [
        "hijri", "hijra", "hidjri", "hidzri", "hicri", "hegire", "islamic", "islamisch", "islamsk", "muharram", "safar",
        "rabi",
        "rebi", "jumad", "jamad", "dzumad", "rajab", "receb", "redzeb", "shaban", "chaaban", "saban", "ramadan",
        "ramazan",
        "ramadhan", "shaww", "chaww", "sevval", "sevval", "dhul", "zul", "zilh", "zilk", "هجري", "محرم", "رمضان",
        "شوال", "رجب",
        "شعبان", "ذو", "ربيع", "جمادي", "صفر",
    ]

    private static let hijriByFirst = Dictionary(grouping: hijri.map { Array($0.utf8) }) { $0.first ?? 0 }

    private static func folded(_ name: some StringProtocol) -> String { CellText.words(String(name)).joined() }
}
