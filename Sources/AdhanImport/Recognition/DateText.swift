import AdhanCore

/// What of a cell may be a date, before the order of its numbers is known.
struct DateText {
    private let numbers: [String]
    private let month: Int?
    /// The second meaning of that name, if it has two.
    private let otherMonth: Int?
    private let dayZero: CivilDate

    /// Nil if it is no date in any order. `dayZero`: the date that a spreadsheet counts as 0.
    init?(_ text: String, dayZero: CivilDate) {
        guard (1...64).contains(text.utf8.count), text.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
            return nil
        }
        if CellText.isShortNumber(text) {
            self.init([text], nil, nil, dayZero)
            return
        }
        var text = Substring(text)
        // The clock of a moment: a workbook's dates often have a midnight.
        if let colon = text.utf8.firstIndex(of: 0x3A) {
            guard let end = text[..<colon].lastIndex(where: { $0 == " " || $0 == "T" }) else { return nil }
            text = text[..<end]
        }
        let words = CellText.words(String(text))
        guard CalendarWords.isHijri(words) else {
            self.init(date: String(text), words, dayZero)
            return
        }
        // `1 April 2026 (13 Shawwal 1447)` and `13 Shawwal / 1 April` have two dates.
        let parts = text.split { "/()|,-".contains($0) }
        let others = parts.map { (text: String($0), words: CellText.words(String($0))) }.filter { part in
            !CalendarWords.isHijri(part.words) && CalendarWords.month(in: part.words) != nil
        }
        guard others.count == 1, let only = others.first else { return nil }
        self.init(date: only.text, only.words, dayZero)
    }

    /// - Parameter words: those of the text, without any of the Hijri calendar.
    private init?(date text: String, _ words: [String], _ dayZero: CivilDate) {
        // `1O/04` is a typing error for 10/04.
        guard !Self.hasLetterForDigit(text) else { return nil }
        let numbers = CellText.numbers(text)
        guard (1...3).contains(numbers.count), numbers.allSatisfy({ $0.utf8.count <= 8 }) else { return nil }
        let month = CalendarWords.month(in: words)
        // `3 eggs` is no date.
        let isDate = words.allSatisfy { word in
            word.unicodeScalars.count <= 3 || CalendarWords.month(word) != nil || !CalendarWords.weekdays(word).isEmpty
        }
        guard isDate || month != nil else { return nil }
        self.init(numbers, month, CalendarWords.meanings(in: words)?.other, dayZero)
    }

    private init(_ numbers: [String], _ month: Int?, _ otherMonth: Int?, _ dayZero: CivilDate) {
        (self.numbers, self.month, self.otherMonth, self.dayZero) = (numbers, month, otherMonth, dayZero)
    }

    /// Whether its month is a word that means two.
    var isDoubtful: Bool { otherMonth != nil }

    /// Whether a letter that looks like a digit stands alone beside one.
    private static func hasLetterForDigit(_ text: String) -> Bool {
        let bytes = [0] + Array(text.utf8) + [0]
        func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
        func isLetter(_ byte: UInt8) -> Bool { byte > 0x7F || (0x41...0x5A).contains(byte & 0xDF) }
        return bytes.indices.dropFirst().dropLast().contains { index in
            let (before, after) = (bytes[index - 1], bytes[index + 1])
            return [0x4F, 0x6F, 0x49, 0x6C].contains(bytes[index]) && !isLetter(before) && !isLetter(after)
                && (isDigit(before) || isDigit(after))
        }
    }

    /// The date by an order of its numbers; nil if that makes none. `isOther`: whether a word that means two months is
    /// taken for the second one.
    func date(_ order: DateCell.Order, isOther: Bool = false) -> DateCell? {
        if let month = isOther ? otherMonth ?? month : month { return date(month, order) }
        let values = numbers.map { Int($0) }
        return switch (numbers.count, order) {
        case (1, _): single(numbers[0])
        case (2, .dayFirst): DateCell(nil, values[1], values[0])
        case (2, .monthFirst): DateCell(nil, values[0], values[1])
        case (3, .dayFirst): DateCell(numbers[2], values[1], values[0])
        case (3, .monthFirst): DateCell(numbers[2], values[0], values[1])
        case (3, .yearFirst): DateCell(numbers[0], values[1], values[2])
        default: nil
        }
    }

    private func date(_ month: Int, _ order: DateCell.Order) -> DateCell? {
        switch numbers.count {
        case 1: DateCell(nil, month, Int(numbers[0]))
        case 2 where numbers[0].utf8.count == 4 || order == .yearFirst: DateCell(numbers[0], month, Int(numbers[1]))
        case 2, 3: DateCell(numbers[1], month, Int(numbers[0]))
        default: nil
        }
    }

    /// A day of the month, a spreadsheet's number of days, or `20260401`.
    private func single(_ text: String) -> DateCell? {
        guard let number = Int(text) else { return nil }
        switch text.utf8.count {
        case 1...2: return DateCell(nil, nil, number)
        case 5 where (20_000...80_000).contains(number):
            let (year, month, day) = dayZero.adding(days: number).components
            return DateCell(year: year, month: month, day: day)
        case 8: return DateCell("\(number / 10_000)", number / 100 % 100, number % 100)
        default: return nil
        }
    }
}
