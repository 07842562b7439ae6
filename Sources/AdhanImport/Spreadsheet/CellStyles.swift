import AdhanCore

/// Which of a workbook's cell styles show a number as a date or a time.
final class CellStyles: XMLReceiver {
    enum Kind: Equatable { case plain, date, time, dateAndTime }

    private var codes: [Int: Kind] = [:]
    private var formats: [Int] = []
    private var isInCells = false

    /// - Parameter style: a cell's `s`; nil for the default style.
    func kind(_ style: String?) -> Kind {
        guard let index = style.flatMap({ Int($0) }), formats.indices.contains(index) else { return .plain }
        return codes[formats[index]] ?? Self.builtIn(formats[index])
    }

    func begin(_ name: String, _ attributes: [String: String]) throws(SpreadsheetFault) {
        switch name {
        case "numFmt":
            guard codes.count < SpreadsheetLimits.styles else { throw .tooMuch("it has too many number formats") }
            if let id = attributes["numFmtId"].flatMap({ Int($0) }) {
                codes[id] = Self.kind(of: attributes["formatCode"] ?? "")
            }
        case "cellXfs": isInCells = true
        case "xf" where isInCells:
            guard formats.count < SpreadsheetLimits.styles else { throw .tooMuch("it has too many cell styles") }
            formats.append(attributes["numFmtId"].flatMap { Int($0) } ?? 0)
        default: break
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) {}

    func end(_ name: String) {
        if name == "cellXfs" { isInCells = false }
    }

    /// ECMA-376, part 1, 18.8.30: the numbers that have no `numFmt`. 27 to 36 and 50 to 58 are dates of East Asia.
    private static func builtIn(_ id: Int) -> Kind {
        switch id {
        case 14...17, 27...31, 36, 50...54, 57, 58: .date
        case 18...21, 32...35, 45...47, 55, 56: .time
        case 22: .dateAndTime
        default: .plain
        }
    }

    /// By the letters of a format such as `dd/mm/yyyy` or `[$-809]hh:mm AM/PM`, without its texts, colours and locales.
    private static func kind(of code: String) -> Kind {
        var letters: Set<Character> = []
        var (isQuoted, isSkipped) = (false, false)
        var bracket: String?
        for character in String(decoding: code.utf8.prefix(SpreadsheetLimits.format), as: UTF8.self).lowercased() {
            if isSkipped {
                isSkipped = false
            } else if character == "\"" {
                isQuoted.toggle()
            } else if isQuoted {
                continue
            } else if let open = bracket {
                // [h], [mm] and [s] count the hours, minutes and seconds beyond a day.
                if character == "]", let first = open.first, "hms".contains(first), Set(open).count == 1 {
                    letters.insert(first)
                }
                bracket = character == "]" ? nil : open + String(character)
            } else if character == "[" {
                bracket = ""
            } else if "\\_*".contains(character) {
                isSkipped = true
            } else {
                letters.insert(character)
            }
        }
        let hasDate = !letters.isDisjoint(with: ["y", "d"])
        let hasTime = !letters.isDisjoint(with: ["h", "s"])
        switch (hasDate, hasTime) {
        case (true, true): return .dateAndTime
        case (false, true): return .time
        case (true, false): return .date
        // `mmm` is a month.
        case (false, false): return letters.contains("m") ? .date : .plain
        }
    }
}
