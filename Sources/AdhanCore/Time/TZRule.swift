/// A TZ string, such as `CET-1CEST,M3.5.0,M10.5.0/3`: POSIX, "Environment Variables", with hours from −167 to 167 as
/// added by RFC 9636, section 3.3.2.
struct TZRule: Hashable {
    struct Daylight: Hashable {
        var kind: TZif.Kind
        var start: Change
        var end: Change
    }

    /// When in a year the clocks change, and at which second of that day on the wall clock.
    struct Change: Hashable {
        enum Day: Hashable {
            /// `Jn`: 1…365, not counting 29 February.
            case julian(Int)
            /// `n`: 0…365, counting 29 February.
            case ordinal(Int)
            /// `Mm.w.d`: weekday d (0 is Sunday) of week w (5 is the last) of month m.
            case weekday(Int, week: Int, month: Int)
        }
        var day: Day
        var second: Int
    }

    let standard: TZif.Kind
    let daylight: Daylight?

    init(zone: String, text: [UInt8]) throws(ZoneError) {
        do throws(Scanner.Failure) {
            var scanner = Scanner(text: text)
            let name = try scanner.name()
            standard = TZif.Kind(offset: -(try scanner.time(hours: 24)), abbreviation: name)
            daylight = scanner.isAtEnd ? nil : try scanner.daylight(standardOffset: standard.offset)
            guard scanner.isAtEnd else { throw Scanner.Failure(reason: "it goes on after its end") }
        } catch {
            let rule = String(decoding: text, as: UTF8.self)
            throw ZoneError(zone: zone, reason: "the rule '\(rule)' cannot be read: \(error.reason)")
        }
    }

    /// The changes of a Gregorian year, in UTC seconds since 1970; `daylight` is true where summer time begins.
    func changes(in year: Int) -> [(at: Int64, daylight: Bool)] {
        guard let daylight else { return [] }
        return [
            (daylight.start.localSecond(in: year) - Int64(standard.offset), true),
            (daylight.end.localSecond(in: year) - Int64(daylight.kind.offset), false),
        ]
    }
}

extension TZRule.Change {
    /// Seconds since 1970 on the wall clock.
    fileprivate func localSecond(in year: Int) -> Int64 {
        Int64(dayNumber(in: year)) * 86_400 + Int64(second)
    }

    private func dayNumber(in year: Int) -> Int {
        let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
        switch day {
        case .ordinal(let day): return newYear + day
        case .julian(let day): return newYear + day - 1 + (day >= 60 && CivilDate.isLeap(year) ? 1 : 0)
        case .weekday(let weekday, let week, let month):
            let first = CivilDate.dayNumber(year: year, month: month, day: 1)
            // Day 0 of the count, 1970-01-01, was a Thursday.
            let firstWeekday = ((first + 4) % 7 + 7) % 7
            let day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            return day < first + CivilDate.days(inMonth: month, of: year) ? day : day - 7
        }
    }
}

/// Reads the parts of a TZ string from left to right.
private struct Scanner {
    struct Failure: Error {
        var reason: String
    }

    let text: [UInt8]
    var position = 0

    var isAtEnd: Bool { position >= text.count }
    var next: UInt8? { isAtEnd ? nil : text[position] }

    mutating func skip(_ character: Character) -> Bool {
        guard let next, next == character.asciiValue else { return false }
        position += 1
        return true
    }

    mutating func expect(_ character: Character) throws(Failure) {
        guard skip(character) else { throw Failure(reason: "a '\(character)' is missing") }
    }

    mutating func name() throws(Failure) -> String {
        let quoted = skip("<")
        let letters = text[position...].prefix { byte in
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: true
            case 0x30...0x39, 0x2B, 0x2D: quoted
            default: false
            }
        }
        guard letters.count >= 3 else { throw Failure(reason: "a name is shorter than 3 letters") }
        position += letters.count
        if quoted { try expect(">") }
        return String(decoding: letters, as: UTF8.self)
    }

    mutating func number(_ range: ClosedRange<Int>, _ what: String) throws(Failure) -> Int {
        var (value, digits) = (0, 0)
        while let digit = next, (0x30...0x39).contains(digit), digits < 4 {
            value = value * 10 + Int(digit - 0x30)
            digits += 1
            position += 1
        }
        guard digits > 0 else { throw Failure(reason: "the \(what) is missing") }
        guard range.contains(value) else {
            throw Failure(reason: "\(value) is not a \(what) from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    /// `[+-]hh[:mm[:ss]]`, in seconds.
    mutating func time(hours: Int) throws(Failure) -> Int {
        let sign = skip("-") ? -1 : 1
        if sign == 1 { _ = skip("+") }
        var seconds = try number(0...hours, "number of hours") * 3600
        if skip(":") {
            seconds += try number(0...59, "minute") * 60
            if skip(":") { seconds += try number(0...59, "second") }
        }
        return sign * seconds
    }

    mutating func daylight(standardOffset: Int) throws(Failure) -> TZRule.Daylight {
        let name = try name()
        // POSIX leaves the dates of such a summer time to the system. A guess would be wrong.
        let undated = Failure(reason: "it has a summer time but does not say when")
        guard !isAtEnd else { throw undated }
        let offset = next == Character(",").asciiValue ? standardOffset + 3600 : -(try time(hours: 24))
        guard !isAtEnd else { throw undated }
        return TZRule.Daylight(
            kind: TZif.Kind(offset: offset, abbreviation: name),
            start: try change(),
            end: try change()
        )
    }

    mutating func change() throws(Failure) -> TZRule.Change {
        try expect(",")
        let day: TZRule.Change.Day
        if skip("J") {
            day = .julian(try number(1...365, "day of the year"))
        } else if skip("M") {
            let month = try number(1...12, "month")
            try expect(".")
            let week = try number(1...5, "week")
            try expect(".")
            day = .weekday(try number(0...6, "day of the week"), week: week, month: month)
        } else {
            day = .ordinal(try number(0...365, "day of the year"))
        }
        return TZRule.Change(day: day, second: skip("/") ? try time(hours: 167) : 7200)
    }
}
