/// What a time of day was meant to be, where one slip of the fingers explains it.
enum Misprint {
    /// - Parameters:
    ///   - written: seconds since midnight.
    ///   - room: how far from it the answer may be, in seconds.
    /// - Returns: the nearest time that differs from the written one by one digit, by two neighbouring digits
    ///   exchanged, by an hour, or by the half of the day, and by ten minutes or more; nil if none is near enough.
    static func meant(_ written: Int, near fitting: Int, within room: Int) -> Int? {
        let minutes = written / 60
        let digits = [minutes / 600, minutes / 60 % 10, minutes % 60 / 10, minutes % 10]
        var guesses = [minutes + 60, minutes - 60, minutes + 720, minutes - 720]
        for index in digits.indices {
            for digit in 0...9 { guesses += time(digits, [index: digit]) }
            if index > 0 { guesses += time(digits, [index: digits[index - 1], index - 1: digits[index]]) }
        }
        func distance(_ seconds: Int) -> Int { min((seconds - fitting).withinADay, (fitting - seconds).withinADay) }
        return guesses.filter { abs($0 - minutes) >= 10 }.map { ($0 * 60).withinADay }
            .min { distance($0) < distance($1) }.flatMap { distance($0) <= room ? $0 : nil }
    }

    /// The minutes since midnight of four digits, some of them replaced; empty if no clock shows them.
    private static func time(_ digits: [Int], _ replaced: [Int: Int]) -> [Int] {
        func digit(_ index: Int) -> Int { replaced[index] ?? digits[index] }
        let (hour, minute) = (digit(0) * 10 + digit(1), digit(2) * 10 + digit(3))
        return hour < 24 && minute < 60 ? [hour * 60 + minute] : []
    }
}
