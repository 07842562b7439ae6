import AdhanCore

/// Reads `.xlsx` workbooks (ECMA-376) and `.ods` spreadsheets: ZIP archives (libzip) of XML parts (libexpat).
enum Spreadsheet {
    static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) }

    /// The sheets that have cells, in the order of their tabs. Throws `SpreadsheetFault` if it is no workbook, is
    /// damaged, or exceeds the limits.
    static func grids(_ bytes: [UInt8]) throws(SpreadsheetFault) -> [Grid] {
        let archive = try ZipArchive(bytes)
        if archive.has("content.xml"), !archive.has("xl/workbook.xml") { return try OpenSpreadsheet.grids(archive) }
        let index = try WorkbookIndex(archive)
        let (strings, styles) = (SharedStrings(), CellStyles())
        try read("xl/sharedStrings.xml", of: archive, to: strings)
        try read("xl/styles.xml", of: archive, to: styles)
        // 1900 counts as a leap year there, so day 0 fits all dates from March 1900 on.
        let dayZero = CivilDate(dayNumber: index.isFrom1904 ? -24_107 : -25_569)
        let budget = WorkbookBudget()
        var grids: [Grid] = []
        var parts: Set<String> = []
        // A sheet that is named twice has nothing new the second time.
        for sheet in index.sheets where parts.insert(sheet.part.lowercased()).inserted {
            let cells = SheetCells(strings.texts, styles, dayZero: dayZero, budget)
            try read(sheet.part, of: archive, to: cells)
            let grid = try cells.grid(sheet.name)
            if !grid.rows.isEmpty { grids.append(grid) }
        }
        return grids
    }

    private static func read(
        _ part: String,
        of archive: ZipArchive,
        to receiver: some XMLReceiver
    ) throws(SpreadsheetFault) {
        if let bytes = try archive.entry(part) { try XMLEvents.parse(bytes, part: part, to: receiver) }
    }
}
