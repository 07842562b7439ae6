import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

@Suite struct SpreadsheetTests {
    private func rows(_ workbook: WorkbookFile) throws -> [[String]] {
        try Spreadsheet.grids(workbook.bytes()).first.map { $0.rows.map(\.cells) } ?? []
    }

    @Test func `numbers become dates and times by their styles`() throws {
        let book = WorkbookFile([
            [.text("Date"), .inline("Levé du soleil"), .text("Plain"), .text("Both")],
            [.date(45444), .time(0.15694444), .number(45444), .moment(45444.5)],
            [.date(45445), .formatted(0.75), .number(5.3), .moment(0.25)],
        ])
        #expect(
            try rows(book) == [
                ["Date", "Levé du soleil", "Plain", "Both"],
                ["2024-06-01", "03:46:00", "45444", "2024-06-01 12:00:00"],
                ["2024-06-02", "18:00:00", "5.3", "06:00:00"],
            ]
        )
    }

    @Test func `a workbook of an old Mac counts its days from 1904`() throws {
        var book = WorkbookFile([[.date(43982), .number(43982)]])
        book.isFrom1904 = true
        let grid = try #require(try Spreadsheet.grids(book.bytes()).first)
        #expect(grid.rows.first?.cells == ["2024-06-01", "43982"])
        #expect(grid.dayZero.adding(days: 43982).description == "2024-06-01")
    }

    @Test func `a merged cell's text counts for all that it covers`() throws {
        var book = WorkbookFile([
            [.text("Fajr"), .empty, .text("January")],
            [.text("Begins"), .text("Jamaat"), .empty],
        ])
        book.merges = ["A1:B1", "C1:C2"]
        #expect(try rows(book) == [["Fajr", "Fajr", "January"], ["Begins", "Jamaat", "January"]])
    }

    @Test func `sheets keep their names and their order, and an empty one is left out`() throws {
        let book = WorkbookFile([("Notes", []), ("May", [[.text("a")]]), ("June", [[.empty], [.text("b")]])])
        let grids = try Spreadsheet.grids(book.bytes())
        #expect(grids.map(\.name) == ["May", "June"])
        #expect(grids.last?.rows.map(\.line) == [2])
    }

    @Test func `a zip bomb ends in a plain refusal`() throws {
        var book = WorkbookFile([[.text("a")]])
        let blanks = [UInt8](repeating: 0x20, count: 40 << 20)
        book.parts["xl/worksheets/sheet1.xml"] = Array("<worksheet>".utf8) + blanks + Array("</worksheet>".utf8)
        #expect(try book.bytes().count < 100_000)
        let fault = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(book.bytes()) }
        #expect(fault?.description.contains("sheet1.xml unpacks to more than") == true)
    }

    @Test func `entities that multiply are refused with the document type that has them`() throws {
        var book = WorkbookFile([[.text("a")]])
        let laughs = #"<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>"#
        book.parts["xl/sharedStrings.xml"] = Array(laughs.utf8)
        #expect(throws: SpreadsheetFault.documentType(part: "xl/sharedStrings.xml")) {
            try Spreadsheet.grids(book.bytes())
        }
    }

    @Test func `too many cells, rows, parts and levels are refused`() throws {
        let wide = [WorkbookFile.Cell](repeating: .number(1), count: 100)
        func fault(_ book: WorkbookFile) -> String? {
            let fault = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(book.bytes()) }
            return fault?.description
        }
        #expect(fault(WorkbookFile(Array(repeating: wide, count: 501)))?.contains("50000 cells") == true)
        #expect(fault(WorkbookFile(Array(repeating: [.number(1)], count: 2001)))?.contains("2000 rows") == true)
        var book = WorkbookFile([[.text("a")]])
        for part in 0..<1001 { book.parts["junk/\(part)"] = [] }
        #expect(fault(book)?.contains("parts") == true)
        book.parts = ["xl/styles.xml": Array((String(repeating: "<a>", count: 33)).utf8)]
        #expect(fault(book)?.contains("nested too deeply") == true)
    }

    @Test func `cells, merged areas and texts of all sheets count together`() throws {
        func fault(_ book: WorkbookFile) -> String? {
            let fault = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(book.bytes()) }
            return fault?.description
        }
        let wide = [WorkbookFile.Cell](repeating: .number(1), count: 100)
        let sheet = Array(repeating: wide, count: 251)
        #expect(fault(WorkbookFile([("May", sheet), ("June", sheet)]))?.contains("50000 cells") == true)
        // A single cell in the last column has all those before it.
        let far = Array(repeating: [WorkbookFile.Cell](repeating: .empty, count: 99) + [.number(1)], count: 251)
        #expect(fault(WorkbookFile([("May", far), ("June", far)]))?.contains("merged or skipped") == true)
        var book = WorkbookFile(Array(repeating: [.number(1)], count: 100))
        book.merges = (1...100).flatMap { row in Array(repeating: "A\(row):CV1048576", count: 2) }
        #expect(fault(book)?.contains("merged or skipped") == true)
        let text = WorkbookFile.Cell.inline(String(repeating: "a", count: 1000))
        let long = WorkbookFile(Array(repeating: Array(repeating: text, count: 3), count: 700))
        #expect(fault(long)?.contains("bytes of text") == true)
        let year = (1...12).map {
            ("\($0)", Array(repeating: Array(repeating: WorkbookFile.Cell.number(1), count: 20), count: 40))
        }
        #expect(try Spreadsheet.grids(WorkbookFile(year).bytes()).count == 12)
    }

    @Test func `what is no workbook is named`() throws {
        let kinds: [(part: String, kind: ForeignFile, word: String)] = [
            ("word/document.xml", .word, "Word"), ("content.xml", .openDocument, "LibreOffice"),
            ("ppt/presentation.xml", .presentation, "PowerPoint"), ("xl/workbook.bin", .binaryWorkbook, ".xlsb"),
            ("Index/Document.iwa", .numbers, "Numbers"), ("times.csv", .zip, "unpack"),
        ]
        for (part, kind, word) in kinds {
            let archive = try WorkbookFile.archive([part: Array("<w/>".utf8)])
            #expect(throws: SpreadsheetFault.notAWorkbook(kind)) { try Spreadsheet.grids(archive) }
            #expect(kind.description.contains(word))
        }
        let type = Array("application/vnd.oasis.opendocument.text".utf8)
        let document = try WorkbookFile.archive(["mimetype": type, "content.xml": [0x3C]])
        #expect(throws: SpreadsheetFault.notAWorkbook(.openDocument)) { try Spreadsheet.grids(document) }
        let good = try WorkbookFile([[.text("a")]]).bytes()
        #expect(Spreadsheet.isArchive(good) && !Spreadsheet.isArchive(Array("date,fajr".utf8)))
        for share in 1...9 {
            let cut = Array(good.prefix(good.count * share / 10))
            #expect(throws: SpreadsheetFault.cutShort) { try Spreadsheet.grids(cut) }
        }
        #expect(SpreadsheetFault.cutShort.description.contains("its end is missing"))
        // Whole, but its list of parts is not where its end says.
        let moved = Array(good.prefix(4)) + [0, 0, 0] + Array(good.dropFirst(4).dropLast(1)) + [7]
        let fault = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(moved) }
        #expect(fault?.description.contains("cannot be unpacked") == true)
        var broken = WorkbookFile([[.text("a")]])
        broken.parts["xl/workbook.xml"] = Array("<workbook>\n<sheets".utf8)
        let reason = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(broken.bytes()) }
        #expect(reason?.description.contains("xl/workbook.xml, line 2") == true)
    }

    @Test(arguments: ["9223372036854775807", "9223372036854775806", "1048577", "-9223372036854775808", "0"])
    func `a row number beyond every spreadsheet is no crash, and the row is left out`(number: String) throws {
        var file = WorkbookFile([[.text("a")]])
        let sheet = "xl/worksheets/sheet1.xml"
        let rows = "<row r=\"\(number)\"/><row><c><v>1</v></c></row><row><c r=\"A\(number)\"><v>2</v></c></row>"
        file.parts[sheet] = Array("<worksheet><sheetData>\(rows)</sheetData></worksheet>".utf8)
        let kept = try Spreadsheet.grids(file.bytes()).flatMap(\.rows)
        #expect(kept.allSatisfy { (1...1_048_576).contains($0.line) })
    }
}
