/// A time of day in a cell, in any of the spellings that timetables have.
package struct ClockCell: Hashable {
    /// Seconds since midnight, 0..<86,400.
    package let second: Int
    /// Whether it may as well be twelve hours later or earlier: an hour from 1 to 12 without am or pm.
    package let isOpen: Bool

    package enum Style {
        case usual
        /// Shares of a day, as spreadsheets keep times: 0.25 is 06:00.
        case fraction
        /// Hours and minutes as a decimal number, in which a last zero may be lost: 5.3 is 05:30, 13 is 13:00.
        case decimal
    }

    package static func style(of cells: [String]) -> Style {
        let numbers = cells.compactMap { cell -> (value: Double, places: Int)? in
            let bytes = cell.utf8
            guard bytes.count <= 64, let point = bytes.firstIndex(where: { $0 == 0x2E || $0 == 0x2C }),
                bytes.allSatisfy({ $0 == 0x2E || $0 == 0x2C || (0x30...0x39).contains($0) }),
                let value = Double(bytes.contains(0x2C) ? cell.replacing(",", with: ".") : cell)
            else { return nil }
            return (value, bytes.distance(from: point, to: bytes.endIndex) - 1)
        }
        let filled = cells.count { !$0.isEmpty }
        guard numbers.count * 2 > filled else { return .usual }
        if numbers.contains(where: { $0.places > 2 }), numbers.allSatisfy({ $0.value < 1 || $0.value > 20_000 }) {
            return .fraction
        }
        return .decimal
    }

    /// What may stand between hours and minutes, and elsewhere between the parts of a date or between two words.
    package static let doubtfulSeparators: [UInt8] = [0x2D, 0x20, 0x5F]

    /// Hours and minutes with such a separator, as `06-43`; nil if it is none.
    package static func joined(_ text: String, by separator: UInt8) -> ClockCell? {
        text.utf8.count > 5 ? nil : plain(text, [separator])
    }

    package init(second: Int, isOpen: Bool) { (self.second, self.isOpen) = (second, isOpen) }

    package init?(_ text: String, _ style: Style = .usual) {
        guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
        if style == .fraction, let value = Double(text.utf8.contains(0x2C) ? text.replacing(",", with: ".") : text),
            (0..<3_000_000).contains(value)
        {
            let seconds = Int(((value - value.rounded(.down)) * 86_400).rounded())
            // 1:30 that was typed without pm.
            (second, isOpen) = (seconds.withinADay, (3600..<46_800).contains(seconds))
            return
        }
        // Nearly every time is written so, and a year has thousands.
        if let plain = Self.plain(text) {
            self = plain
            return
        }
        // A mere day is none, and a table may have a hundred thousand of them.
        if style == .usual, CellText.isShortNumber(text) { return nil }
        guard Self.hasDigit(text) else { return nil }
        guard let parts = Parts(text), let (hour, minute, seconds) = Self.clock(parts, style) else { return nil }
        guard let half = parts.half else {
            (second, isOpen) = ((hour % 24 * 60 + minute) * 60 + seconds, (1...12).contains(hour))
            return
        }
        // Some write 13:15 pm.
        let whole = hour > 12 ? hour : hour % 12 + (half == .afterNoon ? 12 : 0)
        // Many write 12:57 pm for an Isha after midnight.
        (second, isOpen) = ((whole % 24 * 60 + minute) * 60 + seconds, hour == 12)
    }

    /// Reads `H:MM` and `HH:MM`, perhaps with seconds or with points, or else with other separators; nil for all else.
    private static func plain(_ text: String, _ separators: [UInt8] = [0x3A, 0x2E]) -> ClockCell? {
        guard (4...8).contains(text.utf8.count) else { return nil }
        var (parts, digits, mark) = ([0, 0, 0], 0, UInt8(0))
        var index = 0
        for byte in text.utf8 {
            if (0x30...0x39).contains(byte) {
                parts[index] = parts[index] * 10 + Int(byte) - 0x30
                digits += 1
                if digits > 2 { return nil }
            } else {
                guard separators.contains(byte), mark == 0 || mark == byte, index < 2,
                    digits == 2 || digits == 1 && index == 0
                else { return nil }
                (mark, digits) = (byte, 0)
                index += 1
            }
        }
        guard index > 0, digits == 2, let (hour, minute, second) = valid(parts[0], parts[1], parts[2]) else {
            return nil
        }
        return ClockCell(second: (hour % 24 * 60 + minute) * 60 + second, isOpen: (1...12).contains(hour))
    }

    /// The minutes after the adhan, as in `+10`, `10 min after` and `sunset + 5`; nil if it is none.
    package static func wait(_ text: String) -> Int? {
        guard text.utf8.count <= 64, hasDigit(text), !text.utf8.contains(0x2D) else { return nil }
        let numbers = CellText.numbers(text).compactMap { $0.utf8.count <= 3 ? Int($0) : nil }
        guard (1...2).contains(numbers.count) else { return nil }
        let isMinutes = CellText.words(text).contains { word in minutes.contains { word.hasPrefix($0) } }
        guard areWhole(text), isMinutes || text.utf8.contains(0x2B) else { return nil }
        switch (numbers.first, numbers.dropFirst().first, numbers.count) {
        case (let minutes?, nil, 1) where minutes <= 180: return minutes
        case (let hours?, let minutes?, 2) where hours < 3 && minutes < 60 && !isMinutes: return hours * 60 + minutes
        default: return nil
        }
    }

    private static let minutes = ["min", "mnt", "dk", "dak", "daq", "دق", "mn", "منٹ"]

    /// Whether nothing but a unit touches the numbers, as in `10min`: `1O min` is a typing error for 10.
    private static func areWhole(_ text: String) -> Bool {
        func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
        return text.split { !$0.isLetter && !isDigit($0) }.allSatisfy { word in
            guard word.contains(where: isDigit) else { return true }
            let unit = CellText.words(String(word.filter { !isDigit($0) })).joined()
            return unit.isEmpty
                || word.first.map(isDigit) == true
                    && (["m", "h", "د"].contains(unit) || minutes.contains { unit.hasPrefix($0) })
        }
    }

    private static func hasDigit(_ text: String) -> Bool { text.utf8.contains { (0x30...0x39).contains($0) } }

    private static func clock(_ parts: Parts, _ style: Style) -> (Int, Int, Int)? {
        let digits = parts.numbers
        guard let first = digits.first, digits.count <= 3 else { return nil }
        if digits.count == 1 {
            // 0643, 643; and 13 for 13.00 in a column of decimals, or in `13h`, or 1 in `1 pm`.
            let isHour = first.utf8.count <= 2 && (style == .decimal || parts.half != nil || parts.namesHour)
            guard let number = Int(first), isHour || (3...4).contains(first.utf8.count) else { return nil }
            return valid(isHour ? number : number / 100, isHour ? 0 : number % 100, 0)
        }
        guard first.utf8.count <= 2, let hour = Int(first), let minute = Int(digits[1]) else { return nil }
        let lost = digits[1].utf8.count == 1 && digits.count == 2 && parts.isDecimal
        guard lost || digits[1].utf8.count == 2 else { return nil }
        guard digits.count == 3 else { return valid(hour, lost ? minute * 10 : minute, 0) }
        guard digits[2].utf8.count == 2, let second = Int(digits[2]) else { return nil }
        return valid(hour, minute, second)
    }

    private static func valid(_ hour: Int, _ minute: Int, _ second: Int) -> (Int, Int, Int)? {
        guard hour < 24 || hour == 24 && minute == 0, minute < 60, second < 60 else { return nil }
        return (hour, minute, second)
    }

    private enum Half { case beforeNoon, afterNoon }

    private struct Parts {
        var numbers: [String] = []
        var half: Half?
        /// Whether hours and minutes are parted by a point or a comma.
        var isDecimal = false
        /// Whether its only word is one for the hour, as in `13h`.
        var namesHour = false

        private static let marks: Set<Character> = [
            ":", ".", ",", "h", "u", "T", "t", "'", " ", "*", "(", ")", "~", "†",
        ]
        private static let noWords: Set = ["", "h", "hr", "hrs", "uhr", "uur", "u", "kl", "t", "th", "s"]
        private static let hours: Set = ["h", "hr", "hrs", "uhr", "uur", "u", "kl"]
        private static let before: Set = [
            "am", "a", "ص", "صباحا", "قم", "قظ", "oo", "fm", "vm", "pagi", "pg", "πμ", "de", "pd", "утра",
        ]
        private static let after: Set = [
            "pm", "p", "م", "مساء", "بم", "بظ", "os", "em", "nm", "petang", "ptg", "malam", "mlm", "tgh", "tengahari",
            "μμ", "du", "md", "дня", "вечера",
        ]

        init?(_ text: String) {
            var rest = Substring(text)
            // The name of a zone, as in AlAdhan's times.
            if rest.utf8.last == 0x29, let open = rest.utf8.lastIndex(of: 0x28), open > rest.startIndex {
                rest = rest[..<open]
            }
            numbers = CellText.numbers(String(rest))
            guard !numbers.isEmpty else { return nil }
            // A moment: what comes before its clock is a date.
            if numbers.count >= 5 {
                guard rest.contains(":"), numbers.count <= 6 else { return nil }
                let isISO = rest.contains("T")
                guard let mark = rest.firstIndex(where: { isISO ? $0 == "T" : $0 == " " }) else { return nil }
                rest = rest[mark...].dropFirst()
                numbers = CellText.numbers(String(rest))
                guard (2...3).contains(numbers.count), !rest.contains("+"), !rest.contains("Z") else { return nil }
            }
            let digits = UInt8(0x30)...0x39
            let isTime = rest.allSatisfy { character in
                character.asciiValue.map(digits.contains) == true || character.isLetter
                    || Self.marks.contains(character)
            }
            guard isTime else { return nil }
            let between = rest.utf8.drop { !digits.contains($0) }.drop { digits.contains($0) }
            let letters = CellText.words(String(rest)).joined()
            if Self.before.contains(letters) || letters == "ham" {
                half = .beforeNoon
            } else if Self.after.contains(letters) || letters == "hpm" {
                half = .afterNoon
            } else if !Self.noWords.contains(letters) {
                return nil
            }
            namesHour = Self.hours.contains(letters)
            // 5.4S is no 5.40.
            isDecimal = (between.first == 0x2E || between.first == 0x2C) && (letters.isEmpty || half != nil)
            // 5 48 may be anything.
            let isParted = rest.utf8.contains { ":.,hu".utf8.contains($0) }
            if numbers.count > 1, between.first == 0x20, !isParted { return nil }
        }
    }
}
