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

/// The texts that cells refer to by number, each without its formatting.
final class SharedStrings: XMLReceiver {
    private(set) var texts: [String] = []
    private var current: [UInt8] = []
    private var isInText = false
    /// Within a reading aid, as Japanese has, which is no part of the text.
    private var isInPhonetic = false

    func begin(_ name: String, _ attributes: [String: String]) throws(SpreadsheetFault) {
        switch name {
        case "si":
            guard texts.count < SpreadsheetLimits.strings else { throw .tooMuch("it has too many texts") }
            current = []
        case "t": isInText = !isInPhonetic
        case "rPh": isInPhonetic = true
        default: break
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) {
        guard isInText else { return }
        current += piece.prefix(SpreadsheetLimits.text - current.count)
    }

    func end(_ name: String) {
        switch name {
        case "si": texts.append(String(decoding: current, as: UTF8.self))
        case "t": isInText = false
        case "rPh": isInPhonetic = false
        default: break
        }
    }
}

/// The parts of a workbook: its sheets in the order of their tabs, and how it counts days.
struct WorkbookIndex {
    struct Sheet {
        let name: String
        let part: String
    }

    let sheets: [Sheet]
    /// Whether day 0 is 1904-01-01, as on old Macs.
    let isFrom1904: Bool

    init(_ archive: ZipArchive) throws(SpreadsheetFault) {
        let (workbook, relations) = ("xl/workbook.xml", "xl/_rels/workbook.xml.rels")
        guard let bytes = try archive.entry(workbook) else { throw .notAWorkbook(ForeignFile(archive)) }
        let list = SheetList()
        try XMLEvents.parse(bytes, part: workbook, to: list)
        let targets = Relations()
        if let bytes = try archive.entry(relations) { try XMLEvents.parse(bytes, part: relations, to: targets) }
        isFrom1904 = list.isFrom1904
        sheets = list.sheets.enumerated().map { index, sheet in
            let target = targets.byID[sheet.id] ?? "worksheets/sheet\(index + 1).xml"
            return Sheet(name: sheet.name, part: target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target)
        }
    }

    private final class SheetList: XMLReceiver {
        private(set) var sheets: [(name: String, id: String)] = []
        private(set) var isFrom1904 = false

        func begin(_ name: String, _ attributes: [String: String]) throws(SpreadsheetFault) {
            if name == "workbookPr" { isFrom1904 = ["1", "true"].contains(attributes["date1904"]) }
            guard name == "sheet", sheets.count < SpreadsheetLimits.sheets else { return }
            sheets.append((attributes["name"] ?? "", attributes["id"] ?? ""))
        }
    }

    private final class Relations: XMLReceiver {
        private(set) var byID: [String: String] = [:]

        func begin(_ name: String, _ attributes: [String: String]) throws(SpreadsheetFault) {
            guard name == "Relationship", let id = attributes["Id"], byID.count < SpreadsheetLimits.entries else {
                return
            }
            byID[id] = attributes["Target"]
        }
    }
}
