/// A date in a cell, as far as the cell has it.
struct DateCell: Hashable {
    /// Nil if the cell has none: of the Hijri calendar, a year is none.
    var year: Int?
    var month: Int?
    var day: Int

    /// The order of a date's numbers.
    enum Order: String, CaseIterable {
        case dayFirst = "day before month"
        case monthFirst = "month before day"
        case yearFirst = "year, month, day"
    }

    static let years = 1900...2200

    /// - Parameters:
    ///   - text: plain.
    ///   - dayZero: the date that a spreadsheet counts as 0.
    init?(_ text: String, _ order: Order, dayZero: CivilDate) {
        guard (1...64).contains(text.utf8.count) else { return nil }
        if CellText.isShortNumber(text) {
            self.init(nil, nil, Int(text))
            return
        }
        var text = Substring(text)
        // The clock of a moment: a workbook's dates often have a midnight.
        if let colon = text.firstIndex(of: ":") {
            guard let end = text[..<colon].lastIndex(where: { $0 == " " || $0 == "T" }) else { return nil }
            text = text[..<end]
        }
        // `1 April 2026 (13 Shawwal 1447)` and `13 Shawwal / 1 April` have two dates.
        guard text.utf8.contains(where: { $0 > 0x40 }), CalendarWords.isHijri(CellText.words(String(text))) else {
            self.init(date: String(text), order, dayZero)
            return
        }
        let parts = text.split { "/()|,-".contains($0) }
        let others = parts.filter { part in
            let words = CellText.words(String(part))
            return !words.isEmpty && !CalendarWords.isHijri(words) && CalendarWords.month(in: words) != nil
        }
        guard others.count == 1, let only = others.first else { return nil }
        self.init(date: String(only), order, dayZero)
    }

    private init?(date text: String, _ order: Order, _ dayZero: CivilDate) {
        let numbers = CellText.numbers(text)
        // `1O/04` is a typing error for 10/04.
        guard !Self.hasLetterForDigit(text) else { return nil }
        guard (1...3).contains(numbers.count), numbers.allSatisfy({ $0.utf8.count <= 8 }) else { return nil }
        let words = CellText.words(text)
        let month = CalendarWords.month(in: words)
        // `18 Shawwal` is another calendar, and `3 eggs` is no date.
        let isDate = words.allSatisfy { word in
            word.unicodeScalars.count <= 3 || CalendarWords.month(word) != nil || !CalendarWords.weekdays(word).isEmpty
        }
        guard isDate || month != nil, !CalendarWords.isHijri(words) else { return nil }
        if let month {
            self.init(numbers, month, order)
        } else {
            self.init(numbers, order, dayZero)
        }
    }

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

    /// The date in a year, if it has one itself; nil if there is no such day.
    func date(in other: Int?) -> CivilDate? {
        guard let year = year ?? other, let month else { return nil }
        return try? CivilDate(year: year, month: month, day: day)  // reason: why there is none does not matter here
    }

    /// Whether another one is the day after it, as far as both are known.
    func precedes(_ next: DateCell) -> Bool {
        if let date = date(in: nil), let morrow = next.date(in: nil) { return date.distance(to: morrow) == 1 }
        if next.day == day + 1 { return next.month == month }
        guard next.day == 1 else { return false }
        guard let month else { return day >= 28 }
        let last = CivilDate.days(inMonth: month, of: 2024)
        return next.month == month % 12 + 1 && (day == last || month == 2 && day == 28)
    }

    private init?(_ numbers: [String], _ month: Int, _ order: Order) {
        switch numbers.count {
        case 1: self.init(nil, month, Int(numbers[0]))
        case 2 where numbers[0].utf8.count == 4 || order == .yearFirst: self.init(numbers[0], month, Int(numbers[1]))
        case 2, 3: self.init(numbers[1], month, Int(numbers[0]))
        default: return nil
        }
    }

    private init?(_ numbers: [String], _ order: Order, _ dayZero: CivilDate) {
        switch (numbers.count, order) {
        case (1, _): self.init(single: numbers[0], dayZero)
        case (2, .dayFirst): self.init(nil, Int(numbers[1]), Int(numbers[0]))
        case (2, .monthFirst): self.init(nil, Int(numbers[0]), Int(numbers[1]))
        case (3, .dayFirst): self.init(numbers[2], Int(numbers[1]), Int(numbers[0]))
        case (3, .monthFirst): self.init(numbers[2], Int(numbers[0]), Int(numbers[1]))
        case (3, .yearFirst): self.init(numbers[0], Int(numbers[1]), Int(numbers[2]))
        default: return nil
        }
    }

    /// A day of the month, a spreadsheet's number of days, or `20260401`.
    private init?(single text: String, _ dayZero: CivilDate) {
        guard let number = Int(text) else { return nil }
        switch text.utf8.count {
        case 1...2: self.init(nil, nil, number)
        case 5 where (20_000...80_000).contains(number):
            let (year, month, day) = dayZero.adding(days: number).components
            self.init(year: year, month: month, day: day)
        case 8: self.init("\(number / 10_000)", number / 100 % 100, number % 100)
        default: return nil
        }
    }

    private init?(_ year: String?, _ month: Int?, _ day: Int?) {
        var found: Int?
        if let year {
            guard let number = Int(year), year.utf8.count == 2 || year.utf8.count == 4 else { return nil }
            let whole = number < 100 ? 2000 + number : number
            guard Self.years.contains(whole) else { return nil }
            found = whole
        }
        guard let day, (1...31).contains(day) else { return nil }
        if let month {
            guard (1...12).contains(month), day <= CivilDate.days(inMonth: month, of: found ?? 2024) else { return nil }
        }
        self.init(year: found, month: month, day: day)
    }

    private init(year: Int?, month: Int?, day: Int) { (self.year, self.month, self.day) = (year, month, day) }
}
