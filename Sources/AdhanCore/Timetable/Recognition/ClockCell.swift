/// A time of day in a cell, in any of the spellings that timetables have.
struct ClockCell: Hashable {
    /// Seconds since midnight, 0..<86,400.
    let second: Int
    /// Whether it may as well be twelve hours later or earlier: an hour from 1 to 12 without am or pm.
    let isOpen: Bool

    /// How the numbers of a column are to be read.
    enum Style {
        case usual
        /// Shares of a day, as spreadsheets keep times: 0.25 is 06:00.
        case fraction
        /// Hours and minutes as a decimal number, in which a last zero may be lost: 5.3 is 05:30, 13 is 13:00.
        case decimal
        /// With a hyphen, as in 06-43.
        case hyphen
    }

    /// By the cells of one column, in plain text.
    static func style(of cells: [String]) -> Style {
        if isHyphenated(cells) { return .hyphen }
        let numbers = cells.filter { $0.contains(".") || $0.contains(",") }.compactMap {
            cell -> (value: Double, places: Int)? in
            let text = cell.replacing(",", with: ".")
            guard text.utf8.allSatisfy({ $0 == 0x2E || (0x30...0x39).contains($0) }), let value = Double(text),
                let point = text.firstIndex(of: ".")
            else { return nil }
            return (value, text.distance(from: point, to: text.endIndex) - 1)
        }
        let filled = cells.count { !$0.isEmpty }
        guard numbers.count * 2 > filled else { return .usual }
        if numbers.contains(where: { $0.places > 2 }), numbers.allSatisfy({ $0.value < 1 || $0.value > 20_000 }) {
            return .fraction
        }
        return .decimal
    }

    /// Whether they are hours and minutes with a hyphen, of which some cannot be a month and a day.
    private static func isHyphenated(_ cells: [String]) -> Bool {
        let filled = cells.filter { !$0.isEmpty }
        let times = filled.compactMap { plain($0, mark: UInt8(ascii: "-")) }
        return times.count * 10 >= filled.count * 9 && times.contains { $0.second / 60 % 60 > 31 }
    }

    /// Nil if it is no time of day.
    init?(_ text: String, _ style: Style = .usual) {
        guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
        if style == .fraction, let value = Double(text.replacing(",", with: ".")), (0..<3_000_000).contains(value) {
            let seconds = Int(((value - value.rounded(.down)) * 86_400).rounded())
            (second, isOpen) = (seconds.withinADay, false)
            return
        }
        // Nearly every time is written so, and a year has thousands.
        if let plain = Self.plain(text, mark: UInt8(ascii: style == .hyphen ? "-" : ":")) {
            self = plain
            return
        }
        // A mere day is none, and a table may have a hundred thousand of them.
        if style == .usual, CellText.isShortNumber(text) { return nil }
        guard let parts = Parts(text), let (hour, minute, seconds) = Self.clock(parts, style) else { return nil }
        guard let half = parts.half else {
            (second, isOpen) = ((hour % 24 * 60 + minute) * 60 + seconds, (1...12).contains(hour))
            return
        }
        // Some write 13:15 pm.
        let whole = hour > 12 ? hour : hour % 12 + (half == .afterNoon ? 12 : 0)
        (second, isOpen) = ((whole % 24 * 60 + minute) * 60 + seconds, false)
    }

    /// Of `H:MM` and `HH:MM`, with that mark between; nil for all else.
    private static func plain(_ text: String, mark: UInt8) -> ClockCell? {
        let bytes = Array(text.utf8)
        guard (4...5).contains(bytes.count), bytes[bytes.count - 3] == mark else { return nil }
        var numbers = [0, 0]
        for (index, byte) in bytes.enumerated() where index != bytes.count - 3 {
            guard (0x30...0x39).contains(byte) else { return nil }
            let part = index < bytes.count - 3 ? 0 : 1
            numbers[part] = numbers[part] * 10 + Int(byte) - 0x30
        }
        guard numbers[0] < 24, numbers[1] < 60 else { return nil }
        return ClockCell(second: (numbers[0] * 60 + numbers[1]) * 60, isOpen: (1...12).contains(numbers[0]))
    }

    /// The minutes after the adhan, as in `+10`, `10 min after` and `sunset + 5`; nil if it is none.
    static func wait(_ text: String) -> Int? {
        guard text.utf8.count <= 64 else { return nil }
        let numbers = CellText.numbers(text).compactMap { $0.utf8.count <= 3 ? Int($0) : nil }
        let isMinutes = CellText.words(text).contains { word in
            ["min", "mnt", "dk", "dak", "daq", "دق", "mn", "منٹ"].contains { word.hasPrefix($0) }
        }
        guard text.contains("+") || isMinutes, !text.contains("-") else { return nil }
        switch (numbers.first, numbers.dropFirst().first, numbers.count) {
        case (let minutes?, nil, 1) where minutes <= 180: return minutes
        case (let hours?, let minutes?, 2) where hours < 3 && minutes < 60 && !isMinutes: return hours * 60 + minutes
        default: return nil
        }
    }

    private static func clock(_ parts: Parts, _ style: Style) -> (Int, Int, Int)? {
        let digits = parts.numbers
        guard let first = digits.first, digits.count <= 3 else { return nil }
        if digits.count == 1 {
            // 0643, 643; and 13 for 13.00 in a column of decimals, or 1 in `1 pm`.
            let isHour = first.utf8.count <= 2 && (style == .decimal || parts.half != nil)
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

    /// The numbers of a time and the words around them.
    private struct Parts {
        var numbers: [String] = []
        var half: Half?
        /// Whether hours and minutes are parted by a point or a comma.
        var isDecimal = false

        private static let marks: Set<Character> = [
            ":", ".", ",", "h", "u", "T", "t", "'", " ", "*", "(", ")", "~", "†",
        ]
        private static let noWords: Set = ["", "h", "hr", "hrs", "uhr", "uur", "u", "kl", "t", "th", "s"]
        private static let before: Set = ["am", "a", "ص", "صباحا", "قم", "قظ", "oo", "fm", "vm", "pagi", "pg"]
        private static let after: Set = [
            "pm", "p", "م", "مساء", "بم", "بظ", "os", "em", "nm", "petang", "ptg", "malam", "mlm", "tgh", "tengahari",
        ]

        init?(_ text: String) {
            var rest = Substring(text)
            // The name of a zone, as in AlAdhan's times.
            if let open = rest.lastIndex(of: "("), rest.hasSuffix(")"), open > rest.startIndex { rest = rest[..<open] }
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
            let isTime = rest.allSatisfy { character in
                ("0"..."9").contains(character) || character.isLetter || Self.marks.contains(character)
            }
            guard isTime else { return nil }
            let between = rest.drop { !("0"..."9").contains($0) }.drop { ("0"..."9").contains($0) }
            isDecimal = between.hasPrefix(".") || between.hasPrefix(",")
            let letters = CellText.words(String(rest)).joined()
            if Self.before.contains(letters) || letters == "ham" {
                half = .beforeNoon
            } else if Self.after.contains(letters) || letters == "hpm" {
                half = .afterNoon
            } else if !Self.noWords.contains(letters) {
                return nil
            }
            // 5 48 may be anything.
            if numbers.count > 1, between.hasPrefix(" "), !rest.contains(where: { ":.,hu".contains($0) }) { return nil }
        }
    }
}
