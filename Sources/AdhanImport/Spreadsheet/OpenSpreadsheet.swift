import AdhanCore

/// The sheets of an OpenDocument spreadsheet (`.ods`, ISO/IEC 26300) as texts: dates as YYYY-MM-DD, times as HH:MM:SS,
/// numbers as the sheet shows them.
final class OpenSpreadsheet: XMLReceiver {
    private static let part = "content.xml"

    /// - Throws: `SpreadsheetFault` if it is no spreadsheet, is damaged or sealed, or exceeds the limits.
    static func grids(_ archive: ZipArchive) throws(SpreadsheetFault) -> [Grid] {
        func text(_ part: String) throws(SpreadsheetFault) -> String {
            String(decoding: try archive.entry(part) ?? [], as: UTF8.self)
        }
        let type = try text("mimetype")
        guard type.isEmpty || type.contains("opendocument.spreadsheet") else { throw .notAWorkbook(.openDocument) }
        // A file with a password has a key for each part.
        guard try !text("META-INF/manifest.xml").contains("encryption-data") else { throw .protected }
        let sheets = OpenSpreadsheet()
        try XMLEvents.parse(try archive.entry(part) ?? [], part: part, to: sheets)
        guard sheets.isSpreadsheet else { throw .notAWorkbook(.openDocument) }
        return sheets.grids
    }

    private struct Cell {
        let attributes: [String: String]
        let columns: Int
        let depth: Int
        var text: [UInt8] = []
        var hasParagraph = false
    }

    private let budget = WorkbookBudget()
    private var grids: [Grid] = []
    private var isSpreadsheet = false
    private var depth = 0
    /// Of an element that has no cells of the table, such as a remark or a deleted row; nil outside of one.
    private var ignored: Int?
    private var sheet: (name: String, texts: SheetTexts)?
    private var sheets = 0
    /// Of the row and the cell that are read, 1-based; how often the row is there.
    private var (row, column, times) = (0, 0, 1)
    private var cell: Cell?
    private var paragraph: Int?

    private init() {}

    func begin(_ name: String, _ attributes: [String: String]) throws(SpreadsheetFault) {
        depth += 1
        guard ignored == nil else { return }
        switch name {
        case "spreadsheet": isSpreadsheet = true
        case "tracked-changes", "annotation", "note", "shapes", "frame": ignored = depth
        case "table" where sheet == nil && sheets < SpreadsheetLimits.sheets:
            sheet = (attributes["name"] ?? "", SheetTexts(budget))
            (sheets, row, times) = (sheets + 1, 0, 1)
        case "table-row" where cell == nil:
            row = min(row + times, SpreadsheetLimits.lastRow + 1)
            (column, times) = (0, Self.count(attributes["number-rows-repeated"]))
        case "table-cell", "covered-table-cell":
            guard cell == nil else { return }
            column = min(column + 1, SpreadsheetLimits.lastRow)
            let columns = Self.count(attributes["number-columns-repeated"])
            cell = Cell(attributes: attributes, columns: columns, depth: depth)
        case "p" where cell?.depth == depth - 1:
            if cell?.hasParagraph == true { add([0x20]) }
            cell?.hasParagraph = true
            paragraph = depth
        case "s" where paragraph != nil:
            add(Array(repeating: 0x20, count: min(Self.count(attributes["c"]), SpreadsheetLimits.text)))
        case "tab" where paragraph != nil, "line-break" where paragraph != nil: add([0x20])
        default: break
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) {
        if paragraph != nil, ignored == nil { add(piece) }
    }

    func end(_ name: String) throws(SpreadsheetFault) {
        defer { depth -= 1 }
        guard ignored == nil else {
            if ignored == depth { ignored = nil }
            return
        }
        if paragraph == depth { paragraph = nil }
        if let cell, cell.depth == depth {
            self.cell = nil
            try keep(cell)
        } else if name == "table", cell == nil, let sheet {
            self.sheet = nil
            let grid = try sheet.texts.grid(sheet.name)
            if !grid.rows.isEmpty { grids.append(grid) }
        }
    }

    private func add(_ bytes: some Collection<UInt8>) {
        guard let count = cell?.text.count else { return }
        cell?.text += bytes.prefix(SpreadsheetLimits.text - count)
    }

    /// Empty cells are repeated to the last column, and empty rows to the last row.
    private func keep(_ cell: Cell) throws(SpreadsheetFault) {
        let text = Self.text(of: cell)
        if !text.isEmpty, row <= SpreadsheetLimits.lastRow, let texts = sheet?.texts {
            let last = column + min(cell.columns, SpreadsheetLimits.columns + 1) - 1
            // Behind the last row nothing is kept, and so no limit of the sheet would end the loop.
            for row in row...min(row + times - 1, SpreadsheetLimits.lastRow) {
                for column in column...last { try texts.put(text, row: row, column: column) }
            }
            let (wide, tall) = (
                Self.count(cell.attributes["number-columns-spanned"]),
                Self.count(cell.attributes["number-rows-spanned"])
            )
            if wide > 1 || tall > 1 {
                texts.merge(rows: row...(row + tall - 1), columns: column...(column + wide - 1))
            }
        }
        column = min(column + cell.columns - 1, SpreadsheetLimits.lastRow)
    }

    /// Of an attribute that repeats or spans; 1 without it.
    private static func count(_ text: String?) -> Int {
        min(max(text.flatMap { Int($0) } ?? 1, 1), SpreadsheetLimits.lastRow)
    }

    private static func text(of cell: Cell) -> String {
        let shown = String(decoding: cell.text, as: UTF8.self)
        func value(_ key: String) -> String? { cell.attributes[key] }
        switch value("value-type") {
        case "time": return value("time-value").flatMap { clock(duration: $0) } ?? shown
        case "date": return value("date-value").flatMap { moment($0) } ?? shown
        case "error", "boolean": return ""
        case "float", "currency", "percentage": return shown.isEmpty ? value("value") ?? "" : shown
        default: return shown.isEmpty ? value("string-value") ?? "" : shown
        }
    }

    /// Of `PT05H41M00S`; nil if it is something else.
    private static func clock(duration text: String) -> String? {
        guard text.hasPrefix("PT") else { return nil }
        var (seconds, digits) = (0.0, "")
        for character in text.dropFirst(2).prefix(40) {
            guard let unit = ["H": 3600.0, "M": 60.0, "S": 1.0][character] else {
                digits.append(character)
                continue
            }
            guard let number = Double(digits), (0...1_000_000).contains(number) else { return nil }
            seconds += number * unit
            digits = ""
        }
        return digits.isEmpty ? clock(Int(seconds.rounded()) % 86_400) : nil
    }

    private static func clock(_ second: Int) -> String {
        [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }.joined(separator: ":")
    }

    /// Of `2026-05-01`, perhaps with `T05:10:00`; nil if it is something else. A time alone has the date that is
    /// counted as 0.
    private static func moment(_ text: String) -> String? {
        let parts = text.split(separator: "T", maxSplits: 1)
        // reason: what is no date stays as the sheet shows it
        guard let first = parts.first, let date = try? CivilDate(first) else { return nil }
        guard parts.count == 2 else { return date.description }
        let numbers = parts[1].split(separator: ":").compactMap { Double($0) }
        guard numbers.count == 3, numbers.allSatisfy({ (0..<61).contains($0) }) else { return nil }
        let second = Int((numbers[0] * 3600 + numbers[1] * 60 + numbers[2]).rounded())
        guard second < 86_400 else { return nil }
        if date == Grid.usualDayZero { return clock(second) }
        return second == 0 ? date.description : "\(date) \(clock(second))"
    }
}
