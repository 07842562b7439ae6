import AdhanCore

/// The parts of a workbook: its sheets in the order of their tabs, and how it counts days.
struct WorkbookIndex {
    struct Sheet {
        let name: String
        /// Within the archive.
        let part: String
    }

    let sheets: [Sheet]
    /// Whether day 0 is 1904-01-01, as on old Macs.
    let isFrom1904: Bool

    init(_ archive: ZipArchive) throws(SpreadsheetFault) {
        let (workbook, relations) = ("xl/workbook.xml", "xl/_rels/workbook.xml.rels")
        guard let bytes = try archive.entry(workbook) else { throw .notAWorkbook(Packed(archive)) }
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

        func text(_ piece: UnsafeBufferPointer<UInt8>) {}
        func end(_ name: String) {}
    }

    private final class Relations: XMLReceiver {
        private(set) var byID: [String: String] = [:]

        func begin(_ name: String, _ attributes: [String: String]) throws(SpreadsheetFault) {
            guard name == "Relationship", let id = attributes["Id"], byID.count < SpreadsheetLimits.entries else {
                return
            }
            byID[id] = attributes["Target"]
        }

        func text(_ piece: UnsafeBufferPointer<UInt8>) {}
        func end(_ name: String) {}
    }
}
